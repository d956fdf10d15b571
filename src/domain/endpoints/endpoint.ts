import type { Language } from '../language.ts'
import { DAY } from '../time.ts'
import { getKindRules } from './kinds.ts'
import { type EndpointSettings, NO_SETTINGS } from './settings.ts'
import type { Suspension } from './suspension.ts'

/** Days of 24 hours without an accepted submission, event or message after which an unclaimed endpoint expires. */
export const IDLE_DAYS = 30

/** Days after an unclaimed endpoint expired, or would have, for which its recipient is kept. */
export const RECIPIENT_RETENTION_DAYS = 30

/** The facts that the rules need about an endpoint: dates, no flags. */
export type EndpointFacts = {
  /** The prefix of its kind, an underscore and 16 characters: see `getKindRules`. */
  id: string
  /** The address given at creation, its domain as A-labels; empty once it is deleted. */
  recipient: string
  createdAt: Date
  /** Time of the newest accepted submission, event or message; spam does not count. */
  lastAcceptedAt: Date | null
  /** Submissions, events or messages accepted in its life, without spam. A stored counter, never computed. */
  acceptedCount: number
  /** The UTC month, `2026-11`, that `monthCount` belongs to; null until something is accepted after the claim. */
  countedMonth: string | null
  /** Number accepted within `countedMonth` since the claim. */
  monthCount: number
  /** Time at which the only claim email was put into the outbox. */
  claimEmailAt: Date | null
  /** Time at which the claim link was followed, perhaps by a mail scanner: the endpoint belongs to its recipient. */
  claimedAt: Date | null
  /** Time at which a person confirmed it; see `isConfirmed`. Null while unclaimed. */
  confirmedAt: Date | null
  retiredAt: Date | null
  /** Time at which the recipient declined it, which retired it; null again when that is undone. */
  declinedAt: Date | null
  /** Time at which the data of a declined endpoint was deleted. */
  purgedAt: Date | null
  /** Time at which the owner stopped its emails; submissions are still stored. */
  mailStoppedAt: Date | null
  /** Set while the operator has suspended it, or the account that owns it. */
  suspension: Suspension | null
  /** Time at which its owner got it from another one: links in emails to that one no longer work. Null where nobody did. */
  handedOverAt: Date | null
  /** Language of its emails; null while unknown. */
  language: Language | null
  /** Host of the first page that sent a submission; null while unknown. */
  siteHost: string | null
  /** Scripts of its newest real submissions while it filters spam: see `rememberScript`. */
  recentScripts: string
  settings: EndpointSettings
  /** Incremented with each change of the settings. */
  version: number
}

export type EndpointState = 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired'

/** Derives the state at `now` from the facts; it is never stored. */
export function getState(endpoint: EndpointFacts, now: Date): EndpointState {
  if (endpoint.retiredAt) return 'retired'
  if (endpoint.claimedAt) return 'claimed'
  // Without a recipient it stays expired even if the clock goes back.
  if (endpoint.recipient === '' || now.getTime() >= idleEndMs(endpoint)) return 'expired'
  if (endpoint.acceptedCount >= getKindRules(endpoint).unclaimedCap) return 'frozen'
  return 'unclaimed'
}

/** A state as the public sees it. */
export type PublicState = EndpointState | 'suspended'

/** Derives the state that the public sees at `now`: expired and retired are final, and win over a suspension. */
export function getPublicState(endpoint: EndpointFacts, now: Date): PublicState {
  const state = getState(endpoint, now)
  return endpoint.suspension !== null && state !== 'expired' && state !== 'retired' ? 'suspended' : state
}

/** Returns true when following the claim link would claim the endpoint. */
export function isClaimable(endpoint: EndpointFacts, now: Date): boolean {
  const state = getState(endpoint, now)
  return state === 'unclaimed' || state === 'frozen'
}

/** Returns the time at which the endpoint expires if it accepts nothing more; null when it can no longer expire. */
export function expiresAt(endpoint: EndpointFacts): Date | null {
  return endpoint.retiredAt || endpoint.claimedAt ? null : new Date(idleEndMs(endpoint))
}

/** Returns a new endpoint as creation saves it. */
export function newEndpoint(birth: {
  id: string
  recipient: string
  language?: Language | null
  now: Date
}): EndpointFacts {
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
    confirmedAt: null,
    retiredAt: null,
    declinedAt: null,
    purgedAt: null,
    mailStoppedAt: null,
    suspension: null,
    handedOverAt: null,
    language: birth.language ?? null,
    siteHost: null,
    recentScripts: '',
    settings: NO_SETTINGS,
    version: 0,
  }
}

/** Returns the time at which an endpoint that accepts nothing more expires, in milliseconds since 1970. */
function idleEndMs(endpoint: EndpointFacts): number {
  return (endpoint.lastAcceptedAt ?? endpoint.createdAt).getTime() + IDLE_DAYS * DAY
}

/**
 * Claim and confirmation are two facts of an endpoint. The claim binds ownership and needs only a GET of the claim link,
 * which mail scanners make too. The confirmation is an action of a person: a click that posts on the claim page, or the
 * first action of the signed-in owner on the endpoint. Trust depends on it: links that work, Reply-To, previews, emails
 * without a budget, and usage that counts against the month of the account.
 */
type ConfirmationFacts = Pick<EndpointFacts, 'claimedAt' | 'confirmedAt' | 'retiredAt'>

/** Returns true once a person has confirmed that the endpoint is theirs. */
export function isConfirmed(endpoint: Pick<ConfirmationFacts, 'claimedAt' | 'confirmedAt'>): boolean {
  return endpoint.claimedAt !== null && endpoint.confirmedAt !== null
}

/** Returns true while the endpoint is claimed by its link alone: its owner can keep or decline it. */
export function awaitsConfirmation(endpoint: ConfirmationFacts): boolean {
  return endpoint.claimedAt !== null && endpoint.confirmedAt === null && endpoint.retiredAt === null
}

/** Returns the endpoint after a person has confirmed it at `now`; unchanged unless it awaits confirmation. */
export function confirmEndpoint(endpoint: EndpointFacts, now: Date): EndpointFacts {
  return awaitsConfirmation(endpoint) ? { ...endpoint, confirmedAt: now } : endpoint
}

/**
 * Returns true for a form that encrypts submissions to the OpenPGP key of its owner. One that was declined still needs it until its
 * data is deleted, because that can be undone.
 */
export function needsEmailKey({ settings, retiredAt, declinedAt, purgedAt }: EndpointFacts): boolean {
  const isOver = retiredAt !== null && (declinedAt === null || purgedAt !== null)
  return settings.store === 'encrypted' && !isOver
}

type Named = Pick<EndpointFacts, 'settings' | 'siteHost'>

/**
 * Returns the name that the owner sees: the given one, else the host of the page that sent the first submission; null
 * without either.
 */
export function getName({ settings, siteHost }: Named): string | null {
  return settings.name ?? siteHost
}

/** Returns the name for emails: null until a person has confirmed the endpoint, because anybody can choose the host. */
export function getConfirmedName(
  endpoint: Named & Pick<EndpointFacts, 'claimedAt' | 'confirmedAt'>,
): string | null {
  return isConfirmed(endpoint) ? getName(endpoint) : null
}
