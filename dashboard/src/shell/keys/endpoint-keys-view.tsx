import { useState } from 'react'
import {
  type KeyedEndpoint,
  useEndpointKeys,
  useMakeEndpointKey,
  useRevokeEndpointKey,
} from '../../api/endpoints/endpoint-keys.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { type Shortcut, useShortcuts } from '../../keyboard/shortcuts.ts'
import { Loaded } from '../loaded.tsx'
import { KeyList } from './key-list.tsx'
import { NewKey, type Reach } from './new-key.tsx'

/**
 * The keys of one endpoint, for programs: made, listed, revoked.
 *
 * @param props.group where its key stands among those of the keyboard
 * @param props.says what these keys are for
 * @param props.none what programs cannot do while there is none
 * @param props.saysOf what a key may do, in a word or three
 */
export function EndpointKeysView<Scope extends string>(props: {
  endpoint: KeyedEndpoint
  group: Shortcut['group']
  says: string
  none: string
  saysOf: (scopes: readonly Scope[]) => string
  reaches: readonly [Reach<Scope>, ...Reach<Scope>[]]
  placeholder: string
  note: string
  tryOut: (key: string) => string
}) {
  const { endpoint, group, says, none, saysOf, reaches, placeholder, note, tryOut } = props
  const query = useEndpointKeys<Scope>(endpoint)
  const make = useMakeEndpointKey<Scope>(endpoint)
  const revoke = useRevokeEndpointKey(endpoint)
  const [making, setMaking] = useState(false)
  useShortcuts([{ keys: 'n', does: 'New key', group, run: () => setMaking(true) }])
  const newKey = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      New key
    </Button>
  )
  return (
    <div className="max-w-3xl">
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading the keys" />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon="key" title="No keys" deeds={newKey}>
              {none}
            </EmptyState>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">{says}</p>
                {newKey}
              </div>
              <KeyList keys={keys} saysOf={saysOf} revoke={revoke} />
            </>
          )
        }
      </Loaded>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        make={make}
        reaches={reaches}
        placeholder={placeholder}
        note={note}
        tryOut={tryOut}
      />
    </div>
  )
}
