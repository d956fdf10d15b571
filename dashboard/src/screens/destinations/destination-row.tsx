import type { ReactNode } from 'react'
import { useDestinationDeliveries } from '../../api/destinations/deliveries.ts'
import {
  type Subject,
  useRemoveDestination,
  useResendConfirmation,
} from '../../api/destinations/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { Icon, type IconName } from '../../controls/icon.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { describeState } from '../submission/delivery-words.ts'
import { DISABLED_BECAUSE, getIcon, getName, STATES } from './destination-words.ts'
import { WebActions } from './web-actions.tsx'

type RowProps = {
  subject: Subject
  destination: Destination
  isRetired: boolean
  isUnused: boolean
  /** Shown in place of its last delivery. */
  result?: ReactNode
}

/** A destination: where it goes, its state, its last result, and what can be done with it. */
export function DestinationRow({ subject, destination, isRetired, isUnused, result }: RowProps) {
  const { kind, to, state } = destination
  const { label, tone } = isUnused ? ({ label: 'Not in use', tone: 'warn' } as const) : STATES[state]
  return (
    <RowFrame icon={getIcon(kind)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-semibold">{getName(kind)}</span>
            <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{to}</span>
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-sm text-muted text-pretty">
            <Explanation destination={destination} isUnused={isUnused} />
            {result ?? (kind === 'email' ? null : <LastResult subject={subject} destination={destination} />)}
          </p>
        </div>
        {kind === 'email' ? (
          <EmailActions subject={subject} destination={destination} />
        ) : (
          <WebActions subject={subject} destination={{ ...destination, kind }} isRetired={isRetired} />
        )}
      </div>
    </RowFrame>
  )
}

/** A row of the list. */
export function RowFrame({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  )
}

function Explanation({ destination, isUnused }: { destination: Destination; isUnused: boolean }) {
  const { state, stopped_at, disabled_at, disabled_because } = destination
  if (isUnused)
    return 'Your plan delivers to one place at a time. Turn your emails off to deliver here instead. '
  if (stopped_at !== null)
    return (
      <>
        Turned these emails off <RelativeTime at={stopped_at} />. Only this address can turn them back on.
      </>
    )
  if (disabled_at !== null && disabled_because !== null)
    return (
      <>
        Disabled <RelativeTime at={disabled_at} /> {DISABLED_BECAUSE[disabled_because]}{' '}
      </>
    )
  if (state === 'untested') return 'Gets nothing until a test has reached it. '
  return null
}

/** The newest delivery: "Accepted 3 minutes ago: 200 ok". */
function LastResult({ subject, destination }: Pick<RowProps, 'subject' | 'destination'>) {
  const { data } = useDestinationDeliveries(subject, destination.id)
  const last = data?.pages[0]?.data[0]
  if (last === undefined) return destination.state === 'active' ? 'Nothing was delivered yet.' : null
  const attempt = last.attempts.at(-1)
  return (
    <span className="line-clamp-2 [overflow-wrap:anywhere]">
      Last delivery: {describeState(last.state, destination.kind).label.toLowerCase()}{' '}
      <RelativeTime at={attempt?.started_at ?? last.created_at} />
      {attempt?.answer ? ` · ${attempt.answer}` : null}
    </span>
  )
}

function EmailActions({ subject, destination }: Pick<RowProps, 'subject' | 'destination'>) {
  const remove = useRemoveDestination(subject)
  const again = useResendConfirmation(subject)
  const { id, to, state } = destination
  const resend = useAction(again, {
    failed: 'Not sent again',
    done: () => ({ title: `Confirmation email sent to ${to}` }),
  })
  return (
    <div className="flex gap-2">
      {state !== 'unconfirmed' ? null : (
        <Button
          size="small"
          busy={again.isPending}
          aria-label={`Resend the confirmation email to ${to}`}
          onClick={() => resend(id)}
        >
          Resend
        </Button>
      )}
      <ConfirmedButton
        button={{
          size: 'small',
          weight: 'danger-plain',
          'aria-label': `Remove ${to}`,
          children: 'Remove',
        }}
        title="Remove this email address?"
        action="Remove"
        mutation={remove}
        given={id}
        done={() => `${to} removed`}
      >
        {to} gets no more submissions of this form. If you add it again, it has to confirm again.
      </ConfirmedButton>
    </div>
  )
}
