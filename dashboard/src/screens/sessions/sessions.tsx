import { useState } from 'react'
import { useEndAllSessions, useEndSession, useSessions } from '../../api/accounts/sessions.ts'
import type { Session } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Checkbox } from '../../controls/fields/checkbox.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { momentText } from '../../controls/time-words.ts'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'

/** Sessions of the owner. */
export function SessionsScreen() {
  const query = useSessions()
  const several = (query.data?.length ?? 0) > 1
  return (
    <SettingsPage
      title={t('sessions.title')}
      description={t('sessions.explained')}
      actions={query.data ? <EndAll several={several} /> : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(sessions) => (
          <ul className="divide-y rounded-md border bg-card">
            {[...sessions].sort(currentFirst).map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function SessionRow({ session }: { session: Session }) {
  const end = useEndSession()
  const signOut = useAction(end, {
    failed: t('sessions.notSignedOut'),
    done: () => ({ title: t('sessions.signedOut', { device: session.device }) }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5 font-semibold">
          {session.device}
          {session.current ? <Badge tone="good">{t('sessions.thisDevice')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {rich('sessions.times', {
            lastUsed: <RelativeTime at={session.last_seen_at} />,
            signedIn: <RelativeTime at={session.created_at} />,
          })}
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => signOut(session.id)}
          aria-label={t('sessions.signOutOf', {
            device: session.device,
            time: momentText(new Date(session.last_seen_at)),
          })}
        >
          {t('sessions.signOut')}
        </Button>
      )}
    </li>
  )
}

function EndAll({ several }: { several: boolean }) {
  const [revokeKeys, setRevokeKeys] = useState(false)
  return (
    <ConfirmedButton
      button={{ icon: 'signout', children: several ? t('sessions.everywhere') : t('sessions.here') }}
      title={t('sessions.everywhereTitle')}
      action={t('sessions.here')}
      mutation={useEndAllSessions()}
      given={{ revokeKeys }}
      option={<Checkbox checked={revokeKeys} onChange={setRevokeKeys} label={t('sessions.revokeKeys')} />}
      onDone={() => window.location.assign('/sign-in')}
    >
      {revokeKeys ? t('sessions.keysRejected') : t('sessions.keysKept')}
    </ConfirmedButton>
  )
}

function currentFirst(one: Session, other: Session): number {
  if (one.current !== other.current) return one.current ? -1 : 1
  return other.last_seen_at.localeCompare(one.last_seen_at)
}
