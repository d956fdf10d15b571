import { findDestination } from '../../../domain/destinations/destination.ts'
import type { Keys } from '../../../domain/keys.ts'
import type { EmailCeiling } from '../../../domain/outbox/email-ceiling.ts'
import type { EmailEvent } from '../../../domain/outbox/email-counts.ts'
import { EMAIL_RETRY_SCHEDULE } from '../../../domain/outbox/retry-schedule.ts'
import type { PlanTable } from '../../../domain/plans/plan.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../../../domain/time.ts'
import { loadLater } from '../../../runtime/load-later.ts'
import type { Log } from '../../../runtime/log.ts'
import type { BeginDecision, DeliveryReads, OutboxStore } from '../../../store/contract/outbox-store.ts'
import type { AttachedFiles } from '../../attached-files.ts'
import type { Channel, CircuitBreaker, SendResult } from '../../channel.ts'
import { createCircuitBreaker } from '../../circuit-breaker.ts'
import type { Encryptor } from '../../encryption/encryptor.ts'
import { loadEmail, mayBegin } from './begin.ts'
import { classifyFailure } from './classify.ts'
import type { EmailCounts } from './email-counts.ts'
import type { FoundEmail, FoundSubmissionEmail } from './found-email.ts'
import type { Mailer, Posted, SmtpFailure } from './mailer.ts'
import {
  createRecipientDomains,
  type DomainEmail,
  type DomainPlace,
  MAX_DOMAIN_EMAILS,
} from './recipient-domains.ts'
import type { Sender } from './templates/email.ts'
import type { WatchedReputation } from './watched-reputation.ts'

const EMAIL = 'email'
/** An email waits for its attachments as it waits for a mail server; one without attachments does not. */
const UNREADABLE: SendResult = {
  kind: 'deferred',
  answer: 'The files to attach could not be read.',
  minWaitMs: 0,
}
/** The event as which a result is counted; results that say nothing about the domain are not counted. */
const EVENTS: Partial<Record<SendResult['kind'], EmailEvent>> = {
  sent: 'sent',
  deferred: 'delayed',
  unknown: 'delayed',
  bounced: 'bounced',
}
const loadTemplates = loadLater(() => import('./compose.ts'))
const loadEncryption = loadLater(() => import('./encrypted/post-encrypted.ts'))
const loadRhythm = loadLater(() => import('./rhythm.ts'))
const loadFiles = loadLater(() => import('./files/post-with-files.ts'))
/** Two more than one domain can get, and twice as many as the mailer has connections, so that no connection waits for the store. */
const CONCURRENT_EMAILS = MAX_DOMAIN_EMAILS + 2
/** Waits for a mail server that cannot be reached: they double from the shorter to the longer. */
const MIN_OUTAGE_MS = 5 * SECOND
const MAX_OUTAGE_MS = MINUTE
/** Maximum number of forms whose emails are counted; the one whose last email is the oldest is forgotten first. */
const MAX_COUNTED_FORMS = 10_000

/** An email whose attempt has begun, with its place among those to its domain. */
type BegunEmail = {
  found: FoundEmail
  place: DomainPlace
  /** It counts against a budget. */
  isUnproven: boolean
}

export type EmailChannel = Channel<BegunEmail> & {
  /** Counts the domains of recipients that are held on this node. */
  countHeldDomains(now: Date): number
}

