import type { ReactNode } from 'react'
import { type DestinationDelivery, useDestinationDeliveries } from '../../api/destinations/deliveries.ts'
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
import { type FilledKey, rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
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
  const { label, tone } = isUnused
    ? ({ label: 'destinations.states.notInUse', tone: 'warn' } as const)
    : STATES[state]
  return (
    <RowFrame icon={getIcon(kind)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-semibold">{getName(kind)}</span>
            <bdi className="min-w-0 text-muted [overflow-wrap:anywhere]">{to}</bdi>
            <Badge tone={tone}>{t(label)}</Badge>
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
  if (isUnused) return t('destinations.onePlaceOnly')
  if (stopped_at !== null) return rich('destinations.row.stopped', { time: <RelativeTime at={stopped_at} /> })
  if (disabled_at !== null && disabled_because !== null)
    return rich(DISABLED_BECAUSE[disabled_because], { time: <RelativeTime at={disabled_at} /> })
  if (state === 'untested') return t('destinations.row.untested')
  return null
}

/** The newest delivery: "Accepted 3 minutes ago: 200 ok". */
function LastResult({ subject, destination }: Pick<RowProps, 'subject' | 'destination'>) {
  const { data } = useDestinationDeliveries(subject, destination.id)
  const last = data?.pages[0]?.data[0]
  if (last === undefined)
    return destination.state === 'active' ? (
      <span className="block">{t('destinations.row.nothingYet')}</span>
    ) : null
  const attempt = last.attempts.at(-1)
  return (
    <span className="line-clamp-2 [overflow-wrap:anywhere]">
      {rich(describeLast(last.state, destination.kind), {
        time: <RelativeTime at={attempt?.started_at ?? last.created_at} />,
      })}
      {attempt?.answer ? (
        <>
          {' · '}
          <bdi>{attempt.answer}</bdi>
        </>
      ) : null}
    </span>
  )
}

const LAST = {
  queued: 'destinations.row.last.queued',
  delayed: 'destinations.row.last.delayed',
  held: 'destinations.row.last.held',
  sent: 'destinations.row.last.posted',
  kept: 'destinations.row.last.kept',
  bounced: 'destinations.row.last.bounced',
  failed: 'destinations.row.last.failed',
  suppressed: 'destinations.row.last.suppressed',
} as const satisfies Record<DestinationDelivery['state'], FilledKey>

function describeLast(state: DestinationDelivery['state'], kind: Destination['kind']) {
  return state === 'sent' && kind === 'webhook' ? 'destinations.row.last.accepted' : LAST[state]
}

function EmailActions({ subject, destination }: Pick<RowProps, 'subject' | 'destination'>) {
  const remove = useRemoveDestination(subject)
  const again = useResendConfirmation(subject)
  const { id, to, state } = destination
  const resend = useAction(again, {
    failed: t('destinations.notSentAgain'),
    done: () => ({ title: t('destinations.email.sent', { address: to }) }),
  })
  return (
    <div className="flex gap-2">
      {state !== 'unconfirmed' ? null : (
        <Button
          size="small"
          busy={again.isPending}
          aria-label={t('destinations.email.resendTo', { address: to })}
          onClick={() => resend(id)}
        >
          {t('destinations.email.resend')}
        </Button>
      )}
      <ConfirmedButton
        button={{
          size: 'small',
          weight: 'danger-plain',
          'aria-label': t('destinations.email.removeNamed', { address: to }),
          children: t('shell.words.remove'),
        }}
        title={t('destinations.email.removeTitle')}
        action={t('shell.words.remove')}
        mutation={remove}
        given={id}
        done={() => t('destinations.removed', { name: to })}
      >
        {t('destinations.email.removeText', { address: to })}
      </ConfirmedButton>
    </div>
  )
}
