import { type OperatorEntry, useOperatorLog } from '../../api/accounts/operator.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Loaded } from '../../shell/loaded.tsx'

const ACTIONS: Readonly<Record<OperatorEntry['action'], string>> = {
  endpoint_suspended: 'Endpoint suspended',
  endpoint_unsuspended: 'Suspension of an endpoint lifted',
  account_suspended: 'Owner suspended',
  account_unsuspended: 'Suspension of an owner lifted',
  owner_signed_out: 'Owner signed out',
  plan_changed: 'Plan changed',
  sender_erased: 'Submissions of one sender erased',
  account_erased: 'Account erased',
}

/** The log of the operator, the newest first. */
export function LogView() {
  const query = useOperatorLog()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the log" />}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-muted">No actions yet.</p>
        ) : (
          <ul aria-label="Log" className="divide-y rounded-md border bg-card">
            {data.map(({ at, operator, action, subject, detail }) => (
              <li
                key={`${at} ${action} ${subject}`}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5"
              >
                <p className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-semibold">{ACTIONS[action]}</span>
                  {detail === null ? null : <span> · {detail}</span>}
                  {subject === null ? null : <code className="text-sm text-muted"> {subject}</code>}
                </p>
                <p className="text-sm text-muted">
                  {operator === 'command' ? 'Command line' : operator} · <RelativeTime at={at} />
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
