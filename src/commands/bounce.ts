import type { Readable } from 'node:stream'
import { recordReports } from '../actions/outbox/record-report.ts'
import type { Config } from '../config/config.ts'
import { readBeginning } from '../delivery/channels/email/bounces/read-report.ts'
import { createReportTaker } from '../delivery/channels/email/bounces/take-reports.ts'
import { withStore } from './with-store.ts'

// The codes of sysexits.h, which mail servers know.
const EXIT_NOT_OURS = 65
const EXIT_LATER = 75

/** Explains in one line what became of a message. */
const WORDS: Readonly<Record<string, string>> = {
  unknown: 'It names no email of this instance.',
  no_report: 'It is no report of a mail server.',
  gone: 'The email that it is about was deleted.',
  ignored: 'It was known.',
  counted: 'It changes nothing.',
  delayed: 'The email is delayed.',
  bounced: 'The email bounced.',
  declined: 'Its recipient called the email spam: the endpoint is declined.',
  emails_stopped: 'Its recipient called the email spam: these emails stop.',
}

/**
 * Takes a message that a mail server pipes in, also while the service is running. Returns the exit code: 0 for one that was
 * read, 75 for one that must be sent again later. With `isStrict`, 65 for one that is not about an email of this instance:
 * mail servers would answer it with an email of their own, perhaps to a forged address.
 *
 * @param request.recipient its envelope recipient; null where it is not known
 */
export async function takeBounce(
  config: Config,
  request: { message: Readable; recipient: string | null; isStrict: boolean; now: Date },
): Promise<{ output: string; code: number }> {
  const { recipient, isStrict, now } = request
  try {
    const message = await readBeginning(request.message)
    const taken = await withStore(config, now, ({ store, keys }) =>
      createReportTaker({
        address: config.bounces.address,
        record: (about) =>
          recordReports({ store, keys, plans: config.plans, defaultPlan: config.defaultPlan }, about),
        clock: { now: () => now },
        onTaken: () => {},
      }).take(message, recipient === null ? [] : [recipient]),
    )
    if (typeof taken === 'string') return { output: taken, code: EXIT_LATER }
    const isOurs = taken.kind !== 'unknown' && taken.kind !== 'no_report'
    return { output: WORDS[taken.kind] ?? taken.kind, code: isOurs || !isStrict ? 0 : EXIT_NOT_OURS }
  } catch (error) {
    // Whatever it is, the message must not be lost.
    const reason = error instanceof Error ? error.message : String(error)
    return { output: `Not stored, to be sent again later: ${reason}`, code: EXIT_LATER }
  }
}
