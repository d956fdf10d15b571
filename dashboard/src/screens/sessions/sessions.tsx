import { useState } from 'react'
import { useEndAllSessions, useEndSession, useSessions } from '../../api/accounts/sessions.ts'
import type { Session } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Checkbox } from '../../controls/fields/checkbox.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { momentText } from '../../controls/time-words.ts'
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
      title="Sessions"
      description="You're signed out after 7 days of inactivity, or 30 days at most."
      actions={query.data ? <EndAll several={several} /> : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading your sessions" />}>
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
    failed: 'Not signed out',
    done: () => ({ title: `Signed out ${session.device}` }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5 font-semibold">
          {session.device}
          {session.current ? <Badge tone="good">This device</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Last used <RelativeTime at={session.last_seen_at} />, signed in{' '}
          <RelativeTime at={session.created_at} />
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => signOut(session.id)}
          aria-label={`Sign out ${session.device}, last used ${momentText(new Date(session.last_seen_at))}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function EndAll({ several }: { several: boolean }) {
  const [revokeKeys, setRevokeKeys] = useState(false)
  return (
    <ConfirmedButton
      button={{ icon: 'signout', children: several ? 'Sign out everywhere' : 'Sign out' }}
      title="Sign out everywhere?"
      action="Sign out"
      mutation={useEndAllSessions()}
      given={{ revokeKeys }}
      option={
        <Checkbox
          checked={revokeKeys}
          onChange={setRevokeKeys}
          label="Also revoke all keys: of the account, its queues and telemetry endpoints"
        />
      }
      onDone={() => window.location.assign('/sign-in')}
    >
      You'll be signed out on every browser, including this one.{' '}
      {revokeKeys ? 'Programs that use a key will be rejected.' : 'Keys keep working.'}
    </ConfirmedButton>
  )
}

function currentFirst(one: Session, other: Session): number {
  if (one.current !== other.current) return one.current ? -1 : 1
  return other.last_seen_at.localeCompare(one.last_seen_at)
}
