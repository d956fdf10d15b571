import { type ReactNode, useState } from 'react'
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
import { bytesText, count, pluralize } from '../../controls/numbers.ts'
import { Day } from '../../controls/relative-time.tsx'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { SuspensionDialog, type SuspensionOf } from './suspension-dialog.tsx'

type Change = { subject: string; suspended: boolean }

/** Owners of the instance, each with what the operator can do about them. */
export function OwnersView({ q }: { q: string | undefined }) {
  const query = useOwners(q)
  const [changed, setChanged] = useState<SuspensionOf | null>(null)
  const [signedOut, setSignedOut] = useState<OverseenOwner | null>(null)
  const [planned, setPlanned] = useState<string | null>(null)
  const signOut = useSignOutOwner()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the owners" />}>
      {({ data, more }) => (
        <>
          <List label="Owners" isEmpty={data.length === 0} empty="No owner found" more={more}>
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
            title="Sign this owner out everywhere?"
            action="Sign out"
            mutation={signOut}
            given={{ email: signedOut?.email ?? '' }}
            done={() => 'Signed out everywhere'}
          >
            Ends {pluralize(signedOut?.sessions ?? 0, 'session')} of {signedOut?.email}. Their API keys keep
            working.
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
        pluralize(endpoints, 'endpoint'),
        pluralize(submissions, 'submission'),
        bytesText(stored_bytes),
        pluralize(sessions, 'session'),
      ]}
      since={created_at}
    >
      <Button size="small" onClick={() => onPlan(email)}>
        Plan and usage<span className="sr-only"> of {email}</span>
      </Button>
      <Button size="small" disabled={sessions === 0} onClick={() => onSignOut(owner)}>
        Sign out<span className="sr-only"> {email}</span>
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
    <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the endpoints" />}>
      {({ data, more }) => (
        <>
          <List label="Endpoints" isEmpty={data.length === 0} empty="No endpoint found" more={more}>
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
    kind,
    owner ?? 'not claimed',
    ...(site === null ? [] : [site]),
    `${count(accepted)} accepted`,
  ]
  return (
    <Row
      title={<code>{id}</code>}
      suspended={suspended}
      state={state === 'suspended' && suspended === null ? 'account suspended' : state}
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
    <Button size="small" onClick={() => onClick({ subject, suspended: !isSuspended })}>
      {isSuspended ? 'Lift suspension' : 'Suspend'}
      <span className="sr-only"> {subject}</span>
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
      {props.more ? (
        <p className="text-sm text-muted">Only the newest are listed. Search for the others.</p>
      ) : null}
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
          {suspended ? <Badge tone="warn">Suspended</Badge> : null}
          {state && !suspended ? <Badge>{state}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {facts.join(' · ')} · since <Day at={since} />
        </p>
        {suspended?.reason ? (
          <p className="text-sm text-muted">
            Reason: <bdi>{suspended.reason}</bdi>
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
