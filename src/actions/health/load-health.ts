import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { findFindings, observedSince, sumObservations } from '../../domain/health/find-findings.ts'
import type { Finding } from '../../domain/health/finding.ts'
import { firstObservedHour, type Observations } from '../../domain/health/observations.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** Observations of a form in the last days, and findings about its page. */
export type FormHealth = {
  endpoint: EndpointFacts
  since: Date
  observed: Observations
  findings: readonly Finding[]
}

/** Loads the health of a form of the caller; null when the caller has none with this id. */
export async function loadOwnedHealth(
  context: Context,
  { accountKey }: Pick<Caller, 'accountKey'>,
  request: { endpointId: string; now: Date },
): Promise<FormHealth | null> {
  const { endpointId, now } = request
  const owned = await context.store.owned.find({ accountKey, kind: 'form', endpointId })
  return owned && loadHealth(context, { endpoint: owned.endpoint, now })
}

/** Loads the health of a form. Whoever calls this has checked who may know. */
export async function loadHealth(
  { store }: Context,
  { endpoint, now }: { endpoint: EndpointFacts; now: Date },
): Promise<FormHealth> {
  const request = { endpointId: endpoint.id, firstHour: firstObservedHour(now) }
  const hours = await store.health.loadObservations(request)
  return {
    endpoint,
    since: observedSince(endpoint, now),
    observed: sumObservations(hours),
    findings: findFindings({ endpoint, hours, now }),
  }
}