/** Creates the channel that delivers by mail: the recipient's own email, emails to destinations, and notices. */
export function createEmailChannel(deps: {
  mailer: Mailer
  outbox: OutboxStore
  keys: Keys
  sender: Sender
  plans: PlanTable
  ceiling: EmailCeiling
  /** Number of emails about one form within an hour after which its owner gets one an hour; 0: no limit. */
  formEmailsPerHour: number
  files: AttachedFiles
  /** Records that the mail server refused an email for good while it was sent. */
  recordRefusal(refusal: { deliveryKey: number; answer: string; now: Date }): Promise<void>
  /** Records that the mail server accepted an email to a mailbox for which earlier ones bounced. */
  recordAccepted(email: { mailboxKey: string; deliveryKey: number; now: Date }): Promise<void>
  counts: Pick<EmailCounts, 'count'>
  reputation: WatchedReputation
  encryptor: Pick<Encryptor, 'encrypt'>
  clock: Clock
  log: Log
}): EmailChannel {
  const { mailer, counts, clock, log } = deps
  const domains = createRecipientDomains({
    report({ kind, ...change }) {
      if (kind === 'held') log.warn(change, 'email_domain_held')
      else log.info(change, 'email_domain_released')
    },
  })
  const bursts = createBurstCount(deps.formEmailsPerHour)
  /** Cached, because every email needs it. */
  let composeEmail: Awaited<ReturnType<typeof loadTemplates>>['composeEmail'] | null = null

  /** Decides whether an email may be sent now, by the limits and by the times that its owner chose. */
  async function decide(
    found: FoundEmail,
    { email, now }: { email: DeliveryReads['email']; now: Date },
  ): Promise<BeginDecision<FoundEmail>> {
    const decision = mayBegin(found, now, deps.plans)
    if (decision.kind !== 'send' || !hasRhythm(found)) return decision
    const isBurst = bursts(found, now)
    if (!isBurst && isEach(found, now)) return decision
    return (await loadRhythm()).applyRhythm(found, { email, isBurst, now })
  }

  /** Returns a function that posts an email encrypted to its owner's key. */
  function createEncryptedPost(found: FoundEmail, now: Date): Mailer['post'] {
    const { armored = '' } = found.emailKey ?? {}
    const { language } = found.kind === 'notice' ? found.notice : found.submission.endpoint
    const ciphertext = getCiphertext(found)
    return async (email) =>
      (await loadEncryption()).postEncrypted(email, { armored, ciphertext, language }, { ...deps, now })
  }

  async function post(found: FoundEmail, now: Date): Promise<Posted | { kind: 'unreadable' }> {
    const isPlain = found.emailKey === null && getCiphertext(found) === null
    const postTo = isPlain ? mailer.post : createEncryptedPost(found, now)
    composeEmail ??= (await loadTemplates()).composeEmail
    const compose = composeEmail
    const hasFiles = found.kind !== 'notice' && found.submission.fileCount > 0
    if (!hasFiles) return postTo(compose(found, { ...deps, files: null, now }))
    const { postWithFiles } = await loadFiles()
    return postWithFiles(found, {
      ...deps,
      post: (files) => postTo(compose(found, { ...deps, files, now })),
      now,
    })
  }

  return {
    kind: EMAIL,
    concurrency: CONCURRENT_EMAILS,
    retrySchedule: EMAIL_RETRY_SCHEDULE,
    breaker: createMailCircuitBreaker(deps),
    countHeldDomains: domains.countHeld,
    async begin(delivery, reads, now) {
      const loadReputation = () => deps.reputation.get(now)
      const found = await loadEmail(delivery, reads, { ceiling: deps.ceiling, loadReputation })
      // Before `decide`, because a claim email that has to wait holds those behind it.
      const begun = domains.begin(toDomainEmail(found), now)
      if (begun.kind !== 'place') return begun
      const { place } = begun
      const decision = await decide(found, { email: reads.email, now })
      if (decision.kind !== 'send') {
        domains.end(place, null, null, now)
        return decision
      }
      return { ...decision, content: { found, place, isUnproven: decision.budget !== null } }
    },
    async send({ found, place, isUnproven }, now) {
      place.isUsed = true
      let result: SendResult | null = null
      let failure: SmtpFailure | null = null
      try {
        const posted = await post(found, now)
        if (posted.kind === 'unreadable') return UNREADABLE
        if (posted.kind === 'failed') {
          failure = posted.failure
          result = classifyFailure(failure, clock.now())
        } else result = { kind: mailer.kind === 'mailbox' ? 'kept' : 'sent', answer: posted.answer }
      } finally {
        domains.end(place, result, failure, clock.now())
      }
      const { key: deliveryKey, target: mailboxKey } = found.delivery
      try {
        if (failure && result.kind === 'bounced')
          await deps.recordRefusal({ deliveryKey, answer: failure.text, now })
        if (!failure && found.mailbox.hasBounced) await deps.recordAccepted({ mailboxKey, deliveryKey, now })
      } catch (error) {
        // The result must be stored all the same: otherwise the email would be sent again.
        log.error({ err: error, delivery: deliveryKey }, 'bounce_not_recorded')
      }
      const what = EVENTS[result.kind]
      if (what) {
        const error = failure ? { error: result.answer } : {}
        counts.count({ domain: place.domain, what, isUnproven, network: found.network, ...error })
      }
      return result
    },
    close: () => mailer.close(),
  }
}

