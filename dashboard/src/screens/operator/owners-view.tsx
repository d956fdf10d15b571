import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { type OverseenOwner, useOwners, useSignOutOwner } from '../../api/accounts/operator.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { bytesText } from '../../controls/numbers.ts'
import { Menu, MenuItem, MenuLine } from '../../controls/overlays/menu.tsx'
import { t } from '../../language/texts.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { List, Row, SuspendButton } from './overseen-list.tsx'
import { OwnerDeletion } from './owner-deletion.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { useSaveOwner } from './save-owner.ts'
import { SuspensionDialog, type SuspensionOf } from './suspension-dialog.tsx'

/** Owners of the instance, each with what the operator can do about them. */
export function OwnersView({ q }: { q: string | undefined }) {
  const query = useOwners(q)
  const [changed, setChanged] = useState<SuspensionOf | null>(null)
  const [signedOut, setSignedOut] = useState<OverseenOwner | null>(null)
  const [planned, setPlanned] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<OverseenOwner | null>(null)
  const signOut = useSignOutOwner()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} />}>
      {({ data, more }) => (
        <>
          <List
            label={t('operator.sections.owners')}
            isEmpty={data.length === 0}
            empty={t('operator.owners.empty')}
            more={more}
          >
            {data.map((owner) => (
              <OwnerRow
                key={owner.email}
                owner={owner}
                onPlan={setPlanned}
                onSuspend={setChanged}
                onSignOut={setSignedOut}
                onDelete={setDeleted}
              />
            ))}
          </List>
          <SuspensionDialog change={changed} onClose={() => setChanged(null)} />
          <OwnerDeletion owner={deleted} onClose={() => setDeleted(null)} />
          <PlanDialog email={planned} onClose={() => setPlanned(null)} />
          <ConfirmedAction
            open={signedOut !== null}
            onClose={() => setSignedOut(null)}
            title={t('operator.signOut.title')}
            action={t('operator.signOut.action')}
            mutation={signOut}
            given={{ email: signedOut?.email ?? '' }}
            done={() => t('operator.signOut.done')}
          >
            {t('operator.signOut.text', {
              count: signedOut?.sessions ?? 0,
              email: signedOut?.email ?? '',
            })}
          </ConfirmedAction>
        </>
      )}
    </Loaded>
  )
}

function OwnerRow(props: {
  owner: OverseenOwner
  onPlan: (email: string) => void
  onSuspend: (change: SuspensionOf) => void
  onSignOut: (owner: OverseenOwner) => void
  onDelete: (owner: OverseenOwner) => void
}) {
  const { owner, onPlan, onSuspend, onSignOut, onDelete } = props
  const { data: me } = useMe()
  const save = useSaveOwner()
  const { email, plan, created_at, suspended, endpoints, submissions, stored_bytes, sessions } = owner
  return (
    <Row
      title={email}
      suspended={suspended}
      facts={[
        plan,
        t('operator.amounts.endpoints', { count: endpoints }),
        t('operator.amounts.submissions', { count: submissions }),
        bytesText(stored_bytes),
        t('operator.amounts.sessions', { count: sessions }),
      ]}
      since={created_at}
    >
      <Button size="small" aria-label={t('operator.plan.title', { email })} onClick={() => onPlan(email)}>
        {t('operator.plan.open')}
      </Button>
      <SuspendButton subject={email} isSuspended={suspended !== null} onClick={onSuspend} />
      <Menu trigger={<IconButton icon="more" label={t('operator.owners.more', { email })} />}>
        <MenuItem icon="download" onSelect={() => save(email)}>
          {t('operator.owners.export')}
        </MenuItem>
        <MenuItem icon="signout" disabled={sessions === 0} onSelect={() => onSignOut(owner)}>
          {t('operator.signOut.action')}
        </MenuItem>
        {email === me?.email ? null : (
          <>
            <MenuLine />
            <MenuItem icon="trash" onSelect={() => onDelete(owner)}>
              {t('operator.owners.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
    </Row>
  )
}
