import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { type QuotaWarning, warningExpiresAt } from '../../domain/plans/quota-warning.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { tellDestinations } from '../destinations/delivery-targets.ts'

const COUNTED = { form: 'submissions', telemetry: 'events', queue: 'messages' } as const

/** Warns the owner by email, and the destinations that want to know. It needs two keys. */
export function warnOfQuota(
  context: Context,
  found: FoundEndpoint,
  warning: QuotaWarning,
  now: Date,
): Consequence[] {
  const email = quotaEmail(found, warning, now)
  const { endpoint } = found
  if (endpoint.settings.destinations.length === 0) return [email]
  const { what, percent, quota, month, resetsAt } = warning
  const about = getKindRules(endpoint).countedBy === 'endpoint' ? endpoint : null
  const data = {
    endpointId: about?.id ?? null,
    endpointName: about?.settings.name ?? null,
    counted: COUNTED[what],
    percent,
    quota,
    month,
    resetsAt,
  }
  return [email, ...tellDestinations(context, found, { type: 'endpoint.quota_warning', data })]
}

/**
 * Builds the email about a quota warning. It goes to the mailbox of the account, like sign-in emails, even if the owner
 * stopped the emails of the endpoint, which are about submissions.
 */
function quotaEmail(
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
