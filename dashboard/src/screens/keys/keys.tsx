import { useState } from 'react'
import { type ApiKey, useApiKeys, useDeleteApiKey } from '../../api/api-keys.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { useToast } from '../../controls/toast.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { ConfirmedDeed } from '../../shell/confirmed-deed.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { NewKey } from './new-key.tsx'

/** The keys with which programs may act for the owner. */
export function KeysScreen() {
  const query = useApiKeys()
  const [making, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  useShortcuts([{ keys: 'n', does: 'New key', group: 'List', run: () => setMaking(true) }])
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
            <ul className="divide-y rounded-md border bg-card">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewKey open={making} onClose={() => setMaking(false)} />
      <Revoke apiKey={revoked} onClose={() => setRevoked(null)} />
    </Page>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, scopes, hint, created_at, last_used_at } = apiKey
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          <Badge>{scopes.includes('write') ? 'Reads and changes' : 'Reads'}</Badge>
        </p>
        <p className="text-sm text-muted">
          <code>{hint}</code> · made <RelativeTime at={created_at} /> ·{' '}
          {last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={last_used_at} />
            </>
          )}
        </p>
      </div>
      <Button size="small" weight="danger-plain" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  )
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const { say } = useToast()
  return (
    <ConfirmedDeed
      open={apiKey !== null}
      onClose={onClose}
      title={`Revoke “${apiKey?.name ?? ''}”?`}
      deed="Revoke"
      mutation={useDeleteApiKey()}
      given={apiKey?.id ?? ''}
      onDone={() => say({ title: 'The key is revoked' })}
    >
      Programs that use it are refused from now on. This cannot be taken back.
    </ConfirmedDeed>
  )
}
