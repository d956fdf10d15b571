import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { type Role, useChangeRole, useMembers, useRemoveMember } from '../../api/accounts/members.ts'
import type { Member } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { FormName } from './form-choice.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ROLES } from './roles.ts'

/** People who may see the account, or one of its forms. */
export function PeopleScreen() {
  const query = useMembers()
  const { data: me } = useMe()
  const [inviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Member | null>(null)
  const remove = useRemoveMember()
  useShortcuts([{ keys: 'n', does: 'Invite a person', group: 'list', run: () => setInviting(true) }])
  const invite = (
    <Button weight="main" icon="plus" onClick={() => setInviting(true)}>
      Invite
    </Button>
  )
  const limit = me?.plan.members ?? 0
  return (
    <SettingsPage
      title="People"
      description={`Work on this account with others. Your plan includes ${limit === 1 ? 'one member' : `${limit} members`}.`}
      actions={query.data?.length ? invite : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading the members" />}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState icon="people" title="No members yet" actions={invite}>
              Give a colleague or client access to the whole account or to a single form.
            </EmptyState>
          ) : (
            <ul aria-label="Members" className="divide-y rounded-md border bg-card">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} onRemove={() => setRemoved(member)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      {/* Not in the row, which is gone once it is done: then nothing would take the focus back. */}
      <ConfirmedAction
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={
          removed?.accepted_at ? `Remove ${removed.email}?` : `Withdraw the invitation to ${removed?.email}?`
        }
        action={removed?.accepted_at ? 'Remove' : 'Withdraw'}
        mutation={remove}
        given={removed?.id ?? ''}
        done={() => (removed?.accepted_at ? 'Member removed' : 'Invitation withdrawn')}
      >
        {removed?.accepted_at
          ? 'They are signed out at once wherever they use this account, and the keys that they created stop working.'
          : 'The link in the email stops working.'}
      </ConfirmedAction>
    </SettingsPage>
  )
}

function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const { id, email, role, form_id, accepted_at, expires_at } = member
  const change = useChangeRole()
  const save = useAction(change, { failed: 'Not changed', done: () => ({ title: 'Role changed' }) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
          {accepted_at === null ? <Badge tone="warn">Invited</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {form_id === null ? 'Whole account' : <FormName id={form_id} />} ·{' '}
          {accepted_at === null ? 'expires ' : 'joined '}
          <RelativeTime at={accepted_at ?? expires_at ?? member.invited_at} />
        </p>
      </div>
      <div className="flex items-center gap-3">
        <Select
          label={`Role of ${email}`}
          value={role}
          choices={ROLES}
          onChange={(chosen: Role) => chosen !== role && save({ id, role: chosen })}
        />
        <Button
          size="small"
          weight="danger-plain"
          aria-label={`${accepted_at === null ? 'Withdraw the invitation to' : 'Remove'} ${email}`}
          onClick={onRemove}
        >
          {accepted_at === null ? 'Withdraw' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}
