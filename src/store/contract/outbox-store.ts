import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Language } from '../../domain/language.ts'
import type { EmailBudget, StartedEmail } from '../../domain/outbox/email-budget.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { ParsedEvent } from '../../domain/telemetry/event.ts'
import type { StoredEvent } from './web-event.ts'

/** The outbox: deliveries that are due, each on one channel. The store knows no channel, only its name. */
export type OutboxStore = {
  /**
   * Locks up to `limit` due deliveries, lets the channel decide on each, and stores the attempts and their leases before
   * anything is sent, in one transaction. Returns what it has decided, in order; empty when nothing is due. A throw of
   * `decide` fails all of them.
   */
  begin<Content>(request: BeginRequest<Content>): Promise<Begun<Content>[]>
  /** Makes a delivery due later, without an attempt, unless one is in progress. */
  postpone(request: { deliveryKey: number; now: Date; until: Date }): Promise<void>
  /** Ends the leases that `holder` held when it died: their deliveries are due again. Returns their number. */
  releaseLeases(holder: string): Promise<number>
  /** Extends a lease. Returns false when it was lost. */
  renew(lease: DeliveryLease, until: Date): Promise<boolean>
  /**
   * Stores the outcomes of attempts, at most one of each delivery, in one transaction. Returns for each, in order,
   * whether it was stored: it is not when its lease was lost meanwhile.
   */
  settle(settlements: readonly Settlement[]): Promise<boolean[]>
  /**
   * Returns when a delivery of the channel next becomes due or a lease ends; null when none is waiting.
   *
   * @param held keys of the deliveries that the caller is working on, whose leases do not matter
   */
  nextDueAt(channel: string, held: readonly number[]): Promise<Date | null>
  /** Lists the targets of the web channel that have deliveries waiting which nobody is working on, each with its next due time. */
  listWaitingTargets(now: Date): Promise<WaitingTarget[]>
  backlog(now: Date): Promise<Backlog>
  /** Counts the emails that were begun within the last hour about endpoints that were not confirmed. */
  countUnconfirmedEmails(now: Date): Promise<number>
  findPause(channel: string): Promise<ChannelPause | null>
  /** Replaces the pause of a channel; null ends it. */
  setPause(channel: string, pause: ChannelPause | null): Promise<void>
}

/** Unsettled deliveries on all channels. `oldestDueAt`: by channel; a channel without any that is due is left out. */
export type Backlog = { waiting: number; held: number; oldestDueAt: Readonly<Record<string, Date>> }

/** Target of a delivery: a channel and, in its terms, a target there (for email the keyed hash of the address). */
export type DeliveryTarget = { channel: string; target: string }

/** A target with deliveries that wait, and when the first of them is due. */
export type WaitingTarget = { target: string; dueAt: Date }

/** Number of deliveries to begin of one target. */
export type TargetShare = { target: string; limit: number }

/** The right to deliver one row of the outbox, from the beginning of an attempt on, whose key fences its result. */
export type DeliveryLease = { deliveryKey: number; attemptKey: number }

/** A locked row of the outbox, as its channel sees it. */
export type DueDelivery = {
  key: number
  /** `claim`: carries the claim link. `notice`: is about no submission. */
  kind: 'claim' | 'submission' | 'notice'
  /** In the terms of the channel: for email the keyed hash of the address. */
  target: string
  /** Id of the destination; null for the recipient. */
  destination: string | null
  createdAt: Date
  /** Attempts that began before this one. */
  attempts: number
  /** Start of the first attempt; null before it. */
  startedAt: Date | null
  /** It waits for a digest. */
  gathers: boolean
}

export type BeginRequest<Content> = {
  channel: string
  now: Date
  /** End of the leases. */
  until: Date
  limit: number
  /** Maximum number of due deliveries to decide on, if some may be left or postponed; `limit` if omitted. */
  looks?: number
  /** The targets that deliveries may begin of, where they take turns; their limits add up to `limit` at most. */
  shares?: readonly TargetShare[]
  /** Name of the node that holds the leases. */
  holder: string
  /**
   * Keys of the deliveries that the holder is working on: they are not begun again, even when the clock says that their
   * leases have ended.
   */
  held: readonly number[]
  /** Loads what the channel needs by `reads` and decides; called for one delivery after the other. */
  decide(delivery: DueDelivery, reads: DeliveryReads): Promise<BeginDecision<Content>>
}

