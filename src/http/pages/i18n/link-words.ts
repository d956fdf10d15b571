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
    press: string
    /** Of the page that says it is done. */
    doneTitle: string
    nowBelongs(mailbox: string): string
    belongs(mailbox: string): string
    changes: string
    changedBefore: string
    /** The amount is that of `KindWords`. */
    capEnds(amount: string): string
    capEnded(amount: string): string
    quota(plan: string, amount: string): string
    neverExpires: string
    open: string
    disown: string
    /** What the second button does. */
    disowning: string
  }
  disown: {
    askTitle: string
    /** What the button does, before the list of it. */
    threeThings: string
    deleted: string
    suppressed: string
    press: string
    /** For who did create it. */
    leave: string
    doneTitle: string
    done(mailbox: string): string
    underWay: string
    alreadyTitle: string
    tooLateTitle: string
    tooLate: string
    tooLateWhat: string
  }
  emails: {
    askTitle: string
    again: string
    stop: string
    stoppedTitle: string
    start: string
    startedTitle: string
  }
  token: Readonly<Record<DeadLink, { title: string; why: string; what: string }>>
}

/** Why a link of an email leads nowhere. */
export type DeadLink = 'unknown' | 'expired' | 'retired'

/** What is different for each kind of endpoint. */
export type KindWords = {
  /** So many of what it takes, "50 submissions"; `digits` is the number as it is written. */
  amount(digits: string, count: number): string
  anyNumber(plan: string): string
  /** What happens already, before its recipient has claimed it. */
  made(mailbox: string): string
  /** What happens with its mailbox, before the claim and after it. */
  emailsBefore: string
  emailsAfter: string
  created(mailbox: string): string
  /** What retiring it means to whoever uses it. */
  retired: string
  over: string
  /** What its emails are, and what becomes of what it takes while they are stopped. */
  stop: string
  stopped: string
  started: string
}
