import { useState } from 'react'
import { type Scope, useApiKeys, useCreateApiKey, useDeleteApiKey } from '../../api/accounts/api-keys.ts'
import { useMe } from '../../api/accounts/me.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { KeyList } from '../../shell/keys/key-list.tsx'
import { NewKey, type Reaches } from '../../shell/keys/new-key.tsx'
import { Loaded } from '../../shell/loaded.tsx'

const REACHES: Reaches<Scope> = [
  { label: 'Read only', scopes: ['read'] },
  { label: 'Read and write', scopes: ['read', 'write'] },
]

/** API keys of the account. */
export function KeysScreen() {
  const query = useApiKeys()
  const me = useMe()
  const make = useCreateApiKey()
  const revoke = useDeleteApiKey()
  const [making, setMaking] = useState(false)
  useShortcuts([{ keys: 'n', does: 'New key', group: 'list', run: () => setMaking(true) }])
  const base = me.data?.base_url ?? window.location.origin
  const newKey = (
    <Button weight="main" icon="plus" onClick={() => setMaking(true)}>
      New key
    </Button>
  )
  return (
    <SettingsPage
      title="API keys"
      description={
        <>
          Give scripts and agents access to your account.{' '}
          <a href="/docs/api" className="whitespace-nowrap text-accent underline">
            API reference
          </a>
        </>
      }
      actions={query.data?.length ? newKey : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading your keys" />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon="key" title="No keys yet" actions={newKey}>
              A key lets a program read or change your data without signing in.
            </EmptyState>
          ) : (
            <KeyList keys={keys} reaches={REACHES} revoke={revoke} />
          )
        }
      </Loaded>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        create={make}
        reaches={REACHES}
        placeholder="Backup script"
        note="Keys can't create keys, sign in, or delete the account."
        tryOut={(key) => `curl -H 'Authorization: Bearer ${key}' ${base}/api/v1/submissions`}
      />
    </SettingsPage>
  )
}
