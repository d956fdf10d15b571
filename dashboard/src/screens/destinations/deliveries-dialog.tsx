import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type DestinationDelivery,
  isPending,
  useDestinationDeliveries,
  useRecover,
  useResendTo,
} from '../../api/destinations/deliveries.ts'
import type { EventType, Subject, WebDestination } from '../../api/destinations/destinations.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { Attempts } from '../submission/attempts.tsx'
import { describeState } from '../submission/delivery-words.ts'
import { EVENTS, getName } from './destination-words.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type About = { subject: Subject; destination: WebDestination }

/** Deliveries to a destination with their attempts; sends one again, or all that it missed. */
export function DeliveriesDialog({ subject, destination, onClose }: About & { onClose: () => void }) {
  const { id, kind, to, state } = destination
  const query = useDestinationDeliveries(subject, id)
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={t('destinations.deliveries.title', { kind: getName(kind) })}
      description={<bdi>{to}</bdi>}
      actions={<Button onClick={onClose}>{t('destinations.done')}</Button>}
    >
      {subject.kind === 'endpoints' && state === 'active' ? (
        <Recover subject={subject} destination={destination} />
      ) : null}
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.data)
          if (deliveries.length === 0) return <p className="text-muted">{t('destinations.row.nothingYet')}</p>
          return (
            <>
              <ul aria-label={t('destinations.deliveries.list')} className="divide-y rounded-md border">
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} {...{ subject, destination, delivery }} />
                ))}
              </ul>
              <LoadMore more={query} />
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function DeliveryRow({ subject, destination, delivery }: About & { delivery: DestinationDelivery }) {
  const { event, submission_id: submissionId, attempts, state, created_at } = delivery
  const { label, tone } = describeState(state, destination.kind)
  const again = useResendTo(subject, destination.id)
  const resend = useAction(again, {
    failed: t('destinations.notSentAgain'),
    done: () => ({ title: t('destinations.sentAgain') }),
  })
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <span className="font-semibold">{describeEvent(event)}</span>{' '}
          <span className="text-muted">
            <RelativeTime at={created_at} />
          </span>
          {submissionId === null ? null : (
            <Link
              to="/inbox/$submissionId"
              params={{ submissionId }}
              className="block text-accent underline underline-offset-4"
            >
              {t('destinations.deliveries.open')}
            </Link>
          )}
        </p>
        <Badge tone={tone}>{label}</Badge>
        {submissionId === null || isPending(delivery) || destination.state !== 'active' ? null : (
          <Button size="small" busy={again.isPending} onClick={() => resend(submissionId)}>
            {t('destinations.sendAgain')}
          </Button>
        )}
      </div>
      {attempts.length === 0 ? null : (
        <details className="mt-1">
          <summary className="min-h-6 cursor-pointer text-sm text-muted hover:text-ink">
            {t('destinations.deliveries.attempts', { count: attempts.length })}
          </summary>
          <div className="mt-2">
            <Attempts delivery={delivery} kind={destination.kind} />
          </div>
        </details>
      )}
    </li>
  )
}

/** An event that this page does not know is shown as the service names it. */
function describeEvent(event: string): string {
  const words = EVENTS[event as EventType]
  return words ? t(words.one) : event
}

/** Sends again what a destination missed since a time. */
function Recover({ subject, destination }: About) {
  const [since, setSince] = useState(() => toLocal(new Date(Date.now() - DAY_MS)))
  const recover = useRecover(subject, destination.id)
  const run = useAction(recover, {
    failed: t('destinations.recover.failed'),
    done: ({ recovered, more }) => ({
      title:
        recovered === 0
          ? t('destinations.recover.missedNothing')
          : t('destinations.recover.queued', { count: recovered }),
      ...(more ? { description: t('destinations.recover.more') } : {}),
    }),
  })
  const at = new Date(since)
  const isTime = !Number.isNaN(at.getTime())
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        run({ since: at.toISOString() })
      }}
    >
      <TextField
        label={t('destinations.recover.label')}
        type="datetime-local"
        value={since}
        onChange={(event) => setSince(event.target.value)}
        className="min-w-52 flex-1"
      />
      <Button type="submit" icon="refresh" busy={recover.isPending} disabled={!isTime}>
        {t('destinations.recover.button')}
      </Button>
    </form>
  )
}

/** "2026-11-21T18:21", as fields of this type have it, in the time zone of the browser. */
function toLocal(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}
