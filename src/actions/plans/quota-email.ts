import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { type QuotaWarning, warningExpiresAt } from '../../domain/plans/quota-warning.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'

/**
 * The email that warns the owner of an endpoint of what `getQuotaWarning` found; nothing where it found nothing. It goes to
 * the mailbox of the account, as emails that sign in do: also where the owner has stopped the emails of the endpoint,
 * for those are about submissions. It takes one key: a change that counts its keys counts one more.
 */
export function quotaEmail(
  { endpoint, mailboxKey }: Pick<FoundEndpoint, 'endpoint' | 'mailboxKey'>,
  warning: QuotaWarning | null,
  now: Date,
): Consequence[] {
  if (!warning) return []
  const endpointId = getKindRules(endpoint).countedBy === 'endpoint' ? endpoint.id : null
  return [
    {
      kind: 'notice',
      notice: { kind: 'quota_warning', endpointId, ...warning },
      // The recipient of a claimed endpoint is the mailbox of its owner.
      mailbox: mailboxIdentity(endpoint.recipient),
      mailboxKey,
      expiresAt: warningExpiresAt(warning, now),
    },
  ]
}
