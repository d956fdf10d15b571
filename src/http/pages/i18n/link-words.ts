import type { EndpointKind } from '../../../domain/endpoints/kind.ts'

/**
 * Every sentence of the pages behind the links of emails, in one language. Mailboxes are hints such as `j***@a***.org`;
 * what stands between backticks is set off from its sentence.
 */
export type LinkWords = {
  kinds: Readonly<Record<EndpointKind, KindWords>>
  claim: {
    /** Of the page that asks, and of its button. */
    title: string
    instruction: string
    /** Of the page that says it is done. */
    doneTitle: string
    nowBelongs(mailbox: string): string
    belongs(mailbox: string): string
    changes: string
    alreadyClaimed: string
    /** The amount is that of `KindWords`. */
    capEnds(amount: string): string
    capEnded(amount: string): string
    quota(plan: string, amount: string): string
    neverExpires: string
    open: string
    decline: string
    /** What the second button does. */
    declineEffect: string
  }
  decline: {
    askTitle: string
    /** What the button does, before the list of it. */
    effects: string
    deleted: string
    suppressed: string
    button: string
    /** For who did create it. */
    ifYours: string
    doneTitle: string
    done(mailbox: string): string
    nothingElse: string
    alreadyTitle: string
    tooLateTitle: string
    tooLate: string
    tooLateAdvice: string
  }
  emails: {
    askTitle: string
    canRestart: string
    stop: string
    stoppedTitle: string
    start: string
    startedTitle: string
  }
  deadLinks: Readonly<Record<DeadLink, { title: string; why: string; what: string }>>
}

/** Why a link of an email leads nowhere. */
export type DeadLink = 'unknown' | 'expired' | 'retired'

/** What is different for each kind of endpoint. */
export type KindWords = {
  /** So many of what it takes, "50 submissions"; `digits` is the number as it is written. */
  amount(digits: string, count: number): string
  unlimited(plan: string): string
  /** What happens already, before its recipient has claimed it. */
  receives(mailbox: string): string
  /** What happens with its mailbox, before the claim and after it. */
  emailsBefore: string
  emailsAfter: string
  createdForYou(mailbox: string): string
  /** What retiring it means to whoever uses it. */
  retired: string
  alreadyRetired: string
  /** What its emails are, and what becomes of what it takes while they are stopped. */
  ifStopped: string
  stopped: string
  restarted: string
}
