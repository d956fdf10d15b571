import type { EndpointKind } from '../../../domain/endpoints/kind.ts'

/**
 * All sentences of the pages behind the links in emails, in one language. Addresses are masked, `j***@a***.org`, except on
 * the claim page; text between backticks is highlighted.
 */
export type LinkWords = {
  kinds: Readonly<Record<EndpointKind, KindWords>>
  claim: {
    instruction: string
    /** Title of the page after the claim. */
    doneTitle: string
    changes: string
    alreadyClaimed: string
    /** The amount comes from `KindWords`. */
    capEnds(amount: string): string
    capEnded(amount: string): string
    quota(plan: string, amount: string): string
    /** Takes the place of `capEnded` and `quota` where the plan has a quota; `cap` is a formatted number. */
    monthly(amount: string, cap: string): string
    neverExpires: string
    /** Asks for the click that confirms an endpoint that was claimed by its link. */
    oneClickLeft: string
    /** Number of emails that wait for that click. */
    emailsHeld(digits: string): string
    /** Label of the field for the name of a form. */
    name: string
    open: string
    /** The same button for a form. */
    openInbox: string
    /** The buttons that confirm as well: of a form, and of another kind. */
    confirmInbox: string
    confirmOpen: string
    /** Link to the page that asks before it declines. */
    decline: string
  }
  decline: {
    askTitle: string
    /** Introduces the list of effects. */
    effects: string
    deleted: string
    suppressed: string
    /** Introduces the other endpoints of the email address, those that it has claimed and those that nobody has. */
    othersClaimed: string
    othersUnclaimed: string
    button: string
    /** For the person who did create it. */
    ifYours: string
    doneTitle: string
    done(mailbox: string): string
    /** `time` is a formatted time. */
    undoUntil(time: string): string
    undo: string
    nothingElse: string
    restoredTitle: string
    restored: string
    alreadyTitle: string
    /** Declined too long ago to undo it. */
    final: string
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
  /** Consequences of stopping the weekly emails about the spam folder: asked, stopped, turned back on. */
  digest: {
    askTitle: string
    stoppedTitle: string
    startedTitle: string
    ifStopped: string
    stopped: string
    restarted: string
  }
  deadLinks: Readonly<Record<DeadLink, { title: string; why: string; what: string }>>
}

/** Reason why a link from an email does not work. */
export type DeadLink = 'unknown' | 'expired' | 'retired'

/** Sentences that differ by kind of endpoint. */
export type KindWords = {
  /** A number of submissions, events or messages, "50 submissions"; `digits` is the formatted number. */
  amount(digits: string, count: number): string
  unlimited(plan: string): string
  /** Title of the page that asks whether to claim, and label of its button. */
  claim: string
  /** Heading of the page that asks for the click that confirms. */
  isYours: string
  nowBelongs(mailbox: string): string
  belongs(mailbox: string): string
  /** Number that the endpoint has accepted: "Messages so far: 12". */
  receivedSoFar(digits: string): string
  /** Limits until the confirmation; `amount` is the lifetime allowance. */
  untilConfirmed(amount: string): string
  /** Describes the endpoint before the claim. */
  receives(mailbox: string): string
  /** Emails to the recipient before the claim and after it. */
  emailsBefore: string
  emailsAfter: string
  createdForYou(mailbox: string): string
  /** Consequence of retiring the endpoint for its users. */
  retired: string
  alreadyRetired: string
  /** Consequences of stopping the emails: asked, stopped, turned back on. */
  ifStopped: string
  stopped: string
  restarted: string
}
