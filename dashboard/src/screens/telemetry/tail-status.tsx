import { classes } from '../../controls/classes.ts'
import { count } from '../../controls/numbers.ts'
import type { Tail } from './tail.ts'

/** State of the live stream, in words. */
export function TailStatus({ tail }: { tail: Tail }) {
  const { state, paused, waiting } = tail
  const words = { connecting: 'Connecting…', live: 'Live', lost: 'Reconnecting…' }
  return (
    <p role="status" className="inline-flex items-center gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={classes(
          'size-2 rounded-full',
          state !== 'live' ? 'bg-warn' : paused ? 'bg-edge' : 'bg-accent',
        )}
      />
      {paused ? `Paused, ${count(waiting)} new` : words[state]}
    </p>
  )
}
