import { Link } from '@tanstack/react-router'
import { WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
import { useEmailsDelayed } from '../../api/accounts/me.ts'
import type { DestinationKind } from '../../api/destinations/destinations.ts'
import { useOwned } from '../../api/endpoints/owned.ts'
import type { Delivery } from '../../api/schema.ts'
import { useDeliveries, useRouting } from '../../api/submissions/deliveries.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { UntilTime } from '../../controls/relative-time.tsx'
import { colon } from '../../language/sentences.ts'
import { rich, t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { Attempts } from './attempts.tsx'
import { describeState, explainState, getShownState } from './delivery-words.ts'
import { SendAgain } from './send-again.tsx'

/** Deliveries of a submission to all places, with their attempts and the answers to them. */
export function DeliveryView({ submission }: { submission: Submission }) {
  const query = useDeliveries(submission.id)
  const { data: endpoint } = useOwned('endpoints', submission.endpoint_id)
  const findKind = ({ channel, destination_id }: Delivery) =>
    channel === 'email'
      ? 'email'
      : (endpoint?.settings.destinations.find(({ id }) => id === destination_id)?.kind ?? null)
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={query} loading={<Loading />}>
        {(deliveries) => (
          <>
            {deliveries.length === 0 ? <p className="text-muted">{describeNoEmail(submission)}</p> : null}
            {deliveries.map((delivery) => (
              <DeliveryCard key={delivery.id} delivery={delivery} kind={findKind(delivery)} />
            ))}
            <RoutedTo submissionId={submission.id} />
            <SendAgain submission={submission} first={deliveries.length === 0} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function DeliveryCard({ delivery, kind }: { delivery: Delivery; kind: DestinationKind | null }) {
  const { channel, to, due_at, attempts } = delivery
  const emailsDelayed = useEmailsDelayed()
  // A destination that was removed: the channel is known, its kind is not.
  const known = kind ?? (channel === 'email' ? 'email' : 'webhook')
  const isEmail = known === 'email'
  const state = getShownState(delivery.state, isEmail && emailsDelayed)
  const { label, tone } = describeState(state, known)
  const due = state === 'queued' || state === 'delayed' || state === 'held' ? due_at : null
  const name = kind === null || kind === 'email' ? null : WEB_KINDS[kind].name
  const meaning = explainState(state, attempts, known)
  const explained = delivery.digest ? t('submission.delivery.inDigest', { explained: meaning }) : meaning
  const place =
    to ?? (isEmail ? t('submission.delivery.removedRecipient') : t('submission.delivery.removedDestination'))
  return (
    <section aria-label={describeWay(isEmail, name, to)} className="rounded-md border px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-all">{name === null ? place : `${name}${colon}${place}`}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted text-pretty">
        {due === null
          ? explained
          : rich('submission.delivery.nextTry', { explained, time: <UntilTime at={due} /> })}
      </p>
      <div className="mt-4">
        <Attempts delivery={{ ...delivery, state }} kind={known} />
      </div>
    </section>
  )
}

/** Returns the label of a delivery: "Email to ada@example.com". */
function describeWay(isEmail: boolean, name: string | null, place: string | null): string {
  if (place === null) {
    if (isEmail) return t('submission.delivery.emailToRemoved')
    return name === null
      ? t('submission.delivery.deliveryToRemoved')
      : t('submission.delivery.namedToRemoved', { name })
  }
  if (isEmail) return t('submission.delivery.emailTo', { place })
  return name === null
    ? t('submission.delivery.deliveryTo', { place })
    : t('submission.delivery.namedTo', { name, place })
}

function describeNoEmail({ folder, spam_reasons }: Submission): string {
  if (spam_reasons !== null && folder === 'spam') {
    return t('submission.delivery.none.spam')
  }
  return t('submission.delivery.none.off')
}

function Loading() {
  return (
    <div role="status" className="rounded-md border px-4 py-4">
      <span className="sr-only">{t('submission.loading.deliveries')}</span>
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="mt-3 h-4 w-5/6" />
      <Skeleton className="mt-6 h-4 w-1/3" />
      <Skeleton className="mt-3 h-4 w-1/3" />
    </div>
  )
}

/** Routing of the submission to a queue. */
function RoutedTo({ submissionId }: { submissionId: string }) {
  const { data: routing } = useRouting(submissionId)
  if (!routing) return null
  const { queue_id: queueId, refused } = routing
  return (
    <section aria-label={t('submission.queue.label')} className="rounded-md border px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-all">
          {rich('submission.queue.named', {
            queue: (
              <Link to="/queues/$queueId" params={{ queueId }} className="text-accent underline">
                {queueId}
              </Link>
            ),
          })}
        </h3>
        {refused === null ? (
          <Badge tone="good">{t('submission.queue.published')}</Badge>
        ) : (
          <Badge tone="bad">{t('submission.queue.refused')}</Badge>
        )}
      </div>
      <p className="mt-1 text-sm text-muted text-pretty">
        {refused === null ? t('submission.queue.sent') : describeRefusal(refused)}
      </p>
    </section>
  )
}

function describeRefusal(code: string): string {
  switch (code) {
    case 'monthly_quota':
      return t('submission.queue.quota')
    case 'endpoint_retired':
      return t('submission.queue.retired')
    default:
      return t('submission.queue.other', { code })
  }
}
