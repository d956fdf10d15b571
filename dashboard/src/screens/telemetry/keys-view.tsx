import { useState } from 'react'
import {
  type KeyedEndpoint,
  useEndpointKeys,
  useMakeEndpointKey,
  useRevokeEndpointKey,
} from '../../api/endpoint-keys.ts'
import type { Telemetry } from '../../api/telemetry.ts'
import { Button } from '../../controls/button.tsx'
import { Section } from '../../controls/section.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { KeyList } from '../../shell/key-list.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { NewKey } from '../../shell/new-key.tsx'
import { readingSnippet } from '../../snippets/telemetry/reading.ts'

/** All that a key of a telemetry endpoint can do. */
type Scope = 'read'

/** The keys with which programs read the events of this endpoint, and of no other. */
export function KeysView({ telemetry }: { telemetry: Telemetry }) {
  const endpoint: KeyedEndpoint = { kind: 'telemetry', id: telemetry.id }
  const query = useEndpointKeys<Scope>(endpoint)
  const make = useMakeEndpointKey<Scope>(endpoint)
  const revoke = useRevokeEndpointKey(endpoint)
  const [making, setMaking] = useState(false)
  useShortcuts([{ keys: 'n', does: 'New key', group: 'Telemetry', run: () => setMaking(true) }])
  return (
    <div className="max-w-3xl">
      <Section
        title="Read keys"
        description="A program that has one reads the events of this endpoint, and nothing else. Sending takes no key."
      >
        <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading the keys" />}>
          {(keys) =>
            keys.length === 0 ? (
              <p className="text-muted">No program can read the events with a key of this endpoint now.</p>
            ) : (
              <KeyList keys={keys} saysOf={() => 'Reads'} revoke={revoke} />
            )
          }
        </Loaded>
        <Button icon="plus" className="self-start" onClick={() => setMaking(true)}>
          New key
        </Button>
      </Section>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        make={make}
        reaches={[{ label: 'Read', scopes: ['read'] }]}
        placeholder="Dashboard on the wall"
        note="It reads the events of this endpoint alone."
        tryOut={(readKey) => readingSnippet({ telemetryUrl: telemetry.telemetry_url, readKey })}
      />
    </div>
  )
}
