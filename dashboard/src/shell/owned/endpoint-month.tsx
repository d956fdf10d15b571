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
 * Usage of an account quota by this endpoint and by all.
 *
 * @param props.kind word for the endpoint
 * @param props.claimedAt time of its claim
 * @param props.label label of the quota: "Messages of all queues this month"
 * @param props.note further sentences
 * @param props.action a button below
 */
export function EndpointMonth(props: {
  label: string
  kind: 'endpoint' | 'queue'
  usage: MonthlyCount
  claimedAt: string | null
  last: string | null
  note: string | null
  action?: ReactNode
}) {
  const { label, kind, usage, claimedAt, last, note, action } = props
  return (
    <Section title="This month">
      <QuotaBar label={label} used={usage.used} limit={usage.limit} span={`across all ${kind}s`} />
      <dl className="flex flex-col gap-3">
        <Fact name={`This ${kind}`}>{count(usage.this_month)}</Fact>
        <Fact name="Total">{count(usage.total)}</Fact>
        <Fact name="Latest">{last === null ? 'Never' : <RelativeTime at={last} />}</Fact>
      </dl>
      <p className="text-sm text-muted text-pretty">
        <CountedSince claimedAt={claimedAt} usage={usage} />
        {usage.limit === null ? null : (
          <>
            Resets on <MonthEnd at={usage.resets_at} />.{' '}
          </>
        )}
        {note}
      </p>
      <Link to="/usage" className={buttonClass()}>
        Usage and plan
      </Link>
      {action}
    </Section>
  )
}

/** Says in the month of the claim that what arrived before it does not count. */
export function CountedSince(props: {
  claimedAt: string | null
  usage: { total: number; this_month: number; resets_at: string }
}) {
  const { claimedAt, usage } = props
  const month = new Date(Date.parse(usage.resets_at) - 1).toISOString().slice(0, '2026-11'.length)
  const isOfThisMonth = claimedAt?.startsWith(month) ?? false
  return isOfThisMonth && usage.total > usage.this_month ? 'Counted since you claimed it. ' : null
}
