import { getRouteApi } from '@tanstack/react-router'
import { type ReportedDay, useEmailReport } from '../../api/accounts/email-report.ts'
import { PairChart } from '../../controls/charts/pair-chart.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Segments } from '../../controls/fields/segments.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { t } from '../../language/texts.ts'
import { Page } from '../../shell/frame/page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { DayTable, DomainTable } from './count-tables.tsx'
import { ReputationSection } from './reputation-section.tsx'
import { PERIODS, type Period, toDays, toDomainPart, USUAL_PERIOD } from './search.ts'

const DAY_MS = 24 * 60 * 60_000
const route = getRouteApi('/email-report')

/** Emails of the whole instance by day and by domain, for its operator. */
export function EmailReportScreen() {
  const { q, days = USUAL_PERIOD } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useEmailReport({ days: Number(days), domain: q })
  const choose = (next: Period) => navigate({ search: { q, days: toDays(next) }, replace: true })
  const typed = useTypedSearch(q, (text) =>
    navigate({
      search: {
        q: toDomainPart(text ?? '') || undefined,
        days: toDays(days),
      },
      replace: true,
    }),
  )
  return (
    <Page
      title={t('email-report.title')}
      width="wide"
      description={t('email-report.text', { setting: 'FORMSLOT_OPERATORS' })}
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label={t('email-report.period')}
            value={days}
            choices={PERIODS.map((one) => ({
              value: one,
              label: t('email-report.days', { count: Number(one) }),
            }))}
            onChange={choose}
          />
          <TextField
            label={t('email-report.filter')}
            quietLabel
            type="search"
            placeholder={t('email-report.filter')}
            autoComplete="off"
            spellCheck={false}
            className="w-full sm:w-64"
            value={typed.text}
            onChange={({ target }) => typed.setText(target.value)}
          />
        </div>
        <Loaded query={query} loading={<SkeletonRows rows={6} />}>
          {(report) => (
            <>
              <ReputationSection reputation={report.reputation} />
              {report.days.length === 0 ? (
                <NoEmails q={q} />
              ) : (
                <>
                  <Section title={t('email-report.byDay')} description={t('email-report.byDayText')}>
                    <PairChart
                      step="day"
                      one={t('email-report.sent')}
                      other={t('email-report.bounced')}
                      nothing={t('email-report.noneInPeriod')}
                      table={<DayTable days={report.days.toReversed()} />}
                      points={fillDays(report.days, Number(days)).map(({ day, sent, bounced }) => ({
                        at: day,
                        label: chartText(new Date(day), 'day'),
                        one: sent,
                        other: bounced,
                      }))}
                    />
                  </Section>
                  <DomainTable domains={report.domains} left={report.domains_left} />
                </>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function NoEmails({ q }: { q: string | undefined }) {
  return q === undefined ? (
    <EmptyState icon="mail" title={t('email-report.noEmails.title')}>
      {t('email-report.noEmails.text')}
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={t('email-report.noDomain.title')}>
      {t('email-report.noDomain.text', { part: q })}
    </EmptyState>
  )
}

/** Adds the days without emails, oldest first. */
function fillDays(
  known: readonly ReportedDay[],
  days: number,
): Pick<ReportedDay, 'day' | 'sent' | 'bounced'>[] {
  const byDay = new Map(known.map((one) => [one.day, one]))
  const today = Date.now()
  return Array.from({ length: days }, (_, place) => {
    const day = new Date(today - (days - 1 - place) * DAY_MS).toISOString().slice(0, '2026-11-20'.length)
    return byDay.get(day) ?? { day, sent: 0, bounced: 0 }
  })
}
