import { Fragment, type ReactNode } from 'react'
import type { OverseenOwner } from '../../api/accounts/operator.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { Day } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import type { SuspensionOf } from './suspension-dialog.tsx'

/** Suspends, or lifts a suspension; the dialog asks first. */
export function SuspendButton(props: {
  subject: string
  isSuspended: boolean
  onClick: (change: SuspensionOf) => void
}) {
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

/** Owners or endpoints, and a sentence if there are more. */
export function List(props: {
  label: string
  isEmpty: boolean
  empty: string
  more?: boolean
  children: ReactNode
}) {
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

/** An owner or an endpoint, with what can be done about it. */
export function Row(props: {
  title: ReactNode
  suspended?: OverseenOwner['suspended']
  state?: string
  facts: readonly string[]
  /** When it began. */
  since?: string
  /** Below the facts. */
  below?: ReactNode
  children: ReactNode
}) {
  const { title, suspended, state, facts, since, below, children } = props
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title}
          {suspended ? <Badge tone="warn">{t('operator.suspended')}</Badge> : null}
          {state && !suspended ? <Badge>{state}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              <bdi>{fact}</bdi>
              {since === undefined && index === facts.length - 1 ? null : ' · '}
            </Fragment>
          ))}
          {since === undefined ? null : rich('operator.since', { day: <Day at={since} /> })}
        </p>
        {below}
        {suspended?.reason ? (
          <p className="text-sm text-muted">
            {rich('operator.reason', { reason: <bdi>{suspended.reason}</bdi> })}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </li>
  )
}
