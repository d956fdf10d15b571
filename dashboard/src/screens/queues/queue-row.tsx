import type { Queue } from '../../api/schema.ts'
import { classes } from '../../controls/classes.ts'
import { count, pluralize } from '../../controls/numbers.ts'
import { Age } from '../../controls/relative-time.tsx'
import { LastTime, OwnedRow } from '../../shell/owned/owned-row.tsx'

/** Row of a queue with its counts. */
export function QueueRow({ queue }: { queue: Queue }) {
  const { last_message_at, messages } = queue
  return (
    <OwnedRow kind="queues" owned={queue} columns="lg:grid-cols-[minmax(0,1fr)_21rem_11rem]">
      <dl className="grid max-w-md grid-cols-[repeat(4,auto)] justify-between gap-x-4 text-sm sm:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div>
          <dt className="text-muted">Oldest</dt>
          <dd className="text-base font-semibold whitespace-nowrap tabular-nums">
            {queue.oldest_message_at === null ? '–' : <Age since={queue.oldest_message_at} />}
          </dd>
        </div>
        <QueueCount name="Backlog" value={queue.backlog_count} />
        <QueueCount name="In flight" value={queue.in_flight_count} />
        <QueueCount name="Dead" value={queue.dead_count} bad />
      </dl>
      <p className="text-sm text-muted tabular-nums lg:text-right">
        {pluralize(messages.this_month, 'message')} this month
        <br />
        <LastTime at={last_message_at} never="No messages yet" />
      </p>
    </OwnedRow>
  )
}

function QueueCount({ name, value, bad = false }: { name: string; value: number; bad?: boolean }) {
  return (
    <div>
      <dt className="whitespace-nowrap text-muted">{name}</dt>
      <dd className={classes('text-base font-semibold tabular-nums', bad && value > 0 && 'text-danger')}>
        {count(value)}
      </dd>
    </div>
  )
}
