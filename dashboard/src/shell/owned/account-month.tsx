import { Link } from '@tanstack/react-router'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { MonthEnd } from '../../controls/relative-time.tsx'

/**
 * Quota of the account, above a list of endpoints that share it.
 *
 * @param props.what "Events"
 * @param props.by "telemetry endpoints"
 */
export function AccountMonth(props: {
  what: string
  by: string
  month: { used: number; limit: number | null; resets_at: string }
}) {
  const { what, by, month } = props
  return (
    <div className="mb-4 grid items-center gap-x-6 gap-y-2 rounded-md border bg-card px-4 py-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <p className="text-sm text-muted text-pretty">
        <span className="font-semibold text-ink">{what} this month.</span> All {by} count together
        {month.limit === null ? (
          '. '
        ) : (
          <>
            , until <MonthEnd at={month.resets_at} />.{' '}
          </>
        )}
        <Link to="/usage" className="whitespace-nowrap text-accent underline">
          Usage and plan
        </Link>
      </p>
      <QuotaBar label={`${what} this month`} used={month.used} limit={month.limit} />
    </div>
  )
}
