import { EMAIL_RETRY_SCHEDULE } from '../../../domain/outbox/retry-schedule.ts'
import { HOUR, later, MINUTE, SECOND } from '../../../domain/time.ts'
import type { BeginDecision } from '../../../store/contract/outbox-store.ts'
import type { SendResult } from '../../channel.ts'
import type { SmtpFailure } from './mailer.ts'

/** Emails in progress at one time to a domain that answers. The channel has more places, which no single domain gets. */
export const MAX_DOMAIN_EMAILS = 10
/** To a domain that is slow, or has not answered yet. */
const MAX_UNANSWERED_EMAILS = 2
/** To all slow domains together. */
const MAX_SLOW_EMAILS = 3
/** An answer that takes longer makes a domain slow. */
const SLOW_MS = 20 * SECOND
/** Emails that find no place step aside when one before them has been in progress for this long: others are behind them. */
const STALL_MS = 2 * SECOND
const ASIDE_MS = 5 * SECOND
const SLOW_ASIDE_MS = 15 * SECOND
/** Failures in a row after which a domain is held. */
const MAX_FAILURES = 5
/** Holds of a domain, doubling from the shorter to the longer. */
const MIN_HOLD_MS = MINUTE
const MAX_HOLD_MS = 15 * MINUTE
/** Wait for the probe that goes first after a hold. */
const PROBE_WAIT_MS = 15 * SECOND
/** An email that has waited longer for its first attempt may begin during a hold, one at a time: each one ends some day. */
const MAX_FIRST_WAIT_MS = 4 * HOUR
/** A place that no email was sent from is free again: the transaction that began it has failed. */
const UNUSED_PLACE_MS = 10 * SECOND
/** No email is in progress for longer. */
const USED_PLACE_MS = 3 * MINUTE
/** Domains remembered: beyond it those that nothing is in progress to are forgotten, the longest known first. */
const MAX_REMEMBERED = 10_000

/** An email that asks for a place. `isAwaited`: somebody waits for it at a screen, so a hold does not put it off. */
export type DomainEmail = {
  domain: string
  delivery: number
  createdAt: Date
  startedAt: Date | null
  isAwaited: boolean
}

/** The right to send one email to a domain. */
export type DomainPlace = {
  domain: string
  delivery: number
  /** It was not attempted before: greylisting puts such emails off, whatever the domain is like. */
  isFirst: boolean
  /** When it was taken, by `elapsed`. */
  at: number
  /** Set when the email is sent. */
  isUsed: boolean
}

/** A change of a domain, for the log. */
export type DomainChange =
  | { kind: 'held'; domain: string; until: Date }
  | { kind: 'released'; domain: string }

/** Limits the emails to each domain on this node, so that one that is slow or puts emails off holds up no other. */
export type RecipientDomains = {
  /** Takes a place for an email; without one, returns what happens to it instead. */
  begin(
    email: DomainEmail,
    now: Date,
  ): { kind: 'place'; place: DomainPlace } | Exclude<BeginDecision<never>, { kind: 'send' }>
  /** Frees a place and learns from the result. `failure`: null for an accepted email, and for one that was not sent. */
  end(place: DomainPlace, result: SendResult | null, failure: SmtpFailure | null, now: Date): void
  /** Counts the domains that are held, or were until a moment ago. */
  countHeld(now: Date): number
}

type Domain = {
  name: string
  places: Map<number, DomainPlace>
  /** Speed of the last answer; `unknown` before the first. */
  speed: 'unknown' | 'quick' | 'slow'
  failures: number
  hold: { ms: number; until: Date } | null
}

/**
 * Creates the limits of all domains. Each node finds out for itself, and a restart forgets: a few attempts tell it again.
 *
 * @param parts.elapsed milliseconds of a clock that nobody sets
 */