export type BeginDecision<Content> =
  | {
      kind: 'send'
      content: Content
      /**
       * The budget of its target that the delivery counts against, and the domain whose limit it counts against; null when
       * it counts against none.
       */
      budget: { name: EmailBudget; domain: string | null; network: string | null } | null
      /** Time from which on it is never sent; null when only the retry schedule ends it. */
      expiresAt: Date | null
    }
  /**
   * Holds it, and every due delivery of its kind and destination of the same endpoint, or of all unclaimed endpoints to
   * the same target. `network`: every due delivery of its kind to a recipient whose endpoint was created from the same network
   * and is not confirmed. `unconfirmed`: every due delivery of the channel to a recipient whose endpoint is not confirmed; only
   * those of its kind unless it is a claim email.
   */
  | { kind: 'hold'; until: Date; scope: 'target' | 'endpoint' | 'network' | 'unconfirmed' }
  /** Holds it alone, because of the settings of its form. `gathers`: it waits for a digest. */
  | { kind: 'wait'; until: Date; gathers: boolean }
  /** Makes it part of a digest, together with all due deliveries that wait for one; they share its outcome. */
  | { kind: 'gather'; digest: NewDigest }
  /** Moves it to another target of its channel, where it takes its turn. */
  | { kind: 'retarget'; target: string }
  /** Makes only this one due later, without an attempt, to make way for others. */
  | { kind: 'postpone'; until: Date }
  /** Leaves it due: it begins as soon as another one has ended. */
  | { kind: 'leave' }
  /** Ends it without an attempt. `bounced`: because earlier emails to its target bounced. */
  | { kind: 'end'; outcome: 'suppressed' | 'expired' | 'bounced' | 'given_up' }

/** A new email of several submissions, to this address and mailbox. */
export type NewDigest = { notice: Notice; mailbox: string; mailboxKey: string; expiresAt: Date }

/** A due delivery that was decided on. */
export type Begun<Content = unknown> =
  | { kind: 'held' | 'ended' | 'postponed' | 'left'; delivery: Pick<DueDelivery, 'key'> }
  | BegunAttempt<Content>

/** A stored attempt that is to be sent. */
export type BegunAttempt<Content = unknown> = {
  kind: 'begun'
  delivery: DueDelivery
  lease: DeliveryLease
  content: Content
  expiresAt: Date | null
}

/** Reads of the locked delivery, in the transaction that begins its attempt. */
export type DeliveryReads = {
  /** Loads its submission, with the endpoint; null for a delivery that is about none. */
  loadSubmission(): Promise<DeliveredSubmission | null>
  /** Reads that only the email channel needs. */
  email: EmailReads
  /** Reads that only the web channel needs. */
  web: WebReads
}

export type WebReads = {
  /** Loads the event of a delivery that `loadSubmission` finds no submission for. */
  loadEvent(): Promise<DeliveredEvent>
  /** Loads the sealed secrets of its destination; null without any. */
  loadSecret(): Promise<DeliveredSecret | null>
  /** Loads what its owner has written on its submission. */
  loadWork(): Promise<DeliveredWork>
}

/** Names of the labels of a submission, and the address of the person to whom it is assigned; null for nobody. */
export type DeliveredWork = { labels: readonly string[]; assignee: string | null }

/** Sealed secrets of a destination, and since when no attempt has succeeded; null while the last one did. */
export type DeliveredSecret = { address: string; signing: string | null; failingSince: Date | null }

/** An event of an endpoint other than a submission, as a destination is told. */
export type DeliveredEvent = {
  endpoint: EndpointFacts
  /** The plan of the endpoint's owner; null while it is unclaimed. */
  plan: string | null
  event: StoredEvent
  createdAt: Date
  /** The spam that it is about; null for other events, and when it is gone. */
  spam: SubmissionContent | null
  /** The owner lets content leave only in encrypted emails. */
  isEncryptedOnly: boolean
}

/** A submission as a destination is told of it. */
export type SubmissionContent = {
  key: number
  receivedAt: Date
  fields: readonly Field[]
  /** Its owner sent it to try the form. */
  isTest: boolean
  /** Number of files that its visitor attached. */
  fileCount: number
  /** Its content as an armored OpenPGP message, where the form stores it encrypted; null for all others. */
  ciphertext: string | null
  /** Nobody judged it in time. */
  isUnjudged: boolean
  /** Reasons for which the filter called it spam; empty where its owner alone did, null while it is not in the spam folder. */
  spamReasons: readonly string[] | null
}

export type DeliveredSubmission = SubmissionContent & {
  /** Time at which its visitor withdrew it: no delivery of it begins after that. */
  withdrawnAt: Date | null
  /** Time at which its owner moved it to the trash: of the deliveries made before, none begins while it is there. */
  trashedAt: Date | null
  /** Number of the delivery among those of its submission: 0 is the first. */
  ordinal: number
  /** Earlier deliveries of the submission to the same destination: with any, this is a re-send. */
  resends: number
  endpoint: EndpointFacts
  /** The plan of the endpoint's owner; null while it is unclaimed. */
  plan: string | null
  /** The key that its email to the recipient is encrypted to; null for a delivery to anybody else, and without a key. */
  emailKey: DeliveredKey | null
  /** The owner lets content leave only in encrypted emails. */
  isEncryptedOnly: boolean
}

/** An armored OpenPGP key, and when it expires; null: never. */
export type DeliveredKey = { armored: string; expiresAt: Date | null }

