import type { Refused } from '../refusal.ts'
import { type EndpointFacts, getState } from './endpoint.ts'

type ClaimDecision =
  | Refused
  | { kind: 'claimed'; endpoint: EndpointFacts }
  /** The link was followed before, perhaps by a mail scanner: nothing changes. */
  | { kind: 'already_claimed' }

/** Returns true when following the claim link would claim the endpoint. */
export function isClaimable(endpoint: EndpointFacts, now: Date): boolean {
  const state = getState(endpoint, now)
  return state === 'unclaimed' || state === 'frozen'
}

/** Decides a visit of the claim link. Expired and retired are final; a claim unfreezes a frozen endpoint. */
export function decideClaim(endpoint: EndpointFacts, now: Date): ClaimDecision {
  switch (getState(endpoint, now)) {
    case 'expired':
      return { kind: 'refused', refusal: { code: 'endpoint_expired' } }
    case 'retired':
      return { kind: 'refused', refusal: { code: 'endpoint_retired' } }
    case 'claimed':
      return { kind: 'already_claimed' }
    case 'unclaimed':
    case 'frozen':
      return { kind: 'claimed', endpoint: { ...endpoint, claimedAt: now } }
  }
}