export function createRecipientDomains(parts: {
  report(change: DomainChange): void
  elapsed?: () => number
}): RecipientDomains {
  const { report, elapsed = () => performance.now() } = parts
  const domains = new Map<string, Domain>()
  /** Those with emails in progress: few. */
  const busy = new Set<Domain>()

  function get(name: string): Domain {
    const known = domains.get(name)
    if (known) return known
    if (domains.size >= MAX_REMEMBERED) forgetSome()
    const domain: Domain = { name, places: new Map(), speed: 'unknown', failures: 0, hold: null }
    domains.set(name, domain)
    return domain
  }

  function forgetSome(): void {
    for (const [name, { places }] of domains) {
      if (places.size === 0) domains.delete(name)
      if (domains.size < MAX_REMEMBERED) return
    }
  }

  function take(domain: Domain, place: DomainPlace): { kind: 'place'; place: DomainPlace } {
    domain.places.set(place.delivery, place)
    busy.add(domain)
    return { kind: 'place', place }
  }

  function free(domain: Domain, delivery: number): void {
    domain.places.delete(delivery)
    if (domain.places.size === 0) busy.delete(domain)
  }

  /** Returns for how long the oldest of the emails in progress has been; frees places that are not used. */
  function reviewPlaces(domain: Domain): number {
    const now = elapsed()
    let oldest = 0
    for (const place of domain.places.values()) {
      const age = now - place.at
      if (age > (place.isUsed ? USED_PLACE_MS : UNUSED_PLACE_MS)) free(domain, place.delivery)
      else oldest = Math.max(oldest, age)
    }
    if (oldest > SLOW_MS) domain.speed = 'slow'
    return oldest
  }

  function countSlow(): number {
    let count = 0
    for (const { speed, places } of busy) if (speed === 'slow') count += places.size
    return count
  }

  function recordFailure(domain: Domain, now: Date): void {
    domain.failures += 1
    if (domain.failures < MAX_FAILURES) return
    // Emails in progress together fail together: only the probe after a hold makes the next one longer.
    if (domain.hold && now < domain.hold.until) return
    const ms = domain.hold ? Math.min(2 * domain.hold.ms, MAX_HOLD_MS) : MIN_HOLD_MS
    domain.hold = { ms, until: later(now, ms) }
    report({ kind: 'held', domain: domain.name, until: domain.hold.until })
  }

  function recordAnswer(domain: Domain): void {
    domain.failures = 0
    if (domain.hold) report({ kind: 'released', domain: domain.name })
    domain.hold = null
  }

  return {
    begin({ domain: name, delivery, createdAt, startedAt, isAwaited }, now) {
      const domain = get(name)
      // The transaction that began it before has failed.
      free(domain, delivery)
      const oldest = reviewPlaces(domain)
      const { places, speed, hold } = domain
      const place = { domain: name, delivery, isFirst: startedAt === null, at: elapsed(), isUsed: false }
      if (hold) {
        const waits = now.getTime() - (startedAt ?? createdAt).getTime()
        if (startedAt && waits > EMAIL_RETRY_SCHEDULE.giveUpAfterMs)
          return { kind: 'end', outcome: 'given_up' }
        const mayProbe = isAwaited || now >= hold.until || (!startedAt && waits > MAX_FIRST_WAIT_MS)
        if (!mayProbe) return { kind: 'postpone', until: hold.until }
        if (places.size > 0) return { kind: 'postpone', until: later(now, PROBE_WAIT_MS) }
        return take(domain, place)
      }
      const limit = speed === 'quick' ? MAX_DOMAIN_EMAILS : MAX_UNANSWERED_EMAILS
      const isFull = speed === 'slow' && countSlow() >= MAX_SLOW_EMAILS
      if (places.size < limit && !isFull) return take(domain, place)
      if (speed === 'slow') return { kind: 'postpone', until: later(now, SLOW_ASIDE_MS) }
      return oldest > STALL_MS ? { kind: 'postpone', until: later(now, ASIDE_MS) } : { kind: 'leave' }
    },

    end(place, result, failure, now) {
      const domain = get(place.domain)
      free(domain, place.delivery)
      if (result === null) return
      const isAnswered = failure === null || failure.code !== null
      if (failure === null || isAboutRecipient(failure)) {
        domain.speed = isAnswered && elapsed() - place.at < SLOW_MS ? 'quick' : 'slow'
        if (result.kind === 'sent' || result.kind === 'kept' || result.kind === 'bounced')
          recordAnswer(domain)
        else if (!isGreylisting(place, result) && !isAboutMailbox(failure)) recordFailure(domain, now)
      }
    },

    countHeld(now) {
      let count = 0
      for (const { hold } of domains.values()) if (hold && later(hold.until, MAX_HOLD_MS) > now) count += 1
      return count
    },
  }
}

/** Returns true when a mail server failed after it was told the recipient: what it says earlier is about itself. */
function isAboutRecipient({ stage }: SmtpFailure): boolean {
  return stage === 'rcpt_to' || stage === 'data' || stage === 'end_of_data'
}

/** An enhanced status code about the mailbox itself, such as that it is full (RFC 3463 §3.3). */
const ABOUT_MAILBOX = /(?<![\d.])4\.2\.\d/

/** Returns true for an answer that says nothing about the other mailboxes of the domain: strangers choose full ones. */
function isAboutMailbox(failure: SmtpFailure | null): boolean {
  return failure !== null && ABOUT_MAILBOX.test(failure.text)
}

/** Returns true for an answer that greylisting gives to every first attempt: it says nothing about the domain. */
function isGreylisting({ isFirst }: DomainPlace, result: SendResult): boolean {
  return isFirst && result.kind === 'deferred' && result.minWaitMs > 0
}
