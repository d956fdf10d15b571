import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type QueueRate, useQueueRates } from '../../api/queues/queue-messages.ts'
import type { Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { PairChart } from '../../controls/charts/pair-chart.tsx'
import { classes } from '../../controls/classes.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Age } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { t } from '../../language/texts.ts'
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
    open
      ? [{ keys: 'p', does: t('queue.publish.title'), group: 'queue', run: () => setPublishing(true) }]
      : [],
  )
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-3 sm:gap-6 xl:grid-cols-4">
        <QueueFigure
          name={t('queue.figures.oldest')}
          value={queue.oldest_message_at === null ? '–' : <Age since={queue.oldest_message_at} />}
          note={queue.oldest_message_at === null ? t('queue.figures.nothing') : t('queue.figures.oldestNote')}
        />
        <QueueCount
          name={t('queue.figures.backlog')}
          value={queue.backlog_count}
          note={t('queue.figures.backlogNote')}
        />
        <QueueCount
          name={t('queue.figures.inFlight')}
          value={queue.in_flight_count}
          note={t('queue.figures.inFlightNote')}
        />
        <QueueCount
          name={t('queue.figures.dead')}
          value={queue.dead_count}
          bad
          note={
            queue.dead_count === 0 ? (
              t('queue.figures.deadNote', { count: queue.settings.max_deliveries })
            ) : (
              <Link
                to="/queues/$queueId"
                params={{ queueId: queue.id }}
                search={{ view: 'dead' }}
                className="text-accent underline"
              >
                {t('queue.figures.view')}
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
                  <Button onClick={() => setPublishing(true)}>{t('queue.publish.title')}</Button>
                </>
              ) : null
            }
          />
        </div>
        <EndpointMonth
          label={t('queue.month.label')}
          kind="queue"
          usage={queue.messages}
          claimedAt={queue.claimed_at}
          last={queue.last_message_at}
          note={t('queue.month.note', { days: queue.settings.retention_days })}
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
    <Section title={t('queue.rates.title')} description={t('queue.rates.text')}>
      <Loaded query={query} loading={<Skeleton className="h-56" />}>
        {(rates) => (
          <>
            <PairChart
              step="hour"
              one={t('queue.rates.published')}
              other={t('queue.rates.acknowledged')}
              points={rates.map(({ hour, published, acknowledged }) => ({
                ...toPlace(hour),
                one: published,
                other: acknowledged,
              }))}
              nothing={t('queue.rates.nothing')}
            />
            {rates.every(({ redelivered, dead }) => redelivered + dead === 0) ? (
              <p className="text-sm text-muted">{t('queue.rates.noRedeliveries')}</p>
            ) : (
              <PairChart
                step="hour"
                one={t('queue.rates.redelivered')}
                other={t('queue.rates.dead')}
                points={rates.map(({ hour, redelivered, dead }) => ({
                  ...toPlace(hour),
                  one: redelivered,
                  other: dead,
                }))}
                nothing={t('queue.rates.noRedeliveries')}
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
