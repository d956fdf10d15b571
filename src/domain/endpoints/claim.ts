import type { Refused } from '../refusal.ts'
import { DEFAULT_SPAM_LEVEL } from '../spam/spam-settings.ts'
import { type EndpointFacts, getState } from './endpoint.ts'
import { getKindRules } from './kinds.ts'
import type { EndpointSettings } from './settings.ts'

type ClaimDecision =
  | Refused
  | { kind: 'claimed'; endpoint: EndpointFacts }
  /** The link was followed before, perhaps by a mail scanner: nothing changes. */
  | { kind: 'already_claimed' }

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
      return {
        kind: 'claimed',
        endpoint: { ...endpoint, claimedAt: now, settings: toClaimedSettings(endpoint) },
      }
  }
}

/** Returns the settings that an endpoint has once it belongs to somebody: from then on a form filters spam. */
export function toClaimedSettings({
  id,
  settings,
}: Pick<EndpointFacts, 'id' | 'settings'>): EndpointSettings {
  if (getKindRules({ id }).kind !== 'form') return settings
  return { ...settings, spam: { ...settings.spam, level: DEFAULT_SPAM_LEVEL } }
}
