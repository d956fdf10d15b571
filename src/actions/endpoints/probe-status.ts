import { expiresAt, getPublicState, type PublicState } from '../../domain/endpoints/endpoint.ts'
import { type FormFiles, getFormFiles } from '../../domain/files/form-files.ts'
import type { ClaimEmailState } from '../../domain/outbox/claim-email-state.ts'
import { checkState } from '../../domain/plans/month-usage.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { ChallengeMode } from '../../domain/spam/spam-settings.ts'
import { isOverdue } from '../../domain/telemetry/expected-events.ts'
import type { Span } from '../../domain/telemetry/watch.ts'
import type { Context } from '../context.ts'

/** Public facts about an endpoint: no personal data, no counts. */
export type Status = {
  state: PublicState
  /** Set once it was claimed, even if it has been retired since. */
  claimed: boolean
  /** A submission sent now would be accepted. */
  active: boolean
  /** Null while nothing has asked for a claim email. */
  claimEmail: ClaimEmailState | null
  expiresAt: string | null
  /** Proof of work that a form asks for. */
  challenge: ChallengeMode
  /** Files that a form takes; null: none. */
  files: FormFiles | null
  /** Interval of the events that the creator of a telemetry endpoint promised; null: none. */
  expectEvery: Span | null
  /** A promised event has not come; null where none is promised. */
  overdue: boolean | null
}

/** Settings that decide where a browser goes after a refusal. */
export type ErrorTarget = { errorUrl: string | null; allowedOrigins: readonly string[] }

/** Returns where the owner sends browsers after a refusal; an unknown form has no such address. */
export async function findErrorTarget(context: Context, formId: string): Promise<ErrorTarget> {
  const found = await context.store.findEndpoint(formId)
  if (!found) return { errorUrl: null, allowedOrigins: [] }
  const { errorUrl, allowedOrigins } = found.endpoint.settings
  return { errorUrl, allowedOrigins }
}

/** Returns the public status of an endpoint; null for an unknown id. */
export async function probeStatus(context: Context, formId: string, now: Date): Promise<Status | null> {
  const found = await context.store.findEndpoint(formId)
  if (!found) return null
  const { endpoint } = found
  const plan = findPlan(context, found.plan)
  const refusal = checkState({ endpoint, plan, usage: found.usage, now })
  return {
    state: getPublicState(endpoint, now),
    claimed: endpoint.claimedAt !== null,
    active: refusal === null,
    // The delivery of an old claim email is purged.
    claimEmail: endpoint.claimEmailAt && ((await context.store.findClaimEmailState(formId)) ?? 'sent'),
    expiresAt: expiresAt(endpoint)?.toISOString() ?? null,
    challenge: endpoint.settings.challenge,
    files: getFormFiles(endpoint, plan),
    expectEvery: endpoint.settings.expectEvery,
    overdue: isOverdue(endpoint, now),
  }
}
