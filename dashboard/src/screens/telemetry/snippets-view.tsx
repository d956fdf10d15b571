import { telemetrySnippets } from '../../../../src/snippets/telemetry/all-snippets.ts'
import type { Telemetry } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { SnippetChooser } from '../snippets/snippet-chooser.tsx'

/** Snippets for each client. */
export function SnippetsView({ telemetry: { telemetry_url: telemetryUrl } }: { telemetry: Telemetry }) {
  return (
    <SnippetChooser label={t('telemetry.snippets.client')} snippets={telemetrySnippets({ telemetryUrl })} />
  )
}
