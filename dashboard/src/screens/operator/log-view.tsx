import { type OperatorEntry, useOperatorLog } from '../../api/accounts/operator.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { type PlainKey, t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'

const ACTIONS = {
  endpoint_suspended: 'operator.did.endpointSuspended',
  endpoint_unsuspended: 'operator.did.endpointUnsuspended',
  account_suspended: 'operator.did.ownerSuspended',
  account_unsuspended: 'operator.did.ownerUnsuspended',
  owner_signed_out: 'operator.did.ownerSignedOut',
  plan_changed: 'operator.did.planChanged',
  sender_erased: 'operator.did.senderErased',
  account_exported: 'operator.did.accountExported',
  account_erased: 'operator.did.accountErased',
} satisfies Record<OperatorEntry['action'], PlainKey>

const PLANS = /^(.+) to (.+)$/
const ERASED = /^(\d+) submissions, (\d+) files, (\d+) forms$/

/** The log of the operator, the newest first. */
export function LogView() {
  const query = useOperatorLog()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} />}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-muted">{t('operator.log.empty')}</p>
        ) : (
          <ul aria-label={t('operator.sections.log')} className="divide-y rounded-md border bg-card">
            {data.map(({ at, operator, action, subject, detail }) => (
              <li
                key={`${at} ${action} ${subject}`}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5"
              >
                <p className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-semibold">{t(ACTIONS[action])}</span>
                  {detail === null ? null : (
                    <span>
                      {' '}
                      · <bdi>{describeDetail(action, detail)}</bdi>
                    </span>
                  )}
                  {subject === null ? null : <code className="text-sm text-muted"> {subject}</code>}
                </p>
                <p className="text-sm text-muted">
                  {operator === 'command' ? t('operator.log.commandLine') : operator} ·{' '}
                  <RelativeTime at={at} />
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** Names of plans and numbers are put into a sentence; a reason is shown as the operator wrote it. */
function describeDetail(action: OperatorEntry['action'], detail: string): string {
  if (action === 'plan_changed') {
    const [, before, after] = PLANS.exec(detail) ?? []
    if (before !== undefined && after !== undefined) return t('operator.log.plan', { before, after })
  }
  if (action === 'sender_erased') {
    const [, submissions, files, forms] = ERASED.exec(detail) ?? []
    if (submissions !== undefined) {
      return t('operator.log.erased', {
        submissions: t('operator.amounts.submissions', { count: Number(submissions) }),
        files: t('operator.amounts.files', { count: Number(files) }),
        forms: t('operator.amounts.forms', { count: Number(forms) }),
      })
    }
  }
  return detail
}
