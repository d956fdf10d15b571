import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/accounts/me.ts'
import { pluralize } from '../../controls/numbers.ts'
import { KINDS, OWNED_KINDS } from '../owned/kinds.ts'

const list = new Intl.ListFormat('en')

/** Banner while endpoints that were claimed by their link alone wait for their owner. */
export function UnconfirmedBanner() {
  const unconfirmed = useMe().data?.unconfirmed
  if (!unconfirmed) return null
  const { endpoints, telemetry, queues, emails_held: emails } = unconfirmed
  const counts = { endpoints, telemetry, queues }
  const kinds = OWNED_KINDS.filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return null
  const others = telemetry > 0 ? '/telemetry' : '/queues'
  return (
    <aside
      aria-label="Claimed by link"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-sunken px-4 py-2 text-center text-sm"
    >
      <span>
        {list.format(kinds.map((kind) => pluralize(counts[kind], KINDS[kind].one)))} claimed by link
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
