import type { RefusalCode } from '../refusal.ts'
import { DAY } from '../time.ts'
import type { Finding } from './finding.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Days for which a weekday says which day is meant. */
const WEEKDAY_DAYS = 6

/** Reasons why everything is refused, in a sentence about the form. */
const REASONS: Partial<Record<RefusalCode, string>> = {
  endpoint_frozen: 'the form has reached the limit of an unclaimed form',
  endpoint_expired: 'the form has expired',
  monthly_quota: 'the monthly quota of the form is used up',
  challenge_required: 'they came without the proof of work that the form asks for',
  submit_rate: 'they came too fast from one address',
  body_unparsable: 'their bodies could not be read',
  unsupported_media_type: 'their Content-Type is not one that forms send',
  payload_too_large: 'they were too large',
  too_many_fields: 'they had too many fields',
}

/** Describes a finding in plain sentences: what was seen, and how to fix it. */
export function describeFinding(finding: Finding, now: Date): { message: string; fix: string } {
  const since = finding.since === null ? '' : formatSince(finding.since, now)
  switch (finding.code) {
    case 'field_missing':
      return describeMissing(finding, since)
    case 'expected_field_missing': {
      const { field, missingIn } = finding
      return {
        message: `This form is expected to send \`${field}\`, but ${missingIn === 1 ? 'its only submission did not have it' : `none of its ${missingIn} submissions had it`}.`,
        fix: `Give an input of the form name="${field}", or change the expected fields.`,
      }
    }
    case 'inputs_without_name':
      return {
        message: `${since}, ${count(finding.count, 'submission')} ${haveBeen(finding.count)} refused because there was no data in ${finding.count === 1 ? 'it' : 'them'}.`,
        fix: 'Give every input, select and textarea a name attribute: browsers leave out those without one.',
      }
    case 'sent_by_get':
      return {
        message: `${since}, the form has been sent by GET ${times(finding.count)}, which stores nothing.${finding.isAll ? ' Nothing else has been accepted since.' : ''}`,
        fix: 'Add method="post" to the form.',
      }
    case 'wrong_origin': {
      const { origins, isAll } = finding
      const from = origins.length === 0 ? '' : ` The newest came from ${listOrigins(origins)}.`
      return {
        message: `${since}, ${count(finding.count, 'submission')} from pages that are not on the list of allowed origins ${haveBeen(finding.count)} refused.${isAll ? ' Nothing has been accepted since.' : ''}${from}`,
        fix: 'If the pages are yours, add their origins to the allowed origins of the form.',
      }
    }
    case 'files_refused':
      return {
        message: `${since}, ${count(finding.count, 'submission')} with files ${haveBeen(finding.count)} refused: this form does not take files.`,
        fix: 'Turn on files in the settings of the form, or remove inputs of type="file" from it.',
      }
    case 'all_refused':
      return {
        message: `${since}, nothing has been accepted: ${count(finding.count, 'submission')} ${haveBeen(finding.count)} refused because ${REASONS[finding.refusal] ?? `of \`${finding.refusal}\``}.`,
        fix: `Look up ${finding.refusal} in the list of error codes.`,
      }
    case 'repeats_in_spam':
      return {
        message: `${count(finding.count, 'submission')} went to spam today only because ${finding.count === 1 ? 'it repeats' : 'they repeat'} what the same sender had sent before.`,
        fix: 'Look in the spam folder. If they are real, mark one of them as not spam: copies of its text then no longer count.',
      }
    case 'silent':
      return {
        message: `${since}, no submission has arrived. The longest pause before was ${formatHours(finding.longestPauseHours)}.`,
        fix: 'Open the page and send the form once.',
      }
    case 'no_email_field':
      return {
        message: 'No field holds the visitor’s email address, so you cannot reply to submissions.',
        fix: 'Add <input type="email" name="email">, unless you want no replies.',
      }
    case 'referrer_hidden':
      return {
        message: `The page hides its address: ${finding.count} of ${count(finding.of, 'submission')} by browsers did not say where they came from. Visitors cannot be sent back to the page.`,
        fix: 'Remove Referrer-Policy: no-referrer from the page, or set a redirect URL for the form.',
      }
    case 'no_honeypot':
      return {
        message: 'The form has no honeypot: a hidden field that keeps simple bots out.',
        fix: 'Add a hidden text input named _gotcha.',
      }
  }
}

function describeMissing(
  { field, sent, of, missingIn, others }: Finding & { code: 'field_missing' },
  since: string,
): { message: string; fix: string } {
  const [other] = others
  const instead = other === undefined ? '' : ` Since then, \`${other}\` has come.`
  return {
    message: `${since} nobody has sent \`${field}\` (${count(missingIn, 'submission')}); ${sent} of ${of} before had.${instead}`,
    fix:
      other === undefined
        ? `Check that the page still has an input with name="${field}".`
        : `If the input was renamed on purpose, nothing needs to be done; otherwise give it name="${field}" again.`,
  }
}

/** Formats an instant as `Since Tuesday 14:00 UTC`, or with the date when a weekday would not tell the day. */
function formatSince(since: Date, now: Date): string {
  const time = `${since.toISOString().slice(11, 16)} UTC`
  const isThisWeek = now.getTime() - since.getTime() < WEEKDAY_DAYS * DAY
  const day = isThisWeek
    ? WEEKDAYS[since.getUTCDay()]
    : `${MONTHS[since.getUTCMonth()]} ${since.getUTCDate()},`
  return `Since ${day} ${time}`
}

/** Names origins; `null` is what browsers send for a page without one. */
function listOrigins(origins: readonly string[]): string {
  return origins.map((origin) => (origin === 'null' ? 'a page without an origin' : origin)).join(', ')
}

function formatHours(hours: number): string {
  return hours < 48 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day')
}

function haveBeen(number: number): string {
  return number === 1 ? 'has been' : 'have been'
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
