import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import type { ListedKey } from '../../api/endpoints/endpoint-keys.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { listText } from '../../language/lists.ts'
import { rich, t } from '../../language/texts.ts'
import { ConfirmedAction } from '../confirmed-action.tsx'
import type { Reaches } from './new-key.tsx'

/** List of keys with scopes and last use; revoking asks first. */
export function KeyList<Scope extends string>(props: {
  keys: readonly ListedKey<Scope>[]
  reaches: Reaches<Scope>
  revoke: UseMutationResult<unknown, ApiError, string>
}) {
  const { keys, reaches, revoke } = props
  const [revoked, setRevoked] = useState<ListedKey<Scope> | null>(null)
  return (
    <>
      <ul className="divide-y rounded-md border bg-card">
        {keys.map((key) => {
          const { id, name, scopes, hint, created_at, last_used_at, expires_at } = key
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
                  <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
                  <Badge>{describeScopes(scopes, reaches)}</Badge>
                  {isPast(expires_at) ? <Badge tone="warn">{t('owned.keys.expiredBadge')}</Badge> : null}
                </p>
                <p className="text-sm text-muted">
                  <code dir="ltr">{hint}</code> ·{' '}
                  {rich('owned.keys.created', { time: <RelativeTime at={created_at} /> })} ·{' '}
                  {last_used_at === null
                    ? t('owned.keys.neverUsed')
                    : rich('owned.keys.lastUsed', { time: <RelativeTime at={last_used_at} /> })}
                  {expires_at === null ? null : (
                    <>
                      {' '}
                      ·{' '}
                      {rich(isPast(expires_at) ? 'owned.keys.expired' : 'owned.keys.expires', {
                        time: <RelativeTime at={expires_at} />,
                      })}
                    </>
                  )}
                </p>
              </div>
              <Button
                size="small"
                weight="danger-plain"
                aria-label={t('owned.keys.revokeNamed', { name })}
                onClick={() => setRevoked(key)}
              >
                {t('owned.keys.revoke')}
              </Button>
            </li>
          )
        })}
      </ul>
      {/* Not in the row, which is gone once it is done: then nothing would take the focus back. */}
      <ConfirmedAction
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={t('owned.keys.question', { name: revoked?.name ?? '' })}
        action={t('owned.keys.revoke')}
        mutation={revoke}
        given={revoked?.id ?? ''}
        done={() => t('owned.keys.revoked')}
      >
        {t('owned.keys.effect')}
      </ConfirmedAction>
    </>
  )
}

/** Returns the label of the choice with these scopes, else their names. */
function describeScopes<Scope extends string>(scopes: readonly Scope[], reaches: Reaches<Scope>): string {
  const all = scopes.toSorted()
  const reach = reaches.find(({ scopes: given }) => given.toSorted().join() === all.join())
  return reach ? t(reach.label) : listText(all)
}

function isPast(expiry: string | null): boolean {
  return expiry !== null && Date.parse(expiry) <= Date.now()
}