export type EmailReads = {
  /**
   * Locks the rhythm of the form, so that two nodes create one digest, and returns it. `emailedAt`: start of the newest email that
   * counted; null before. `waiting`: number of others that are due for a digest, plus one for a digest that has not begun.
   */
  lockRhythm(): Promise<{ emailedAt: Date | null; waiting: number }>
  /** Records that an email about the form begins now. */
  recordEmail(): Promise<void>
  /** Loads the email that is about no submission. */
  loadNotice(): Promise<DeliveredNotice>
  /** Locks the address, so that two nodes cannot both use the last of its budget. */
  lockMailbox(): Promise<MailboxFacts>
  /** Lists the emails to the address whose first attempt began within the last 24 hours and counts against this budget. */
  listStartedEmails(budget: EmailBudget): Promise<StartedEmail[]>
  /** Counts the forms for the address that are claimed by their link and neither confirmed nor retired. */
  countUnconfirmedForms(): Promise<number>
  /** Locks the unconfirmed emails of the whole instance, so that two nodes cannot both send the last one that a limit allows. */
  lockUnconfirmedEmails(): Promise<void>
  /**
   * Returns when the `nth` newest unconfirmed email of the last hour began, over all addresses or those of one domain;
   * null when there are fewer.
   */
  findUnconfirmedEmailAt(request: { nth: number; domain: string | null }): Promise<Date | null>
  /** Returns the network that created the endpoint, as a keyed hash; null while unknown. */
  findCreatingNetwork(): Promise<string | null>
  /**
   * Returns when the newest unconfirmed email of this kind began within the last hour about an endpoint that was created from
   * this network, over all addresses or those of one domain; null when there is none.
   */
  findEmailOfNetworkAt(request: {
    network: string
    kind: 'claim' | 'submission'
    domain: string | null
  }): Promise<Date | null>
  /** Returns the due time of the endpoint's claim email before its first attempt; null later, or without one. */
  findClaimEmailDueAt(): Promise<Date | null>
}

/** An email that is about no submission. */
export type DeliveredNotice = {
  key: number
  notice: Notice
  /** The endpoint it is about; null without one, or when it is gone. */
  endpoint: EndpointFacts | null
  /** Contents of a weekly email; null for all others, and when it is no longer wanted. */
  digest: DeliveredDigest | null
  /** The key that it is encrypted to; null for one that is not. */
  emailKey: DeliveredKey | null
  /** The invitation, until it is accepted or withdrawn; null for all other notices. */
  invitation: { holder: string } | null
  /** The hand-over, until it is over; null for all other notices. */
  handOver: { holder: string } | null
  /** Submissions of a digest; null for all other notices. */
  gathered: GatheredSubmissions | null
  /** Events that each watch of the notice tells of, newest first; empty for all other notices. */
  events: readonly (readonly ParsedEvent[])[]
  /** Language of the endpoint, or else of the newest one that the address has claimed; null while unknown. */
  language: Language | null
  createdAt: Date
  /** The address that it is sent to. */
  address: string
  /** Never sent from this time on. */
  expiresAt: Date
}

/** Contents of a weekly email about the spam folder. */
export type DeliveredDigest = {
  /** The forms that the email may be about. */
  endpoints: readonly EndpointFacts[]
  /** The messages to name that still lie there unread, newest first. */
  newest: readonly { receivedAt: Date; fields: readonly Field[] }[]
}

/** Submissions of a digest that are still wanted. */
export type GatheredSubmissions = {
  count: number
  /** The newest ones, oldest first. */
  named: readonly { key: number; receivedAt: Date; fields: readonly Field[]; fileCount: number }[]
}

/** Wishes of the person behind an email address, for everybody who sends to it. */
export type MailboxFacts = {
  suppressed: boolean
  refusesConfirmations: boolean
  /** Nothing is sent to it for now, because emails bounced. */
  isUndeliverable: boolean
  /** An email bounced because the mailbox does not exist, so its emails are recorded. */
  hasBounced: boolean
}

/**
 * `kept`: stored in the embedded mailbox. `bounced`: rejected permanently. `suppressed`: no longer wanted. `expired`: a
 * notice that could not be sent in time.
 */
export type DeliveryOutcome = 'sent' | 'kept' | 'bounced' | 'given_up' | 'suppressed' | 'expired'
/** `unknown`: sent without an answer, so it may have been delivered. `system`: the other side rejects this service. */
export type AttemptOutcome = 'accepted' | 'deferred' | 'bounced' | 'unknown' | 'system'

export type Settlement = {
  lease: DeliveryLease
  now: Date
  outcome: AttemptOutcome
  /** One line from the other side or the system, without addresses. */
  answer: string
  next:
    | { kind: 'settled'; outcome: DeliveryOutcome }
    /** Try again at `dueAt`. */
    | { kind: 'again'; dueAt: Date }
    /** Try again at `dueAt`; the attempt does not count in the retry schedule, because the whole channel fails. */
    | { kind: 'not_counted'; dueAt: Date }
}

/** All deliveries of a channel wait because the other side refuses this service. `since`: nothing could be delivered from then on. */
export type ChannelPause = { since: Date; until: Date; reason: string }
