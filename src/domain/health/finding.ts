import type { RefusalCode } from '../refusal.ts'

/**
 * Importance of a finding. `problem`: submissions or their data are being lost; the owner of a claimed form gets an email
 * about some of them (`isMailed`). `warning`: probably a mistake in the page. `notice`: something could be better.
 */
export type Severity = (typeof SEVERITIES)[number]

/** All severities, the most important first. */
export const SEVERITIES = ['problem', 'warning', 'notice'] as const

/** Something that the page of a form could do better, according to what it sent. */
export type Finding = { severity: Severity; since: Date | null } & FindingFacts

export type FindingFacts =
  /** A field that nearly every submission had no longer comes. `others`: names that came in its place. */
  | {
      code: 'field_missing'
      field: string
      sent: number
      of: number
      missingIn: number
      others: readonly string[]
    }
  /** A field that was expected at creation, or by the owner, has never come. */
  | { code: 'expected_field_missing'; field: string; missingIn: number }
  | { code: 'inputs_without_name'; count: number }
  | { code: 'sent_by_get'; count: number; isAll: boolean }
  | { code: 'wrong_origin'; count: number; origins: readonly string[]; isAll: boolean }
  | { code: 'files_refused'; count: number }
  /** Nothing has been accepted since `since`, and this is the most frequent reason. */
  | { code: 'all_refused'; refusal: RefusalCode; count: number }
  /** Spam of the last day that would not be spam without earlier submissions by its sender. */
  | { code: 'repeats_in_spam'; count: number }
  | { code: 'silent'; longestPauseHours: number }
  | { code: 'no_email_field' }
  | { code: 'referrer_hidden'; count: number; of: number }
  | { code: 'no_honeypot' }

export type FindingCode = FindingFacts['code']

/** All codes, in the order in which findings of one severity are listed. */
export const FINDING_CODES = [
  'field_missing',
  'wrong_origin',
  'sent_by_get',
  'all_refused',
  'repeats_in_spam',
  'expected_field_missing',
  'inputs_without_name',
  'files_refused',
  'silent',
  'no_email_field',
  'referrer_hidden',
  'no_honeypot',
] as const satisfies readonly FindingCode[]

/** A problem that the owner gets an email about. */
export type MailedFinding = Finding & { code: (typeof MAILED_CODES)[number] }

const MAILED_CODES = ['field_missing', 'wrong_origin', 'sent_by_get', 'repeats_in_spam'] as const
const MAILED: ReadonlySet<FindingCode> = new Set(MAILED_CODES)

/** Returns true for a problem that the owner gets an email about: other emails tell about quotas. */
export function isMailed(finding: Finding): finding is MailedFinding {
  return finding.severity === 'problem' && MAILED.has(finding.code)
}

/** Returns the text that tells a finding of a form from its others: the owner gets one email about each. */
export function toFindingKey(finding: FindingFacts): string {
  // As JSON, because a database cannot store every character of a name.
  return 'field' in finding ? `${finding.code} ${JSON.stringify(finding.field)}` : finding.code
}
