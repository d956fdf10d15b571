import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Queue } from '../../api/queues.ts'
import { Button, buttonClass } from '../../controls/button.tsx'
import { classes } from '../../controls/classes.ts'
import { count } from '../../controls/numbers.ts'
import { QuotaBar } from '../../controls/quota-bar.tsx'
import { Day, RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { RatesSection } from './rates-section.tsx'
import { WaitingSection } from './waiting-section.tsx'

/** How much it holds, what goes in and out, and what waits first. */
export function OverviewView({ queue }: { queue: Queue }) {
  const [publishing, setPublishing] = useState(false)
  const open = queue.state === 'claimed'
  useShortcuts(
    open ? [{ keys: 'p', does: 'Publish a message', group: 'Queue', run: () => setPublishing(true) }] : [],
  )
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-6">
        <Held
          name="Backlog"
          value={queue.backlog_count}
          says="Not acknowledged yet, those in flight included."
        />
        <Held
          name="In flight"
          value={queue.in_flight_count}
          says="A consumer has them until its lease is over."
        />
        <Held
          name="Dead"
          value={queue.dead_count}
          bad
          says={
            queue.dead_count === 0 ? (
              'Handed out four times and never acknowledged.'
            ) : (
              <Link
                to="/queues/$queueId"
                params={{ queueId: queue.id }}
                search={{ view: 'dead' }}
                className="text-accent underline"
              >
                Look at them
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
                <Button icon="send" onClick={() => setPublishing(true)}>
                  Publish a test message
                </Button>
              ) : null
            }
          />
        </div>
        <MonthSection queue={queue} />
      </div>
      <PublishDialog queueId={queue.id} open={publishing} onClose={() => setPublishing(false)} />
    </div>
  )
}

function Held(props: { name: string; value: number; says: ReactNode; bad?: boolean }) {
  const { name, value, says, bad = false } = props
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-md border bg-card px-5 py-4 sm:block">
      <dt className="font-semibold sm:text-sm sm:font-normal sm:text-muted">{name}</dt>
      <dd
        className={classes(
          'row-span-2 text-2xl font-[650] tabular-nums sm:text-[2rem] sm:leading-tight',
          bad && value > 0 && 'text-danger',
        )}
      >
        {count(value)}
      </dd>
      <dd className="text-sm text-muted text-pretty">{says}</dd>
    </div>
  )
}

function MonthSection({ queue }: { queue: Queue }) {
  const { messages, last_message_at } = queue
  return (
    <Section title="This month">
      <QuotaBar
        label="Messages of all queues this month"
        used={messages.used}
        limit={messages.limit}
        span="by all"
      />
      <dl className="flex flex-col gap-3">
        <Fact name="By this one">{count(messages.this_month)}</Fact>
        <Fact name="In all">{count(messages.total)}</Fact>
        <Fact name="Last one">
          {last_message_at === null ? 'never' : <RelativeTime at={last_message_at} />}
        </Fact>
      </dl>
      <p className="text-sm text-muted text-pretty">
        {messages.limit === null ? null : (
          <>
            Resets on <Day at={messages.resets_at} zone="utc" />, 00:00 UTC.{' '}
          </>
        )}
        Publishing counts; pulling, acknowledging and replaying do not. A message is kept for four days.
      </p>
      <Link to="/usage" className={buttonClass()}>
        Usage and plan
      </Link>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
