import { telemetrySnippets } from '../../../../src/snippets/telemetry/all-snippets.ts'
import type { Telemetry } from '../../api/schema.ts'
import { SnippetChooser } from '../endpoint/snippet-chooser.tsx'

/** Snippets for each client. */
export function SnippetsView({ telemetry: { telemetry_url: telemetryUrl } }: { telemetry: Telemetry }) {
  return <SnippetChooser label="Client" snippets={telemetrySnippets({ telemetryUrl })} />
}
