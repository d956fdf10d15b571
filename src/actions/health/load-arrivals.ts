import { mailboxHint } from '../../domain/accounts/mailbox.ts'
import { getState } from '../../domain/endpoints/endpoint.ts'
import type { Arrivals } from '../../domain/health/arrivals.ts'
import { findFindings, sumObservations } from '../../domain/health/find-findings.ts'
import { firstObservedHour } from '../../domain/health/observations.ts'
import { getControlUse } from '../../domain/submissions/control-names.ts'
import type { Context } from '../context.ts'

/** Loads what a form has received; null when it is unknown, retired or expired. */
export async function loadArrivals(
  { store }: Context,
  { formId, isCreator, now }: { formId: string; isCreator: boolean; now: Date },
): Promise<Arrivals | null> {
  const found = await store.findEndpoint(formId)
  if (!found) return null
  const { endpoint } = found
  const state = getState(endpoint, now)
  if (state === 'expired' || state === 'retired') return null
  // Only an email about a submission leads to a claim; an owner may have created the form, too.
  if (endpoint.claimedAt)
    return { isClaimed: true, hasArrived: endpoint.claimEmailAt ? true : null, details: null }
  const hasArrived = endpoint.lastAcceptedAt !== null
  if (!isCreator) return { isClaimed: false, hasArrived, details: null }
  const hours = await store.health.loadObservations({ endpointId: formId, firstHour: firstObservedHour(now) })
  const observed = sumObservations(hours)
  const emailState = endpoint.claimEmailAt && (await store.findClaimEmailState(formId))
  return {
    isClaimed: false,
    hasArrived,
    details: {
      siteHost: endpoint.siteHost,
      fields: [...observed.fields.keys()].filter((name) => getControlUse(name) === null),
      onlyRefused: !hasArrived && observed.refused.size > 0,
      findings: findFindings({ endpoint, hours, page: 'being_built', now }),
      claimEmail: emailState && { state: emailState, recipientHint: mailboxHint(endpoint.recipient) },
    },
  }
}
