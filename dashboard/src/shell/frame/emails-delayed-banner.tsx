import { useMe } from '../../api/accounts/me.ts'
import { Moment } from '../../controls/relative-time.tsx'

/** Banner while the mail server is away or refuses everything. */
export function EmailsDelayedBanner() {
  const since = useMe().data?.emails_delayed_since
  return (
    <div role="status">
      {since == null ? null : (
        <p className="bg-warn-tint px-4 py-2 text-center text-sm font-medium text-balance text-warn">
          Emails have been delayed since <Moment at={since} />. Submissions are safe here.
        </p>
      )}
    </div>
  )
}
