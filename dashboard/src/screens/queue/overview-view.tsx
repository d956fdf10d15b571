import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type QueueRate, useQueueRates } from '../../api/queues/queue-messages.ts'
import type { Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { PairChart } from '../../controls/charts/pair-chart.tsx'
import { classes } from '../../controls/classes.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { count, pluralize } from '../../controls/numbers.ts'
import { Age } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { EndpointMonth } from '../../shell/owned/endpoint-month.tsx'
import { TestButton } from '../../shell/owned/test-button.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { WaitingSection } from './waiting-section.tsx'

/** Overview of a queue: counts, rates, waiting messages. */
export function OverviewView({ queue }: { queue: Queue }) {
  const [publishing, setPublishing] = useState(false)
  const open = queue.state === 'claimed'
  useShortcuts(
    open ? [{ keys: 'p', does: 'Publish a message', group: 'queue', run: () => setPublishing(true) }] : [],
  )
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-3 sm:gap-6 xl:grid-cols-4">
        <QueueFigure
          name="Oldest message"
          value={queue.oldest_message_at === null ? '–' : <Age since={queue.oldest_message_at} />}
          note={
            queue.oldest_message_at === null
              ? 'Nothing is waiting.'
              : 'Age of the first message in the backlog.'
          }
        />
        <QueueCount name="Backlog" value={queue.backlog_count} note="Waiting or in flight." />
        <QueueCount name="In flight" value={queue.in_flight_count} note="Being processed now." />
        <QueueCount
          name="Dead"
          value={queue.dead_count}
          bad
          note={
            queue.dead_count === 0 ? (
              `Failed after ${pluralize(queue.settings.max_deliveries, 'attempt')}.`
            ) : (
              <Link
                to="/queues/$queueId"
                params={{ queueId: queue.id }}
                search={{ view: 'dead' }}
                className="text-accent underline"
              >
                View
              </Link>
            )
          }
        />
      </dl>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <RatesSection queueId={queue.id} />
          <WaitingSection
            queue={queue}
            publish={
              open ? (
                <>
                  <TestButton kind="queues" owned={queue} />
                  <Button onClick={() => setPublishing(true)}>Publish a message</Button>
                </>
              ) : null
            }
          />
        </div>
        <EndpointMonth
          label="Messages of all queues this month"
          kind="queue"
          usage={queue.messages}
          claimedAt={queue.claimed_at}
          last={queue.last_message_at}
          note={`Only publishing counts toward the quota. Messages are kept for ${pluralize(queue.settings.retention_days, 'day')}.`}
        />
      </div>
      <PublishDialog queueId={queue.id} open={publishing} onClose={() => setPublishing(false)} />
    </div>
  )
}

function QueueCount(props: { name: string; value: number; note: ReactNode; bad?: boolean }) {
  const { name, value, note, bad = false } = props
  return (
    <QueueFigure name={name} value={count(value)} note={note} tone={bad && value > 0 ? 'bad' : 'plain'} />
  )
}

function QueueFigure(props: { name: string; value: ReactNode; note: ReactNode; tone?: 'plain' | 'bad' }) {
  const { name, value, note, tone = 'plain' } = props
  return (
    <div className="rounded-md border bg-card px-4 py-3 sm:px-5 sm:py-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={classes(
          'text-2xl font-[650] tabular-nums sm:text-[2rem] sm:leading-tight',
          tone === 'bad' && 'text-danger',
        )}
      >
        {value}
      </dd>
      <dd className="text-xs text-muted text-pretty sm:text-sm">{note}</dd>
    </div>
  )
}

/** Published and acknowledged messages per hour, and those that were delivered again or died. */
function RatesSection({ queueId }: { queueId: string }) {
  const query = useQueueRates(queueId)
  return (
    <Section title="Messages by hour" description="Last 24 hours.">
      <Loaded query={query} loading={<Skeleton className="h-56" />}>
        {(rates) => (
          <>
            <PairChart
              step="hour"
              one="Published"
              other="Acknowledged"
              points={rates.map(({ hour, published, acknowledged }) => ({
                ...toPlace(hour),
                one: published,
                other: acknowledged,
              }))}
              nothing="Nothing published or acknowledged."
            />
            {rates.every(({ redelivered, dead }) => redelivered + dead === 0) ? (
              <p className="text-sm text-muted">No redeliveries.</p>
            ) : (
              <PairChart
                step="hour"
                one="Redelivered"
                other="Dead"
                points={rates.map(({ hour, redelivered, dead }) => ({
                  ...toPlace(hour),
                  one: redelivered,
                  other: dead,
                }))}
                nothing="No redeliveries."
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function toPlace(hour: QueueRate['hour']) {
  return { at: hour, label: chartText(new Date(hour), 'hour') }
}
