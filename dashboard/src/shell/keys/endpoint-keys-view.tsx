import { useState } from 'react'
import {
  type KeyedEndpoint,
  useCreateEndpointKey,
  useEndpointKeys,
  useRevokeEndpointKey,
} from '../../api/endpoints/endpoint-keys.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { type Shortcut, useShortcuts } from '../../keyboard/shortcuts.ts'
import { t } from '../../language/texts.ts'
import { Loaded } from '../loaded.tsx'
import { KeyList } from './key-list.tsx'
import { NewKey, type Reaches } from './new-key.tsx'

/**
 * Keys of one endpoint: create, list, revoke.
 *
 * @param props.group heading of its keyboard shortcut
 * @param props.purpose purpose of these keys
 * @param props.none text of the empty state
 */
export function EndpointKeysView<Scope extends string>(props: {
  endpoint: KeyedEndpoint
  group: Shortcut['group']
  purpose: string
  none: string
  reaches: Reaches<Scope>
  placeholder: string
  note: string
  tryOut: (key: string) => string
}) {
  const { endpoint, group, purpose, none, reaches, placeholder, note, tryOut } = props
  const query = useEndpointKeys<Scope>(endpoint)
  const createKey = useCreateEndpointKey<Scope>(endpoint)
  const revoke = useRevokeEndpointKey(endpoint)
  const [creating, setCreating] = useState(false)
  useShortcuts([{ keys: 'n', does: t('owned.keys.new'), group, run: () => setCreating(true) }])
  const newKey = (
    <Button icon="plus" onClick={() => setCreating(true)}>
      {t('owned.keys.new')}
    </Button>
  )
  return (
    <div className="max-w-3xl">
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon="key" title={t('owned.keys.noneTitle')} actions={newKey}>
              {none}
            </EmptyState>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">{purpose}</p>
                {newKey}
              </div>
              <KeyList keys={keys} reaches={reaches} revoke={revoke} />
            </>
          )
        }
      </Loaded>
      <NewKey
        open={creating}
        onClose={() => setCreating(false)}
        create={createKey}
        reaches={reaches}
        placeholder={placeholder}
        note={note}
        tryOut={tryOut}
      />
    </div>
  )
}
