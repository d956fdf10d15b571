import { DAY, later } from '../time.ts'
import { getKindRules } from './kinds.ts'
import { type EndpointSettings, NO_SETTINGS } from './settings.ts'

/** Days of 24 hours in which it accepts nothing, after which an unclaimed endpoint expires. */
export const IDLE_DAYS = 30

/** Days after an unclaimed endpoint expired, or would have, in which its recipient is still known. */
export const RECIPIENT_RETENTION_DAYS = 30

/** Everything the rules need to know about an endpoint: dated facts, no flags. */
export type EndpointFacts = {
  /** The letter of its kind, an underscore and 16 characters: `getKindRules`. */
  id: string
  /** The one mailbox given at creation, its domain as A-labels; empty once it is forgotten. */
  recipient: string
  createdAt: Date
  /** When the newest real submission, event or message came; spam and what was refused is none. */
  lastAcceptedAt: Date | null
  /** Real submissions, events or messages accepted in its whole life. Kept, never counted. */
  acceptedCount: number
  /** The UTC month, `2026-11`, that `monthCount` counts; null before the first since the claim. */
  countedMonth: string | null
  /** What it accepted since the claim within `countedMonth`. */
  monthCount: number
  /** When the one claim email became a job. */
  claimEmailAt: Date | null
  claimedAt: Date | null
  retiredAt: Date | null
  /** When the owner of a claimed endpoint stopped its emails; submissions are stored all the same. */
  mailStoppedAt: Date | null
  settings: EndpointSettings
  /** Grows with each change of the settings. */
  version: number
}

export type EndpointState = 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired'

/** The state at `now`, worked out from the facts and never stored. */
export function stateOf(endpoint: EndpointFacts, now: Date): EndpointState {
  if (endpoint.retiredAt) return 'retired'
  if (endpoint.claimedAt) return 'claimed'
  // Without its recipient there is no way back, though the clock may go back.
  if (endpoint.recipient === '' || now.getTime() >= idleEnd(endpoint).getTime()) return 'expired'
  if (endpoint.acceptedCount >= getKindRules(endpoint).unclaimedCap) return 'frozen'
  return 'unclaimed'
}

/** When the endpoint expires, or did, if nothing more comes in; null when that can no longer happen. */
export function expiresAt(endpoint: EndpointFacts): Date | null {
  return endpoint.retiredAt || endpoint.claimedAt ? null : idleEnd(endpoint)
}

/** A fresh endpoint, as creation saves it. */
export function newEndpoint(birth: { id: string; recipient: string; now: Date }): EndpointFacts {
  return {
    id: birth.id,
    recipient: birth.recipient,
    createdAt: birth.now,
    lastAcceptedAt: null,
    acceptedCount: 0,
    countedMonth: null,
    monthCount: 0,
    claimEmailAt: null,
    claimedAt: null,
    retiredAt: null,
    mailStoppedAt: null,
    settings: NO_SETTINGS,
    version: 0,
  }
}

function idleEnd(endpoint: EndpointFacts): Date {
  return later(endpoint.lastAcceptedAt ?? endpoint.createdAt, IDLE_DAYS * DAY)
}
