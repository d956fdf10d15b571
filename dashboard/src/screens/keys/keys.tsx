import { useState } from 'react'
import { type Scope, useApiKeys, useCreateApiKey, useDeleteApiKey } from '../../api/accounts/api-keys.ts'
import { useMe } from '../../api/accounts/me.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { rich, t } from '../../language/texts.ts'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { KeyList } from '../../shell/keys/key-list.tsx'
import { NewKey, type Reaches } from '../../shell/keys/new-key.tsx'
import { Loaded } from '../../shell/loaded.tsx'

const REACHES: Reaches<Scope> = [
  { label: 'keys.reach.read', scopes: ['read'] },
  { label: 'keys.reach.write', scopes: ['read', 'write'] },
]

/** API keys of the account. */
export function KeysScreen() {
  const query = useApiKeys()
  const me = useMe()
  const make = useCreateApiKey()
  const revoke = useDeleteApiKey()
  const [making, setMaking] = useState(false)
  useShortcuts([{ keys: 'n', does: t('keys.new'), group: 'list', run: () => setMaking(true) }])
  const base = me.data?.base_url ?? window.location.origin
  const newKey = (
    <Button weight="main" icon="plus" onClick={() => setMaking(true)}>
      {t('keys.new')}
    </Button>
  )
  return (
    <SettingsPage
      title={t('keys.title')}
      description={rich('keys.explained', {
        reference: (
          <a href="/docs/api" className="whitespace-nowrap text-accent underline">
            {t('keys.reference')}
          </a>
        ),
      })}
      actions={query.data?.length ? newKey : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon="key" title={t('keys.none.title')} actions={newKey}>
              {t('keys.none.explained')}
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
        placeholder={t('keys.example')}
        note={t('keys.limits')}
        tryOut={(key) => `curl -H 'Authorization: Bearer ${key}' ${base}/api/v1/submissions`}
      />
    </SettingsPage>
  )
}
