import { classes } from '../../controls/classes.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import type { Tail } from './tail.ts'

const STATES = {
  connecting: 'telemetry.live.connecting',
  live: 'telemetry.live.live',
  lost: 'telemetry.live.lost',
} as const satisfies Record<Tail['state'], PlainKey>

/** State of the live stream, in words. */
export function TailStatus({ tail }: { tail: Tail }) {
  const { state, paused, waiting } = tail
  return (
    <p role="status" className="inline-flex items-center gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={classes(
          'size-2 rounded-full',
          state !== 'live' ? 'bg-warn' : paused ? 'bg-edge' : 'bg-accent',
        )}
      />
      {paused ? t('telemetry.live.paused', { count: waiting }) : t(STATES[state])}
    </p>
  )
}
