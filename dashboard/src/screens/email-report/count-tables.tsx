import type { ReactNode } from 'react'
import type { ReportedDay, ReportedDomain } from '../../api/accounts/email-report.ts'
import { count } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { t } from '../../language/texts.ts'

const NUMBERS = [
  { name: 'sent', label: 'email-report.sent' },
  { name: 'delayed', label: 'email-report.delayed' },
  { name: 'bounced', label: 'email-report.bounced' },
  { name: 'complaints', label: 'email-report.complaints' },
] as const
type Counted = Pick<ReportedDay, (typeof NUMBERS)[number]['name']>

/** Name under which the domains beyond the limit of a day are counted. */
const OTHER_DOMAINS = 'other'

/** Counts of each day, as a table that scrolls. */
export function DayTable({ days }: { days: readonly ReportedDay[] }) {
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">
        {t('email-report.asTable')}
      </summary>
      <CountTable first={t('email-report.day')}>
        {days.map((counted) => (
          <tr key={counted.day} className="border-t">
            <th scope="row" className="py-1.5 pe-3 text-start font-medium">
              {chartText(new Date(counted.day), 'day')}
            </th>
            <Numbers counted={counted} />
          </tr>
        ))}
      </CountTable>
    </details>
  )
}

/** Counts of each domain with its last error. */
export function DomainTable({ domains, left }: { domains: readonly ReportedDomain[]; left: number }) {
  return (
    <Section title={t('email-report.byDomain')} description={t('email-report.byDomainText')}>
      <CountTable first={t('email-report.domain')}>
        {domains.map((domain) => (
          <DomainRows key={domain.domain} domain={domain} />
        ))}
      </CountTable>
      {left === 0 ? null : (
        <p className="text-sm text-muted">{t('email-report.moreDomains', { count: left })}</p>
      )}
    </Section>
  )
}

function DomainRows({ domain: { domain, last_error: error, ...counted } }: { domain: ReportedDomain }) {
  return (
    <>
      <tr className="border-t">
        <th scope="row" className="py-2 pe-3 text-start font-medium [overflow-wrap:anywhere]">
          {domain === OTHER_DOMAINS ? t('email-report.otherDomains') : domain}
        </th>
        <Numbers counted={counted} />
      </tr>
      {error === null ? null : (
        <tr>
          <td colSpan={NUMBERS.length + 1} className="pb-2 text-muted [overflow-wrap:anywhere]">
            <bdi className="font-mono text-xs">{error.text}</bdi> ·{' '}
            <span className="whitespace-nowrap">
              <RelativeTime at={error.at} />
            </span>
          </td>
        </tr>
      )}
    </>
  )
}

function CountTable({ first, children }: { first: string; children: ReactNode }) {
  return (
    <table className="w-full table-fixed text-sm tabular-nums">
      <thead>
        <tr className="text-muted max-sm:text-xs">
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            {first}
          </th>
          {NUMBERS.map(({ name, label }) => (
            <th
              key={name}
              scope="col"
              className="w-14 py-1.5 text-end font-medium [overflow-wrap:anywhere] hyphens-auto sm:w-24"
            >
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Numbers({ counted }: { counted: Counted }) {
  return NUMBERS.map(({ name }) => (
    <td key={name} className={`py-1.5 text-end align-top ${getTone(name, counted[name])}`}>
      {count(counted[name])}
    </td>
  ))
}

/** Returns muted colors for zero, and strong ones for numbers that harm the reputation of the instance. */
function getTone(name: keyof Counted, value: number): string {
  if (value === 0) return 'text-muted'
  return name === 'bounced' || name === 'complaints' ? 'font-semibold text-danger' : ''
}
