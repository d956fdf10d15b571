import { Fragment, type ReactNode, useState } from 'react'
import {
  type OverseenEndpoint,
  type OverseenOwner,
  useOverseenEndpoints,
  useOwners,
  useSignOutOwner,
} from '../../api/accounts/operator.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { bytesText } from '../../controls/numbers.ts'
import { Day } from '../../controls/relative-time.tsx'
import { type PlainKey, rich, t } from '../../language/texts.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { SuspensionDialog, type SuspensionOf } from './suspension-dialog.tsx'

const KINDS = {
  form: 'operator.kinds.form',
  telemetry: 'operator.kinds.telemetry',
  queue: 'operator.kinds.queue',
} satisfies Record<OverseenEndpoint['kind'], PlainKey>

const STATES = {
  unclaimed: 'operator.states.unclaimed',
  claimed: 'operator.states.claimed',
  frozen: 'operator.states.frozen',
  expired: 'operator.states.expired',
  retired: 'operator.states.retired',
  suspended: 'operator.states.suspended',
} satisfies Record<OverseenEndpoint['state'], PlainKey>

type Change = { subject: string; suspended: boolean }

/** Owners of the instance, each with what the operator can do about them. */
export function OwnersView({ q }: { q: string | undefined }) {
  const query = useOwners(q)
  const [changed, setChanged] = useState<SuspensionOf | null>(null)
  const [signedOut, setSignedOut] = useState<OverseenOwner | null>(null)
  const [planned, setPlanned] = useState<string | null>(null)
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
              />
            ))}
          </List>
          <SuspensionDialog change={changed} onClose={() => setChanged(null)} />
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
  onSuspend: (change: Change) => void
  onSignOut: (owner: OverseenOwner) => void
}) {
  const { owner, onPlan, onSuspend, onSignOut } = props
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
      <Button
        size="small"
        aria-label={t('operator.signOut.named', { email })}
        disabled={sessions === 0}
        onClick={() => onSignOut(owner)}
      >
        {t('operator.signOut.action')}
      </Button>
      <SuspendButton subject={email} isSuspended={suspended !== null} onClick={onSuspend} />
    </Row>
  )
}

/** Endpoints of the instance, also those that nobody has claimed. */
export function EndpointsView({ q }: { q: string | undefined }) {
  const query = useOverseenEndpoints(q)
  const [changed, setChanged] = useState<SuspensionOf | null>(null)
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} />}>
      {({ data, more }) => (
        <>
          <List
            label={t('operator.sections.endpoints')}
            isEmpty={data.length === 0}
            empty={t('operator.endpoints.empty')}
            more={more}
          >
            {data.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} onSuspend={setChanged} />
            ))}
          </List>
          <SuspensionDialog change={changed} onClose={() => setChanged(null)} />
        </>
      )}
    </Loaded>
  )
}

function EndpointRow(props: { endpoint: OverseenEndpoint; onSuspend: (change: Change) => void }) {
  const { id, kind, owner, site, state, suspended, created_at, accepted } = props.endpoint
  const isEnded = state === 'expired' || state === 'retired'
  const facts = [
    t(KINDS[kind]),
    owner ?? t('operator.endpoints.noOwner'),
    ...(site === null ? [] : [site]),
    t('operator.endpoints.accepted', { count: accepted }),
  ]
  return (
    <Row
      title={<code>{id}</code>}
      suspended={suspended}
      state={t(
        state === 'suspended' && suspended === null ? 'operator.states.accountSuspended' : STATES[state],
      )}
      facts={facts}
      since={created_at}
    >
      {isEnded ? null : (
        <SuspendButton subject={id} isSuspended={suspended !== null} onClick={props.onSuspend} />
      )}
    </Row>
  )
}

function SuspendButton(props: { subject: string; isSuspended: boolean; onClick: (change: Change) => void }) {
  const { subject, isSuspended, onClick } = props
  return (
    <Button
      size="small"
      aria-label={
        isSuspended
          ? t('operator.suspension.liftNamed', { subject })
          : t('operator.suspension.suspendNamed', { subject })
      }
      onClick={() => onClick({ subject, suspended: !isSuspended })}
    >
      {isSuspended ? t('operator.suspension.lift') : t('operator.suspension.suspend')}
    </Button>
  )
}

function List(props: { label: string; isEmpty: boolean; empty: string; more: boolean; children: ReactNode }) {
  if (props.isEmpty) return <p className="text-muted">{props.empty}</p>
  return (
    <>
      <ul aria-label={props.label} className="divide-y rounded-md border bg-card">
        {props.children}
      </ul>
      {props.more ? <p className="text-sm text-muted">{t('operator.onlyNewest')}</p> : null}
    </>
  )
}

function Row(props: {
  title: ReactNode
  suspended: OverseenOwner['suspended']
  state?: string
  facts: readonly string[]
  since: string
  children: ReactNode
}) {
  const { title, suspended, state, facts, since, children } = props
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title}
          {suspended ? <Badge tone="warn">{t('operator.suspended')}</Badge> : null}
          {state && !suspended ? <Badge>{state}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {facts.map((fact) => (
            <Fragment key={fact}>
              <bdi>{fact}</bdi> ·{' '}
            </Fragment>
          ))}
          {rich('operator.since', { day: <Day at={since} /> })}
        </p>
        {suspended?.reason ? (
          <p className="text-sm text-muted">
            {rich('operator.reason', { reason: <bdi>{suspended.reason}</bdi> })}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
