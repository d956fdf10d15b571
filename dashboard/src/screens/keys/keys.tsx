import { useState } from 'react'
import { type Scope, useApiKeys, useDeleteApiKey, useMakeApiKey } from '../../api/accounts/api-keys.ts'
import { useMe } from '../../api/accounts/me.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { Page } from '../../shell/frame/page.tsx'
import { KeyList } from '../../shell/keys/key-list.tsx'
import { NewKey, type Reach } from '../../shell/keys/new-key.tsx'
import { Loaded } from '../../shell/loaded.tsx'

const REACHES: readonly [Reach<Scope>, ...Reach<Scope>[]] = [
  { label: 'Read only', scopes: ['read'] },
  { label: 'Read and change', scopes: ['read', 'write'] },
]

/** The keys with which programs may act for the owner. */
export function KeysScreen() {
  const query = useApiKeys()
  const me = useMe()
  const make = useMakeApiKey()
  const revoke = useDeleteApiKey()
  const [making, setMaking] = useState(false)
  useShortcuts([{ keys: 'n', does: 'New key', group: 'List', run: () => setMaking(true) }])
  const base = me.data?.base_url ?? window.location.origin
  const newKey = (
    <Button weight="main" icon="plus" onClick={() => setMaking(true)}>
      New key
    </Button>
  )
  return (
    <Page
      title="API keys"
      description={
        <>
          For programs and agents that read or change what is yours.{' '}
          <a href="/docs" className="whitespace-nowrap text-accent underline">
            What the API offers
          </a>
        </>
      }
      deeds={query.data?.length ? newKey : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading your keys" />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon="key" title="No keys yet" deeds={newKey}>
              A key lets a program read your submissions, or change what is yours, without your mailbox.
            </EmptyState>
          ) : (
            <KeyList
              keys={keys}
              saysOf={(scopes) => (scopes.includes('write') ? 'Reads and changes' : 'Reads')}
              revoke={revoke}
            />
          )
        }
      </Loaded>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        make={make}
        reaches={REACHES}
        placeholder="Backup script"
        note="No key can make keys, sign anybody in, or delete the account: that takes you."
        tryOut={(key) => `curl -H 'Authorization: Bearer ${key}' ${base}/api/v1/submissions`}
      />
    </Page>
  )
}
