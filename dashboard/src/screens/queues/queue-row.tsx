import { Link } from '@tanstack/react-router'
import type { Queue } from '../../api/queues.ts'
import { Badge } from '../../controls/badge.tsx'
import { classes } from '../../controls/classes.ts'
import { CopyInline } from '../../controls/copy.tsx'
import { count, countOf } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'

/** One queue; all of the row leads to it, but for what can be pressed in it. */
export function QueueRow({ queue }: { queue: Queue }) {
  const { id, name, state, queue_url, last_message_at, messages } = queue
  return (
    <li className="relative grid items-center gap-x-6 gap-y-3 px-4 py-4 transition-colors hover:bg-sunken/60 lg:grid-cols-[minmax(0,1fr)_16rem_11rem]">
      <div className="flex min-w-0 flex-col">
        <p className="flex items-center max-sm:flex-wrap gap-x-2.5 gap-y-1">
          <Link
            to="/queues/$queueId"
            params={{ queueId: id }}
            className="min-w-0 truncate font-semibold no-underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name ?? id}
          </Link>
          {state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>}
        </p>
        <div className="relative z-1 flex min-w-0 self-start max-w-full">
          <CopyInline label="Copy the address" value={queue_url} />
        </div>
      </div>
      <dl className="grid max-w-md grid-cols-3 gap-x-4 text-sm">
        <Held name="Backlog" value={queue.backlog_count} />
        <Held name="In flight" value={queue.in_flight_count} />
        <Held name="Dead" value={queue.dead_count} bad />
      </dl>
      <p className="text-sm text-muted tabular-nums lg:text-right">
        {countOf(messages.this_month, 'message')} this month
        <br />
        {last_message_at === null ? (
          'None yet'
        ) : (
          <>
            Last: <RelativeTime at={last_message_at} />
          </>
        )}
      </p>
    </li>
  )
}

function Held({ name, value, bad = false }: { name: string; value: number; bad?: boolean }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className={classes('text-base font-semibold tabular-nums', bad && value > 0 && 'text-danger')}>
        {count(value)}
      </dd>
    </div>
  )
}
