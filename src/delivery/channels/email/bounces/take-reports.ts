import type { EmailReport } from '../../../../domain/outbox/bounce.ts'
import { type BounceAddress, findBounceTokens } from '../../../../domain/outbox/bounce-address.ts'
import { type Clock, SECOND } from '../../../../domain/time.ts'
import { type ReceivedReports, readReports } from './read-report.ts'

/** Share of the time that may be spent on reading, and the maximum that accumulates while nothing is read. */
const READING_SHARE = 0.1
const MAX_SAVED_MS = SECOND

/** Outcome of a message. `no_report`: it contains no report, such as an automatic reply. `busy`: it was not read; send it again later. */
export type Taken<Outcome> = Outcome | { kind: 'no_report' } | { kind: 'busy' }

/** Records what mail servers and mail providers report about emails. */
export type ReportTaker<Outcome = { kind: string }> = {
  /**
   * Records the reports in a message as a mail server delivers it.
   *
   * @param message RFC 5322; of a longer one, the first `MAX_REPORT_BYTES`
   * @param recipients its envelope recipients, if they are known
   */
  take(message: Uint8Array, recipients: readonly string[]): Promise<Taken<Outcome>>
  /** Records reports that did not come in a message. */
  takeRead(received: ReceivedReports): Promise<Outcome>
}

/** Creates what records reports; `address` is null if emails have no bounce address as their envelope sender. */
export function createReportTaker<Outcome extends { kind: string }>(deps: {
  address: BounceAddress | null
  record(request: { tokens: readonly string[]; reports: readonly EmailReport[]; now: Date }): Promise<Outcome>
  clock: Clock
  /** Called with the outcome of each message. */
  onTaken(taken: Taken<Outcome>): void
}): ReportTaker<Outcome> {
  const budget = createReadingBudget(() => performance.now())

  async function recordRead({ reports, places }: ReceivedReports): Promise<Outcome> {
    const tokens = findBounceTokens(places, deps.address)
    return deps.record({ tokens, reports, now: deps.clock.now() })
  }

  async function take(message: Uint8Array, recipients: readonly string[]): Promise<Taken<Outcome>> {
    if (!budget.hasTime()) return { kind: 'busy' }
    const startedAt = performance.now()
    const received = await readReports(message)
    budget.spend(performance.now() - startedAt)
    if (!received) return { kind: 'no_report' }
    const { addresses } = received.places
    return recordRead({
      ...received,
      places: { ...received.places, addresses: [...recipients, ...addresses] },
    })
  }

  return {
    async take(message, recipients) {
      const taken = await take(message, recipients)
      deps.onTaken(taken)
      return taken
    },
    async takeRead(received) {
      const outcome = await recordRead(received)
      deps.onTaken(outcome)
      return outcome
    },
  }
}

/**
 * Creates the time budget for reading messages. Anybody who has received one of our emails can send any number of messages with
 * its token, each of which takes up to a quarter of a second to read.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createReadingBudget(now: () => number): { hasTime(): boolean; spend(ms: number): void } {
  let savedMs = MAX_SAVED_MS
  let at = now()
  return {
    hasTime() {
      const later = now()
      savedMs = Math.min(MAX_SAVED_MS, savedMs + (later - at) * READING_SHARE)
      at = later
      return savedMs > 0
    },
    spend(ms) {
      savedMs -= ms
    },
  }
}
