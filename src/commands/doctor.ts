import type { Config } from '../config/config.ts'
import { checkBaseAddress } from '../doctor/address.ts'
import type { Finding } from '../doctor/finding.ts'
import {
  checkClock,
  checkDatabase,
  checkDataDirectory,
  checkDisk,
  checkPause,
  checkSecret,
} from '../doctor/machine.ts'
import { checkMail, sendTestEmail } from '../doctor/mail.ts'
import { checkPlans } from '../doctor/plans.ts'
import { checkSender } from '../doctor/sender.ts'

const NAME_WIDTH = 17

/**
 * Looks at everything the service needs and says how to mend what is amiss.
 *
 * @param options.sendTest a mailbox that shall get an email, or null
 * @returns the text to print, and whether nothing has failed
 */
export async function doctor(
  config: Config,
  options: { format: 'text' | 'json'; sendTest: string | null; now: Date },
): Promise<{ text: string; healthy: boolean }> {
  const findings: Finding[] = [
    checkDataDirectory(config),
    checkDisk(config),
    checkClock(config, options.now),
    await checkDatabase(config),
    checkSecret(config),
    ...(await checkPlans(config)),
    ...(await checkPause(config)),
    ...(await checkMail(config)),
    ...checkSender(config),
    ...(options.sendTest === null ? [] : [await sendTestEmail(config, options.sendTest, options.now)]),
    ...(await checkBaseAddress(config)),
  ]
  const healthy = findings.every((finding) => finding.status !== 'fail')
  const text =
    options.format === 'json'
      ? `${JSON.stringify({ healthy, findings }, null, 2)}\n`
      : readable(findings, healthy)
  return { text, healthy }
}

function readable(findings: readonly Finding[], healthy: boolean): string {
  const lines = findings.flatMap(({ name, status, says, mend }) => [
    `  ${WORDS[status]}  ${name.padEnd(NAME_WIDTH)} ${says}`,
    ...(mend ? [`        ${' '.repeat(NAME_WIDTH)} mend: ${mend}`] : []),
  ])
  const verdict = healthy ? 'Nothing has failed.' : 'Something has failed: see FAIL above.'
  return ['', ...lines, '', `  ${verdict}`, '', ''].join('\n')
}

const WORDS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const
