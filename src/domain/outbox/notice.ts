import type { Language } from '../language.ts'
import type { Plan } from '../plans/plan.ts'
import type { QuotaWarning } from '../plans/quota-warning.ts'
import type { WatchRule } from '../telemetry/watch.ts'

/** A finding of an email. `since`: RFC 3339. */
export type AnnouncedFinding =
  | { code: 'field_missing'; since: string; field: string; sent: number; of: number; missingIn: number }
  | { code: 'wrong_origin' | 'sent_by_get' | 'repeats_in_spam'; since: string; count: number }

/** News of a watch. Times: RFC 3339. `batches`: keys of batches that have the newest events. */
export type ToldWatch = Pick<WatchRule, 'name' | 'props' | 'when'> & { at: string } & (
    | { kind: 'fired'; lastSeenAt: string | null; count: number | null }
    | { kind: 'cleared'; firedAt: string }
    | { kind: 'events'; count: number; batches: readonly number[] }
    | {
        kind: 'report'
        since: string
        until: string
        total: number
        names: readonly { name: string; count: number }[]
      }
  )

/** News about an OpenPGP key. `key`: key of its row. `expiresAt`: RFC 3339. */
export type EmailKeyNews = { fingerprint: string } & (
  | { what: 'confirm'; key: number }
  | { what: 'replaced'; before: string }
  | { what: 'removed' }
  | { what: 'expiring' | 'expired'; expiresAt: string }
)

/**
 * Returns true for an email with content that visitors or programs sent to an owner's endpoints: where the owner has a key,
 * it is encrypted.
 */
export function hasContent({ kind }: Pick<Notice, 'kind'>): boolean {
  switch (kind) {
    case 'watch':
    case 'spam_digest':
    case 'submission_digest':
      return true
    case 'sign_in':
    case 'bounce_test':
    case 'destination':
    case 'emails_stopped':
    case 'emails_snoozed':
    case 'destination_stopped':
    case 'destination_disabled':
    // Of an endpoint that nobody owns yet.
    case 'claim':
    case 'form_health':
    case 'malware_found':
    case 'plan_changed':
    case 'email_key':
    case 'invitation':
    case 'hand_over_request':
    case 'hand_over':
    case 'quota_warning':
      return false
  }
}

/**
 * An email that is about no submission, with the data that it is composed from. It is stored as it is, so no secret
 * is in it: links and codes are derived when the email is composed.
 */
export type Notice =
  /**
   * The link and the code that sign a person in, or confirm a session. `device`: the browser that requested them.
   */
  | { kind: 'sign_in'; signInKey: number; purpose: 'sign_in' | 'confirm'; device: string }
  /** An email to an address that does not exist. The doctor has already sent it. */
  | { kind: 'bounce_test' }
  /** Asks the owner of an address to confirm it as a destination of an endpoint. */
  | { kind: 'destination'; endpointId: string; destinationId: string }
  /** Somebody with a link of an email stopped the emails of an endpoint. */
  | { kind: 'emails_stopped'; endpointId: string }
  /** Somebody with a link of an email snoozed the emails of a form. */
  | { kind: 'emails_snoozed'; endpointId: string }
  /** Somebody with a link of an email to a destination stopped its emails. */
  | { kind: 'destination_stopped'; endpointId: string; destinationId: string }
  /**
   * A destination was disabled, because it is gone or all attempts have failed since then. `at` and `since`: RFC 3339.
   * `answer`: one line about the last attempt.
   */
  | {
      kind: 'destination_disabled'
      endpointId: string
      destinationId: string
      at: string
      because: 'gone' | 'failing'
      since: string
      answer: string
    }
  /** The claim email of an endpoint that is no form. `first`: name of its first event; null for a queue. */
  | { kind: 'claim'; endpointId: string; first: string | null }
  /** The page of a claimed form has a problem. */
  | { kind: 'form_health'; endpointId: string; findings: readonly AnnouncedFinding[] }
  /** A later scan found malware in a file of a submission that was delivered before. */
  | { kind: 'malware_found'; endpointId: string; submissionKey: number }
  /** Watches of a telemetry endpoint fired or cleared, or tell of events. */
  | { kind: 'watch'; endpointId: string; told: readonly ToldWatch[] }
  /**
   * The account is on another plan, or its plan keeps less than before (then `before` and `after` have one name).
   * `retentionReducedAt`: when the shorter retention begins, as RFC 3339; null when it is not shorter. `before` is null
   * where the operator had removed that plan from the table.
   */
  | { kind: 'plan_changed'; before: Plan | null; after: Plan; retentionReducedAt: string | null }
  /** The OpenPGP key of the account: the first email that is encrypted to it, or news about it. */
  | ({ kind: 'email_key' } & EmailKeyNews)
  /** Asks a person to take over a form. `language`: that of its owner. */
  | { kind: 'hand_over_request'; handOverKey: number; language: Language }
  /**
   * Progress of a hand-over: to its owner, that it was `accepted`; to both, that it is done. `recipient`: address of the new
   * owner.
   */
  | {
      kind: 'hand_over'
      what: 'accepted' | 'given' | 'received'
      endpointId: string
      recipient: string
      handOverKey: number
      language: Language
    }
  /** Invites a person to an account. `language`: that of the person who invites. */
  | { kind: 'invitation'; memberKey: number; language: Language }
  /**
   * A quota is nearly or entirely used up. `endpointId`: the endpoint that is counted; null where the account is.
   */
  | ({ kind: 'quota_warning'; endpointId: string | null } & QuotaWarning)
  /** Several submissions in one email; their deliveries have the key of this notice. `because`: the reason. */
  | { kind: 'submission_digest'; endpointId: string; because: 'mode' | 'burst' | 'snooze' }
  /**
   * The weekly email about spam that the owner has not looked at: its number for each form, and the row keys of the newest
   * ones. Their texts are read when the email is composed.
   */
  | {
      kind: 'spam_digest'
      accountKey: number
      forms: readonly { endpointId: string; count: number }[]
      newest: readonly number[]
    }
