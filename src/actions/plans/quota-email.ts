import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { type QuotaWarning, warningExpiresAt } from '../../domain/plans/quota-warning.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'

/**
 * Builds the email about a quota warning. It goes to the mailbox of the account, like sign-in emails, even if the owner
 * stopped the emails of the endpoint, which are about submissions. It needs one key, so a change adds one to its
 * `maxKeys`.
 */
export function quotaEmail(
  { endpoint, mailboxKey }: Pick<FoundEndpoint, 'endpoint' | 'mailboxKey'>,
  warning: QuotaWarning,
  now: Date,
): Consequence {
  const endpointId = getKindRules(endpoint).countedBy === 'endpoint' ? endpoint.id : null
  return {
    kind: 'notice',
    notice: { kind: 'quota_warning', endpointId, ...warning },
    // The recipient of a claimed endpoint is the mailbox of its owner.
    mailbox: mailboxIdentity(endpoint.recipient),
    mailboxKey,
    expiresAt: warningExpiresAt(warning, now),
  }
}
