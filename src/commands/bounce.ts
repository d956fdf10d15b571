import type { Readable } from 'node:stream'
import { recordReports } from '../actions/outbox/record-report.ts'
import type { Config } from '../config/config.ts'
import { readBeginning } from '../delivery/channels/email/bounces/read-report.ts'
import { createReportTaker } from '../delivery/channels/email/bounces/take-reports.ts'
import { withStore } from './with-store.ts'

// The codes of sysexits.h, which mail servers know.
const EXIT_NOT_OURS = 65
const EXIT_LATER = 75

/** One-line explanations of what a message changed, by outcome. */
const WORDS: Readonly<Record<string, string>> = {
  unknown: 'Ignored: not about an email of this instance.',
  no_report: 'Ignored: not a report from a mail server.',
  gone: 'Ignored: the email has been deleted.',
  ignored: 'Ignored: already reported.',
  counted: 'Counted. Nothing else changes.',
  delayed: 'Recorded: the email is delayed.',
  bounced: 'Recorded: the email bounced.',
  declined: 'Recorded: the recipient marked the email as spam. The endpoint is declined.',
  emails_stopped: 'Recorded: the recipient marked the email as spam. These emails stop.',
}

/**
 * Records a bounce or a complaint that a mail server pipes in; the service may be running. Returns the exit code: 0 if the
 * message was read, 75 if the mail server must try again later. With `isStrict`, 65 if it is not about an email of this
 * instance; without it, that is 0, because on 65 mail servers send an email of their own, perhaps to a forged address.
 *
 * @param request.recipient envelope recipient of the message; null if unknown
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
    // Whatever the reason, the message must not be lost.
    const reason = error instanceof Error ? error.message : String(error)
    return { output: `Not stored. The mail server should try again later: ${reason}`, code: EXIT_LATER }
  }
}
