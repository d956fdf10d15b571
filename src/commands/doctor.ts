import type { Config } from '../config/config.ts'
import { checkBaseAddress } from '../doctor/address.ts'
import { checkBounces, testBounce } from '../doctor/bounces.ts'
import { checkClamd } from '../doctor/clamd.ts'
import { checkMailDns } from '../doctor/dns/mail-dns.ts'
import { checkEgress } from '../doctor/egress.ts'
import { checkEmailCeiling } from '../doctor/email-ceiling.ts'
import { checkFileMarker } from '../doctor/file-marker.ts'
import { checkFiles } from '../doctor/files.ts'
import { type Finding, fail } from '../doctor/finding.ts'
import {
  checkClock,
  checkDatabase,
  checkDataDirectory,
  checkDisk,
  checkLinkSecrets,
  checkPause,
  checkSecret,
} from '../doctor/machine.ts'
import { checkMail, sendTestEmail } from '../doctor/mail.ts'
import { checkPlans } from '../doctor/plans.ts'
import { checkSealedSecrets } from '../doctor/sealed-secrets.ts'
import { checkRecipientDomain, checkSender } from '../doctor/sender.ts'
import { checkSpamEngines } from '../doctor/spam-engines.ts'
import type { Keys } from '../domain/keys.ts'
import { createKeys } from '../ids/keys.ts'
import { loadSecret } from '../runtime/secret.ts'
import { withStore } from './with-store.ts'

const NAME_WIDTH = 17

/**
 * Checks everything that the service needs, and explains how to fix problems.
 *
 * @param options.sendTest address that gets a test email, or null
 * @param options.bounce true: sends an email that must bounce, and waits until it comes back
 * @param options.reach address of another server to send a GET to, as to a destination
 * @returns the text to print; `healthy` unless a check failed
 */
export async function doctor(
  config: Config,
  options: {
    format: 'text' | 'json'
    sendTest: string | null
    reach?: string | null
    bounce?: boolean
    now: Date
  },
): Promise<{ text: string; healthy: boolean }> {
  const secret = checkSecret(config)
  const files = await checkFiles(config, options.now)
  const findings: Finding[] = [
    checkDataDirectory(config),
    checkDisk(config),
    ...files,
    // One that fails is not read once more.
    ...(files.some(({ status }) => status === 'fail') ? [] : await checkFileMarker(config, options.now)),
    checkClock(config, options.now),
    ...(await checkDatabase(config, options.now)),
    secret,
    checkLinkSecrets(config, options.now),
    // A secret that is missing or readable by others is reported, and neither made nor changed here.
    ...(secret.status === 'ok' ? await checkSealedSecrets(config, () => loadKeys(config, options.now)) : []),
    ...(await checkPlans(config)),
    ...(await checkPause(config)),
    ...(await checkEmailCeiling(config, options.now)),
    ...(await checkMail(config)),
    ...checkSender(config),
    ...checkBounces(config),
    ...(await checkRecipientDomain(config)),
    ...(await checkMailDns(config)),
    ...(await checkSpamEngines(config, options.now)),
    ...(await checkClamd(config, options.now)),
    ...(await checkEgress(config, { reach: options.reach ?? null })),
    ...(options.sendTest === null ? [] : [await sendTestEmail(config, options.sendTest, options.now)]),
    ...(options.bounce ? [await runBounceTest(config, options.now)] : []),
    ...(await checkBaseAddress(config)),
  ]
  const healthy = findings.every((finding) => finding.status !== 'fail')
  const text =
    options.format === 'json'
      ? `${JSON.stringify({ healthy, findings }, null, 2)}\n`
      : formatFindings(findings, healthy)
  return { text, healthy }
}

async function runBounceTest(config: Config, now: Date): Promise<Finding> {
  const tested = await withStore(config, now, (parts) => testBounce(config, parts, { now }))
  return typeof tested === 'string' ? fail('bounce test', tested, 'start the service') : tested
}

function loadKeys(config: Config, now: Date): Keys {
  const secret = loadSecret(config)
  const links = { current: config.linkSecret ?? secret, old: config.oldLinkSecret, clock: { now: () => now } }
  return createKeys(secret, links)
}

function formatFindings(findings: readonly Finding[], healthy: boolean): string {
  const lines = findings.flatMap(({ name, status, message, fix }) => [
    `  ${WORDS[status]}  ${name.padEnd(NAME_WIDTH)} ${message}`,
    ...(fix ? [`        ${' '.repeat(NAME_WIDTH)} fix: ${fix}`] : []),
  ])
  const verdict = healthy ? 'No check failed.' : 'At least one check failed; see FAIL above.'
  return ['', ...lines, '', `  ${verdict}`, '', ''].join('\n')
}

const WORDS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const
