import { Link } from '@tanstack/react-router'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { MonthEnd } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'

const WORDS = {
  telemetry: {
    label: 'owned.account.events',
    title: 'owned.account.eventsStop',
    unlimited: 'owned.account.ofTelemetry',
    until: 'owned.account.ofTelemetryUntil',
  },
  queues: {
    label: 'owned.account.messages',
    title: 'owned.account.messagesStop',
    unlimited: 'owned.account.ofQueues',
    until: 'owned.account.ofQueuesUntil',
  },
} as const

/** Quota of the account, above a list of endpoints that share it. */
export function AccountMonth(props: {
  kind: keyof typeof WORDS
  month: { used: number; limit: number | null; resets_at: string }
}) {
  const { kind, month } = props
  const { label, title, unlimited, until } = WORDS[kind]
  const parts = {
    title: <span className="font-semibold text-ink">{t(title)}</span>,
    usage: (
      <Link to="/usage" className="whitespace-nowrap text-accent underline">
        {t('owned.month.usage')}
      </Link>
    ),
  }
  return (
    <div className="mb-4 grid items-center gap-x-6 gap-y-2 rounded-md border bg-card px-4 py-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <p className="text-sm text-muted text-pretty">
        {month.limit === null
          ? rich(unlimited, parts)
          : rich(until, { ...parts, time: <MonthEnd at={month.resets_at} /> })}
      </p>
      <QuotaBar label={t(label)} used={month.used} limit={month.limit} />
    </div>
  )
}
