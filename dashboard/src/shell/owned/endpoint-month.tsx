import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MonthlyCount } from '../../api/endpoints/owned.ts'
import { buttonClass } from '../../controls/button.tsx'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { Fact } from '../../controls/fact.tsx'
import { count } from '../../controls/numbers.ts'
import { MonthEnd, RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'

/**
 * What of a quota of the account is used, by this one and by all.
 *
 * @param props.label who uses it together: "Messages of all queues this month"
 * @param props.says what else is to be known, as sentences
 * @param props.deed a button under it
 */
export function MonthOfOne(props: {
  label: string
  taken: MonthlyCount
  last: string | null
  says: string | null
  deed?: ReactNode
}) {
  const { label, taken, last, says, deed } = props
  return (
    <Section title="This month">
      <QuotaBar label={label} used={taken.used} limit={taken.limit} span="by all" />
      <dl className="flex flex-col gap-3">
        <Fact name="By this one">{count(taken.this_month)}</Fact>
        <Fact name="In all">{count(taken.total)}</Fact>
        <Fact name="Last one">{last === null ? 'never' : <RelativeTime at={last} />}</Fact>
      </dl>
      <p className="text-sm text-muted text-pretty">
        {taken.limit === null ? null : (
          <>
            Resets on <MonthEnd at={taken.resets_at} />.{' '}
          </>
        )}
        {says}
      </p>
      <Link to="/usage" className={buttonClass()}>
        Usage and plan
      </Link>
      {deed}
    </Section>
  )
}
