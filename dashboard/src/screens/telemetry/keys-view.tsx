import type { Telemetry } from '../../api/schema.ts'
import { EndpointKeysView } from '../../shell/keys/endpoint-keys-view.tsx'
import { readingSnippet } from '../../snippets/telemetry/reading.ts'

/** The keys with which programs read the events of this endpoint, and of no other. */
export function KeysView({ telemetry }: { telemetry: Telemetry }) {
  return (
    <EndpointKeysView<'read'>
      endpoint={{ kind: 'telemetry', id: telemetry.id }}
      group="Telemetry"
      says="A program that has one reads the events of this endpoint, and nothing else. Sending takes no key."
      none="No program can read the events with a key of this endpoint now."
      saysOf={() => 'Reads'}
      reaches={[{ label: 'Read', scopes: ['read'] }]}
      placeholder="Dashboard on the wall"
      note="It reads the events of this endpoint alone."
      tryOut={(readKey) => readingSnippet({ telemetryUrl: telemetry.telemetry_url, readKey })}
    />
  )
}
