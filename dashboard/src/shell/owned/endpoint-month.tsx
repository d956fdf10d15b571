import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MonthlyCount } from '../../api/endpoints/owned.ts'
import { buttonClass } from '../../controls/button.tsx'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { Fact } from '../../controls/fact.tsx'
import { count } from '../../controls/numbers.ts'
import { MonthEnd, RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { sentenceSpace } from '../../language/sentences.ts'
import { rich, t } from '../../language/texts.ts'

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
  const isQueue = kind === 'queue'
  return (
    <Section title={t('owned.month.title')}>
      <QuotaBar
        label={label}
        used={usage.used}
        limit={usage.limit}
        span={t(isQueue ? 'owned.month.allQueues' : 'owned.month.allEndpoints')}
      />
      <dl className="flex flex-col gap-3">
        <Fact name={t(isQueue ? 'owned.month.thisQueue' : 'owned.month.thisEndpoint')}>
          {count(usage.this_month)}
        </Fact>
        <Fact name={t('owned.month.total')}>{count(usage.total)}</Fact>
        <Fact name={t('owned.month.latest')}>
          {last === null ? t('owned.month.never') : <RelativeTime at={last} />}
        </Fact>
      </dl>
      <p className="text-sm text-muted text-pretty">
        <CountedSince claimedAt={claimedAt} usage={usage} />
        {usage.limit === null ? null : (
          <>
            {rich('owned.month.resets', { time: <MonthEnd at={usage.resets_at} /> })}
            {sentenceSpace}
          </>
        )}
        {note}
      </p>
      <Link to="/usage" className={buttonClass()}>
        {t('owned.month.usage')}
      </Link>
      {action}
    </Section>
  )
}

/** Says in the month of the claim that what arrived before it does not count. Another sentence can follow. */
export function CountedSince(props: {
  claimedAt: string | null
  usage: { total: number; this_month: number; resets_at: string }
}) {
  const { claimedAt, usage } = props
  const month = new Date(Date.parse(usage.resets_at) - 1).toISOString().slice(0, '2026-11'.length)
  const isOfThisMonth = claimedAt?.startsWith(month) ?? false
  return isOfThisMonth && usage.total > usage.this_month
    ? `${t('owned.month.countedSince')}${sentenceSpace}`
    : null
}
