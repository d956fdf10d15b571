import type { EndpointFacts } from './endpoint.ts'

/**
 * Claim and confirmation are two facts of an endpoint. The claim binds ownership and needs only a GET of the claim link,
 * which mail scanners make too. The confirmation is an action of a person: a click that posts on the claim page, or the
 * first action of the signed-in owner on the endpoint. Trust depends on it: links that work, Reply-To, previews, emails
 * without a budget, and usage that counts against the month of the account.
 */
type Facts = Pick<EndpointFacts, 'claimedAt' | 'confirmedAt' | 'retiredAt'>

/** Returns true once a person has confirmed that the endpoint is theirs. */
export function isConfirmed(endpoint: Pick<Facts, 'claimedAt' | 'confirmedAt'>): boolean {
  return endpoint.claimedAt !== null && endpoint.confirmedAt !== null
}

/** Returns true while the endpoint is claimed by its link alone: its owner can keep or decline it. */
export function awaitsConfirmation(endpoint: Facts): boolean {
  return endpoint.claimedAt !== null && endpoint.confirmedAt === null && endpoint.retiredAt === null
}

/** Returns the endpoint after a person has confirmed it at `now`; unchanged unless it awaits confirmation. */
export function confirmEndpoint(endpoint: EndpointFacts, now: Date): EndpointFacts {
  return awaitsConfirmation(endpoint) ? { ...endpoint, confirmedAt: now } : endpoint
}
