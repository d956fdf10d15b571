import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { count } from '../../controls/numbers.ts'
import { Moment } from '../../controls/relative-time.tsx'

/** Life of a message as far as the service keeps it: published, delivered, and waiting again or dead. */
export function MessageLife({ message }: { message: Message }) {
  const { timestamp_ms, attempts, reason, dead_at } = message
  return (
    <ol
      aria-label="History of the message"
      className="relative ml-1 flex flex-col gap-3 border-l pl-5 text-sm"
    >
      <Step name="Published" when={<Moment at={new Date(timestamp_ms).toISOString()} />} />
      {attempts === 0 ? null : (
        <Step
          name={attempts === 1 ? 'Delivered once' : `Delivered ${count(attempts)} times`}
          when="Only the number of deliveries is kept, not their times."
        >
          {reason === null ? (
            'No reason was given for a retry.'
          ) : (
            <>
              Last reason: <bdi className="[overflow-wrap:anywhere]">{reason}</bdi>
            </>
          )}
        </Step>
      )}
      {dead_at === undefined ? (
        <Step
          name={attempts === 0 ? 'Waiting for its first delivery' : 'Waiting to be delivered again'}
          when={null}
        />
      ) : (
        <Step name="Dead" tone="bad" when={<Moment at={dead_at} />} />
      )}
    </ol>
  )
}

function Step(props: { name: string; when: ReactNode; tone?: 'plain' | 'bad'; children?: ReactNode }) {
  const { name, when, tone = 'plain', children } = props
  return (
    <li
      className={`relative before:absolute before:top-1.5 before:-left-[1.5625rem] before:size-2.5 before:rounded-full ${tone === 'bad' ? 'before:bg-danger' : 'before:bg-accent'}`}
    >
      <p className="font-semibold">{name}</p>
      {when === null ? null : <p className="text-muted">{when}</p>}
      {children ? <p>{children}</p> : null}
    </li>
  )
}
