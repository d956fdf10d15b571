import { readingSnippet } from '../../../../src/snippets/telemetry/reading.ts'
import type { Telemetry } from '../../api/schema.ts'
import { EndpointKeysView } from '../../shell/keys/endpoint-keys-view.tsx'

/** Read keys of the endpoint. */
export function KeysView({ telemetry }: { telemetry: Telemetry }) {
  return (
    <EndpointKeysView<'read'>
      endpoint={{ kind: 'telemetry', id: telemetry.id }}
      group="telemetry"
      purpose="Keys that read the events of this endpoint only. Sending events takes no key."
      none="Without a key of its own, events can only be read with an account API key."
      reaches={[{ label: 'Read only', scopes: ['read'] }]}
      placeholder="Wall dashboard"
      note="It only reads the events of this endpoint."
      tryOut={(readKey) => readingSnippet({ telemetryUrl: telemetry.telemetry_url, readKey })}
    />
  )
}
