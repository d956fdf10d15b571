import type { ReactNode } from 'react'
import type { Health } from '../../api/schema.ts'
import { count } from '../../controls/numbers.ts'
import { momentText } from '../../controls/time-words.ts'
import { joinByCommas } from '../../language/lists.ts'
import { sentenceSpace } from '../../language/sentences.ts'
import { type PlainKey, rich, t } from '../../language/texts.ts'

type Finding = Health['findings'][number]
/** An observation, and advice about it. */
type Words = { seen: ReactNode; fix: ReactNode }

/** Pauses that are shorter are told in hours. */
const MIN_DAYS_HOURS = 48
/** Reasons why everything is refused, by the codes of the API. */
const REASONS: Readonly<Record<string, PlainKey>> = {
  endpoint_frozen: 'endpoint.findings.reasons.frozen',
  endpoint_expired: 'endpoint.findings.reasons.expired',
  monthly_quota: 'endpoint.findings.reasons.quota',
  challenge_required: 'endpoint.findings.reasons.noWork',
  submit_rate: 'endpoint.findings.reasons.tooFast',
  body_unparsable: 'endpoint.findings.reasons.unreadable',
  unsupported_media_type: 'endpoint.findings.reasons.mediaType',
  payload_too_large: 'endpoint.findings.reasons.tooLarge',
  too_many_fields: 'endpoint.findings.reasons.tooManyFields',
}

/** Describes a finding in the language of the page: the sentences of the API are English. */
export function describeFinding(finding: Finding): Words {
  const number = finding.count ?? 0
  const time = finding.since === null ? '' : momentText(new Date(finding.since))
  switch (finding.code) {
    case 'field_missing':
      return describeMissing(finding, time)
    case 'expected_field_missing':
      return {
        seen: rich('endpoint.findings.expectedMissing', {
          field: <Code>{finding.field}</Code>,
          count: finding.missing_in ?? 0,
        }),
        fix: rich('endpoint.findings.expectedMissingFix', { attribute: toName(finding) }),
      }
    case 'inputs_without_name':
      return {
        seen: t('endpoint.findings.noData', { time, count: number }),
        fix: rich('endpoint.findings.noDataFix', { attribute: <Code>name</Code> }),
      }
    case 'sent_by_get':
      return {
        seen: join(
          t('endpoint.findings.sentByGet', { time, count: number }),
          finding.all && t('endpoint.findings.nothingElse'),
        ),
        fix: rich('endpoint.findings.sentByGetFix', { attribute: <Code>method="post"</Code> }),
      }
    case 'wrong_origin':
      return {
        seen: join(
          t('endpoint.findings.wrongOrigin', { time, count: number }),
          finding.all && t('endpoint.findings.nothing'),
          finding.origins?.length && t('endpoint.findings.newest', { origins: listOrigins(finding.origins) }),
        ),
        fix: t('endpoint.findings.wrongOriginFix'),
      }
    case 'files_refused':
      return {
        seen: t('endpoint.findings.filesRefused', { time, count: number }),
        fix: rich('endpoint.findings.filesRefusedFix', { attribute: <Code>type="file"</Code> }),
      }
    case 'all_refused': {
      const reason = REASONS[finding.refusal ?? '']
      return {
        seen: join(
          t('endpoint.findings.allRefused', { time, count: number }),
          reason !== undefined && t(reason),
        ),
        fix: rich('endpoint.findings.allRefusedFix', { code: <Code>{finding.refusal}</Code> }),
      }
    }
    case 'repeats_in_spam':
      return {
        seen: t('endpoint.findings.repeats', { count: number }),
        fix: t('endpoint.findings.repeatsFix'),
      }
    case 'silent':
      return {
        seen: t('endpoint.findings.silent', { time, pause: pauseText(finding.longest_pause_hours ?? 0) }),
        fix: t('endpoint.findings.silentFix'),
      }
    case 'no_email_field':
      return {
        seen: t('endpoint.findings.noEmail'),
        fix: rich('endpoint.findings.noEmailFix', {
          input: <Code>{'<input type="email" name="email">'}</Code>,
        }),
      }
    case 'referrer_hidden':
      return {
        seen: t('endpoint.findings.referrer', { number: count(number), count: finding.of ?? 0 }),
        fix: rich('endpoint.findings.referrerFix', { header: <Code>Referrer-Policy: no-referrer</Code> }),
      }
    case 'no_honeypot':
      return {
        seen: t('endpoint.findings.noHoneypot'),
        fix: rich('endpoint.findings.noHoneypotFix', { name: <Code>_gotcha</Code> }),
      }
  }
}

function describeMissing(finding: Finding, time: string): Words {
  const other = finding.others?.[0]
  const seen = rich('endpoint.findings.fieldMissing', {
    time,
    field: <Code>{finding.field}</Code>,
    count: finding.missing_in ?? 0,
    sent: count(finding.sent ?? 0),
    of: count(finding.of ?? 0),
  })
  if (other === undefined)
    return { seen, fix: rich('endpoint.findings.fieldMissingFix', { attribute: toName(finding) }) }
  return {
    seen: (
      <>
        {seen}
        {sentenceSpace}
        {rich('endpoint.findings.otherField', { field: <Code>{other}</Code> })}
      </>
    ),
    fix: rich('endpoint.findings.fieldRenamedFix', { attribute: toName(finding) }),
  }
}

function toName({ field }: Finding): ReactNode {
  return <Code>{`name="${field}"`}</Code>
}

/** Names origins; `null` is what browsers send for a page without one. */
function listOrigins(origins: readonly string[]): string {
  return joinByCommas(origins.map((origin) => (origin === 'null' ? t('endpoint.findings.noOrigin') : origin)))
}

function pauseText(hours: number): string {
  return hours < MIN_DAYS_HOURS
    ? t('endpoint.findings.hours', { count: hours })
    : t('endpoint.findings.days', { count: Math.round(hours / 24) })
}

function join(...sentences: (string | false | 0 | undefined)[]): string {
  return sentences.filter(Boolean).join(sentenceSpace)
}

function Code({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" className="rounded-sm bg-sunken px-1 font-mono text-sm">
      {children}
    </code>
  )
}
