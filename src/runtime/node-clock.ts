import { type Clock, type ClockReading, SECOND } from '../domain/time.ts'
import type { Log } from './log.ts'

/** Maximum difference between the clocks of a machine and of its database that is not reported. */
export const MAX_SKEW_MS = 2 * SECOND

/** The clock of this node, which follows the clock of a database that several nodes share. */
export type NodeClock = Clock & {
  /** Corrects the clock by a reading of the database's. */
  follow(reading: ClockReading): void
  /** Returns how far the clock of the machine is ahead of the database's, in milliseconds; 0 before the first reading. */
  skewMs(): number
}

/** A clock of the machine, which may follow that of a database. */
export type MachineClock = Clock & Partial<NodeClock>

/**
 * Creates a clock that shows the time of the machine until the first reading of the database's clock, and from then on
 * that of the database: the last reading plus the time that has passed since. Leases, limits and months are then the same
 * on all nodes, and a wrong or jumping clock of one machine changes nothing.
 *
 * @param machine returns the time of the machine in milliseconds since 1970
 * @param elapsed monotonic clock in milliseconds, the same as in the readings
 */
export function createNodeClock(machine: () => number, elapsed = () => performance.now()): NodeClock {
  /** Time of the database when `elapsed` was 0. */
  let origin: number | null = null
  return {
    now: () => new Date(origin === null ? machine() : origin + elapsed()),
    follow({ sentAt, receivedAt, at }) {
      // The database read its clock at some time between the two.
      const earliest = at - receivedAt
      const latest = at - sentAt
      // Corrected only as far as the reading proves it wrong, so that slow responses do not make it jump.
      origin = Math.min(Math.max(origin ?? (earliest + latest) / 2, earliest), latest)
    },
    skewMs: () => (origin === null ? 0 : machine() - (origin + elapsed())),
  }
}

/** Returns how far the clock of the machine is ahead of the database's, in milliseconds; 0 where it follows none. */
export function getSkewMs(clock: MachineClock): number {
  return clock.skewMs?.() ?? 0
}

/** Warns of a wrong clock: the service uses that of the database, but its log and other programs do not. */
export function warnOfSkew({ clock, log }: { clock: MachineClock; log: Log }): void {
  const skewMs = getSkewMs(clock)
  if (Math.abs(skewMs) > MAX_SKEW_MS) log.warn({ seconds: skewMs / SECOND }, 'clock_differs_from_database')
}
