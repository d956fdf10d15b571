import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/accounts/me.ts'
import { pluralize } from '../../controls/numbers.ts'

/** Banner while endpoints that were claimed by their link alone wait for their owner. */
export function UnconfirmedBanner() {
  const unconfirmed = useMe().data?.unconfirmed
  if (!unconfirmed) return null
  const { endpoints, telemetry, queues, emails_held: emails } = unconfirmed
  const total = endpoints + telemetry + queues
  if (total === 0) return null
  const others = telemetry > 0 ? '/telemetry' : '/queues'
  return (
    <aside
      aria-label="Claimed by link"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-sunken px-4 py-2 text-center text-sm"
    >
      <span>
        {pluralize(total, 'endpoint')} claimed by link
        {emails === 0 ? '.' : `, ${pluralize(emails, 'email')} waiting.`}
      </span>
      <Link
        to={endpoints > 0 ? '/forms' : others}
        className="font-semibold whitespace-nowrap text-accent underline"
      >
        Keep or decline
      </Link>
    </aside>
  )
}
