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
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { FormName } from './form-choice.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { listRoles } from './roles.ts'

/** People who may see the account, or one of its forms. */
export function PeopleScreen() {
  const query = useMembers()
  const { data: me } = useMe()
  const [inviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Member | null>(null)
  const remove = useRemoveMember()
  useShortcuts([{ keys: 'n', does: t('people.invite.title'), group: 'list', run: () => setInviting(true) }])
  const invite = (
    <Button weight="main" icon="plus" onClick={() => setInviting(true)}>
      {t('people.invite.action')}
    </Button>
  )
  const limit = me?.plan.members ?? 0
  return (
    <SettingsPage
      title={t('people.title')}
      description={t('people.about', { count: limit })}
      actions={query.data?.length ? invite : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState icon="people" title={t('people.empty.title')} actions={invite}>
              {t('people.empty.text')}
            </EmptyState>
          ) : (
            <ul aria-label={t('people.members')} className="divide-y rounded-md border bg-card">
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
          removed?.accepted_at
            ? t('people.remove.title', { email: removed.email })
            : t('people.withdraw.title', { email: removed?.email ?? '' })
        }
        action={removed?.accepted_at ? t('people.remove.action') : t('people.withdraw.action')}
        mutation={remove}
        given={removed?.id ?? ''}
        done={() => (removed?.accepted_at ? t('people.remove.done') : t('people.withdraw.done'))}
      >
        {removed?.accepted_at ? t('people.remove.text') : t('people.withdraw.text')}
      </ConfirmedAction>
    </SettingsPage>
  )
}

function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const { id, email, role, form_id, accepted_at, expires_at } = member
  const change = useChangeRole()
  const save = useAction(change, {
    failed: t('shell.words.notChanged'),
    done: () => ({ title: t('people.roleChanged') }),
  })
  const time = <RelativeTime at={accepted_at ?? expires_at ?? member.invited_at} />
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
          {accepted_at === null ? <Badge tone="warn">{t('people.invited')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {form_id === null ? t('people.wholeAccount') : <FormName id={form_id} />} ·{' '}
          {rich(accepted_at === null ? 'people.expires' : 'people.joined', { time })}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <Select
          label={t('people.roleOf', { email })}
          value={role}
          choices={listRoles()}
          onChange={(chosen: Role) => chosen !== role && save({ id, role: chosen })}
        />
        <Button
          size="small"
          weight="danger-plain"
          aria-label={
            accepted_at === null ? t('people.withdraw.named', { email }) : t('people.remove.named', { email })
          }
          onClick={onRemove}
        >
          {accepted_at === null ? t('people.withdraw.action') : t('people.remove.action')}
        </Button>
      </div>
    </li>
  )
}
