import type { Plan } from '../plans/plan.ts'
import type { QuotaWarning } from '../plans/quota-warning.ts'

/**
 * An email that is about no submission, with what it is composed from. It is stored as it stands here, so no secret
 * is in it: links and codes are derived when the email is composed.
 */
export type Notice =
  /**
   * The link and the code that sign somebody in, or let a session confirm itself. `device`: from what browser they were
   * asked for.
   */
  | { kind: 'sign_in'; signInKey: number; purpose: 'sign_in' | 'confirm'; device: string }
  /** Asks the owner of a mailbox whether it shall get the emails of an endpoint. */
  | { kind: 'destination'; endpointId: string; destinationId: string }
  /** The claim email of an endpoint that takes no submissions. `first`: what the first event was called, if it was one. */
  | { kind: 'claim'; endpointId: string; first: string | null }
  /**
   * The account is on another plan, or, with the same name before and after, its plan keeps less than it did.
   * `retentionReducedAt`: from when on less is kept, as RFC 3339; null when nothing is taken away. Without the plan before, where
   * the operator had taken that out of the table.
   */
  | { kind: 'plan_changed'; before: Plan | null; after: Plan; retentionReducedAt: string | null }
  /**
   * A quota is nearly used up, or wholly. `endpointId`: the endpoint whose count it is; null where the account is
   * counted.
   */
  | ({ kind: 'quota_warning'; endpointId: string | null } & QuotaWarning)
