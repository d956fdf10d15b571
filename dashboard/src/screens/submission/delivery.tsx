import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEmailsDelayed } from '../../api/accounts/me.ts'
import type { Delivery } from '../../api/schema.ts'
import { type Attempt, useDeliveries, useRouting } from '../../api/submissions/deliveries.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { classes } from '../../controls/classes.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Moment, UntilTime } from '../../controls/relative-time.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { describeAnswer, describeOutcome, explainState, getShownState, STATES } from './delivery-words.ts'
import { SendAgain } from './send-again.tsx'

/** Emails of a submission with their attempts and server responses. */
export function DeliveryView({ submission }: { submission: Submission }) {
  const query = useDeliveries(submission.id)
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={query} loading={<Loading />}>
        {(deliveries) => (
          <>
            {deliveries.length === 0 ? <p className="text-muted">{describeNoEmail(submission)}</p> : null}
            {deliveries.map((delivery) => (
              <Email key={delivery.id} delivery={delivery} />
            ))}
            <RoutedTo submissionId={submission.id} />
            <SendAgain submission={submission} first={deliveries.length === 0} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Email({ delivery }: { delivery: Delivery }) {
  const { kind, to, due_at, created_at, attempts } = delivery
  const state = getShownState(delivery.state, useEmailsDelayed())
  const { label, tone } = STATES[state]
  const due = state === 'queued' || state === 'delayed' || state === 'held' ? due_at : null
  return (
    <section aria-label={`Email to ${to ?? 'a removed recipient'}`} className="rounded-md border px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-all">{to ?? 'A removed recipient'}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted text-pretty">
        {explainState(state, attempts)}
        {due === null ? null : (
          <>
            {' '}
            Next try <UntilTime at={due} />.
          </>
        )}
      </p>
      <ol className="mt-4 flex flex-col">
        <Step dot="bg-edge" at={created_at} last={attempts.length === 0}>
          {kind === 'claim' ? 'Queued, with the claim link' : 'Queued'}
        </Step>
        {attempts.map((attempt, place) => (
          <AttemptRow
            key={attempt.started_at}
            attempt={attempt}
            state={state}
            last={place === attempts.length - 1}
          />
        ))}
      </ol>
    </section>
  )
}

const DOTS = { plain: 'bg-edge', good: 'bg-accent', warn: 'bg-warn', bad: 'bg-danger' } as const

function AttemptRow(props: { attempt: Attempt; state: Delivery['state']; last: boolean }) {
  const { attempt, state, last } = props
  const { label, tone } = describeOutcome(attempt, state)
  return (
    <Step dot={DOTS[tone]} at={attempt.ended_at ?? attempt.started_at} last={last}>
      {label}
      {attempt.answer === null ? null : (
        <code className="mt-1 block rounded-sm bg-sunken px-2 py-1 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {describeAnswer(attempt.answer)}
        </code>
      )}
    </Step>
  )
}

function Step(props: { dot: string; at: string; last: boolean; children: ReactNode }) {
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      {props.last ? null : <span className="absolute top-3 -bottom-1.5 left-1 -ml-px border-l-2" />}
      <span className={classes('relative mt-1.5 size-2 shrink-0 rounded-full', props.dot)} />
      <div className="min-w-0 flex-1 text-sm">
        {props.children}
        <Moment at={props.at} className="block text-xs text-muted" />
      </div>
    </li>
  )
}

function describeNoEmail({ folder, spam_reasons }: Submission): string {
  if (spam_reasons !== null && folder === 'spam') {
    return "Spam isn't emailed. “Not spam” moves it to the inbox and sends its email."
  }
  return 'No email was sent: emails were off for this form when it arrived.'
}

function Loading() {
  return (
    <div role="status" className="rounded-md border px-4 py-4">
      <span className="sr-only">Loading the emails</span>
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
    <section aria-label="Queue" className="rounded-md border px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-all">
          Queue{' '}
          <Link to="/queues/$queueId" params={{ queueId }} className="text-accent underline">
            {queueId}
          </Link>
        </h3>
        {refused === null ? <Badge tone="good">Published</Badge> : <Badge tone="bad">Refused</Badge>}
      </div>
      <p className="mt-1 text-sm text-muted text-pretty">
        {refused === null ? 'Sent to the queue as a message.' : describeRefusal(refused)}
      </p>
    </section>
  )
}

function describeRefusal(code: string): string {
  switch (code) {
    case 'monthly_quota':
      return 'The monthly message quota was used up. The email was still sent.'
    case 'endpoint_retired':
      return 'The queue is retired. The email was still sent.'
    default:
      return `The queue rejected the message (${code}). The email was still sent.`
  }
}
