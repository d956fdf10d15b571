import { EMAIL_RETRY_SCHEDULE } from '../../../domain/outbox/retry-schedule.ts'
import { HOUR, later, MINUTE, SECOND } from '../../../domain/time.ts'
import type { BeginDecision } from '../../../store/contract/outbox-store.ts'
import type { SendResult } from '../../channel.ts'
import type { SmtpFailure } from './mailer.ts'

/** Maximum number of emails in progress to a domain that answers. The channel has more places, which no single domain gets. */
export const MAX_DOMAIN_EMAILS = 10
/** Maximum number of emails in progress to a domain that is slow, or has not answered yet. */
const MAX_UNANSWERED_EMAILS = 2
/** Maximum number of emails in progress to all slow domains together. */
const MAX_SLOW_EMAILS = 3
/** A domain that takes longer to answer is slow. */
const SLOW_MS = 20 * SECOND
/** An email without a place is postponed if one before it has been in progress for this long, to make way for others. */
const STALL_MS = 2 * SECOND
const ASIDE_MS = 5 * SECOND
const SLOW_ASIDE_MS = 15 * SECOND
/** Failures in a row after which a domain is held. */
const MAX_FAILURES = 5
/** Holds of a domain: they double from the shorter to the longer. */
const MIN_HOLD_MS = MINUTE
const MAX_HOLD_MS = 15 * MINUTE
/** Time for which other emails wait for the probe, the one that is tried first after a hold. */
const PROBE_WAIT_MS = 15 * SECOND
/** An email that has waited longer for its first attempt may begin during a hold, one at a time: none waits forever. */
const MAX_FIRST_WAIT_MS = 4 * HOUR
/** A place whose email was not sent within this time is freed: the transaction that began the attempt has failed. */
const UNUSED_PLACE_MS = 10 * SECOND
/** A place whose email was sent is freed after this time: no email is in progress for longer. */
const USED_PLACE_MS = 3 * MINUTE
/** Maximum number of remembered domains; beyond it, those without emails in progress are forgotten, the longest known first. */
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
  /** It is the email's first attempt, which greylisting defers even if the domain works well. */
  isFirst: boolean
  /** When the place was taken, by `elapsed`. */
  at: number
  /** Set when sending the email begins. */
  isUsed: boolean
}

/** A change of a domain, for the log. */
export type DomainChange =
  | { kind: 'held'; domain: string; until: Date }
  | { kind: 'released'; domain: string }

/** Limits the emails to each domain on this node, so that one that is slow or defers emails does not delay others. */
export type RecipientDomains = {
  /** Takes a place for an email; if none is free, returns what happens to the email instead. */
  begin(
    email: DomainEmail,
    now: Date,
  ): { kind: 'place'; place: DomainPlace } | Exclude<BeginDecision<never>, { kind: 'send' }>
  /** Frees a place and learns from the result, which is null for an email that was not sent. `failure`: null unless it failed. */
  end(place: DomainPlace, result: SendResult | null, failure: SmtpFailure | null, now: Date): void
  /** Counts the domains that are held, including those whose hold ended recently without an accepted probe. */
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
 * Creates the limits of all domains. Each node learns separately, and a restart forgets everything: a few attempts are enough to
 * learn it again.
 *
 * @param parts.elapsed milliseconds of a monotonic clock
 */
export function createRecipientDomains(parts: {
  report(change: DomainChange): void
  elapsed?: () => number
}): RecipientDomains {
  const { report, elapsed = () => performance.now() } = parts
  const domains = new Map<string, Domain>()
  /** Domains with emails in progress; there are few. */
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

  /** Returns the age of the oldest email in progress, in milliseconds; frees places that are out of date. */
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
    // Emails in progress at the same time fail together: only a failed probe after a hold makes the next hold longer.
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
      // If it has a place, the transaction that began its attempt has failed.
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

/** Returns true if an email failed after the mail server was told the recipient: earlier answers are about the server itself. */
function isAboutRecipient({ stage }: SmtpFailure): boolean {
  return stage === 'rcpt_to' || stage === 'data' || stage === 'end_of_data'
}

/** An enhanced status code about the mailbox itself, such as that it is full (RFC 3463 §3.3). */
const ABOUT_MAILBOX = /(?<![\d.])4\.2\.\d/

/** Returns true for an answer that says nothing about other mailboxes of the domain: strangers could choose full ones. */
function isAboutMailbox(failure: SmtpFailure | null): boolean {
  return failure !== null && ABOUT_MAILBOX.test(failure.text)
}

/** Returns true for an answer that greylisting gives to every first attempt, which says nothing about the domain. */
function isGreylisting({ isFirst }: DomainPlace, result: SendResult): boolean {
  return isFirst && result.kind === 'deferred' && result.minWaitMs > 0
}