/** Returns the facts about an email that the limits of its domain need. Stored addresses have their domain in lower case. */
function toDomainEmail(found: FoundEmail): DomainEmail {
  const { key, createdAt, startedAt } = found.delivery
  const address = getAddress(found)
  const isAwaited = found.kind === 'notice' && found.notice.notice.kind === 'sign_in'
  return {
    domain: address.slice(address.lastIndexOf('@') + 1),
    delivery: key,
    createdAt,
    startedAt,
    isAwaited,
  }
}

/** Returns the address that an email goes to; an empty one if its destination was removed: it will not be sent. */
function getAddress(found: FoundEmail): string {
  if (found.kind === 'notice') return found.notice.address
  const { delivery, submission } = found
  if (delivery.destination === null) return submission.endpoint.recipient
  const destination = findDestination(submission.endpoint, delivery.destination)
  return destination?.kind === 'email' ? destination.mailbox : ''
}

/** Returns the stored ciphertext of a submission, which its email consists of; null for all other emails. */
function getCiphertext(found: FoundEmail): string | null {
  return found.kind === 'notice' ? null : found.submission.ciphertext
}

/** Returns true for the first attempt of an email to the owner of a confirmed form, unless the owner asked for it just now. */
function hasRhythm(found: FoundEmail): found is FoundSubmissionEmail {
  if (found.kind !== 'submission') return false
  const { delivery, submission } = found
  // The owner asked for the email of a submission that is spam: otherwise it gets none.
  const isFirst =
    delivery.destination === null &&
    delivery.startedAt === null &&
    submission.resends === 0 &&
    submission.spamReasons === null
  return isFirst && submission.endpoint.confirmedAt !== null && !submission.isTest
}

/** Returns true for an email that is sent by itself, because its form has no settings that make it wait. */
function isEach({ delivery, submission }: FoundSubmissionEmail, now: Date): boolean {
  const { mode, quietHours, snoozedUntil } = submission.endpoint.settings.email
  // The date of a snooze is kept after its end.
  const isSnoozed = snoozedUntil !== null && now < new Date(snoozedUntil)
  return mode === 'every' && quietHours === null && !isSnoozed && !delivery.gathers
}

/**
 * Creates a function that counts the emails about each form on this node, and returns true for one that comes after too many
 * within an hour. Emails that wait for a digest have been counted before.
 */
function createBurstCount(perHour: number): (found: FoundSubmissionEmail, now: Date) => boolean {
  const counted = new Map<string, number[]>()
  if (perHour === 0) return () => false
  return ({ delivery, submission }, now) => {
    const { id } = submission.endpoint
    const recent = (counted.get(id) ?? []).filter((at) => Math.abs(now.getTime() - at) < HOUR)
    // The last one that is sent by itself is recorded as the first of the hourly ones.
    const isBurst = recent.length >= perHour - 1
    if (!delivery.gathers) {
      counted.delete(id)
      const [oldest] = counted.keys()
      if (oldest !== undefined && counted.size >= MAX_COUNTED_FORMS) counted.delete(oldest)
      counted.set(id, [...recent, now.getTime()].slice(-perHour))
    }
    return isBurst
  }
}

function createMailCircuitBreaker(deps: { outbox: OutboxStore; clock: Clock; log: Log }): CircuitBreaker {
  const { log } = deps
  return createCircuitBreaker({
    ...deps,
    channel: EMAIL,
    minOutageMs: MIN_OUTAGE_MS,
    maxOutageMs: MAX_OUTAGE_MS,
    report(change) {
      switch (change.kind) {
        case 'unreachable':
          return log.warn({ reason: change.reason }, 'mail_server_unreachable')
        case 'reachable':
          return log.info({ unreachable_since: change.since }, 'mail_server_reachable')
        case 'refuses_service':
          return log.error({ reason: change.reason, until: change.until }, 'mail_server_refuses_service')
        case 'accepts_service':
          return log.info({ delayed_since: change.since }, 'mail_server_accepts_service')
      }
    },
  })
}
