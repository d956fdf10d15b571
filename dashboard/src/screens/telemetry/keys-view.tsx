import { readingSnippet } from '../../../../src/snippets/telemetry/reading.ts'
import type { Telemetry } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { EndpointKeysView } from '../../shell/keys/endpoint-keys-view.tsx'

/** Read keys of the endpoint. */
export function KeysView({ telemetry }: { telemetry: Telemetry }) {
  return (
    <EndpointKeysView<'read'>
      endpoint={{ kind: 'telemetry', id: telemetry.id }}
      group="telemetry"
      purpose={t('telemetry.keys.purpose')}
      none={t('telemetry.keys.none')}
      reaches={[{ label: 'telemetry.keys.readOnly', scopes: ['read'] }]}
      placeholder={t('telemetry.keys.example')}
      note={t('telemetry.keys.note')}
      tryOut={(readKey) => readingSnippet({ telemetryUrl: telemetry.telemetry_url, readKey })}
    />
  )
}
