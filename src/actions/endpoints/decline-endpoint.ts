import type { Actor } from '../../domain/accounts/audit.ts'
import { mailboxHint } from '../../domain/accounts/mailbox.ts'
import { decideDecline, decideUndoDecline } from '../../domain/endpoints/decline.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { toStoppedEmails } from '../outbox/stop-notice.ts'
import { listOtherEndpoints, type OtherEndpoints } from './other-endpoints.ts'
import { changeEndpointByToken, findEndpointByToken } from './with-endpoint-by-token.ts'

export type DeclineAnswer =
  | ({ kind: 'declined'; undoUntil: Date; others: OtherEndpoints } & Shown)
  | ({ kind: 'declinable'; others: OtherEndpoints } & Shown)
  | Ended

/** An answer that names no other endpoints. */
type Ended =
  | ({ kind: 'final' | 'already_retired' | 'emails_stopped' | 'too_late' | 'restored' } & Shown)
  | Refused

type Shown = { formId: string; accountHint: string }

/**
 * "This wasn't me": retires the endpoint and suppresses the mailbox; a day later its data is deleted, until then all of
 * this can be undone. Repeatable.
 */
export async function declineEndpoint(
  context: Context,
  request: { token: string; oneClick: boolean; now: Date },
): Promise<DeclineAnswer> {
  const { oneClick, now } = request
  const formId = context.keys.verifyDeclineToken(request.token)
  const answer = await changeEndpointByToken<Decided>(context, formId, now, (found) => {
    const { endpoint } = found
    const decision = decideDecline({ endpoint, oneClick, now })
    switch (decision.kind) {
      case 'declined':
        return answered(toAnswer(decision, endpoint), toDecline(decision.endpoint, null))
      case 'emails_stopped':
        return answered(toAnswer(decision, endpoint), toStoppedEmails(found, now))
      default:
        return answered(toAnswer(decision, endpoint))
    }
  })
  return withOthers(context, answer, now)
}

/**
 * Builds the consequences of a decline.
 *
 * @param by session or key for the audit log; null: somebody with the link
 */
export function toDecline(facts: EndpointFacts, by: Actor | null): Consequence[] {
  return [
    { kind: 'endpoint', facts },
    { kind: 'declined' },
    { kind: 'audit', by, action: 'endpoint_retired', detail: 'declined' },
  ]
}

/** Undoes "This wasn't me", until its data is deleted. Repeatable. */
export async function undoDecline(context: Context, request: { token: string; now: Date }): Promise<Ended> {
  const formId = context.keys.verifyDeclineToken(request.token)
  return changeEndpointByToken<Ended>(context, formId, request.now, ({ endpoint }) => {
    const decision = decideUndoDecline(endpoint, request.now)
    switch (decision.kind) {
      case 'restored':
        return answered({ kind: 'restored', ...shown(endpoint) }, toUndoneDecline(decision.endpoint, null))
      case 'not_retired':
        return answered({ kind: 'restored', ...shown(endpoint) })
      case 'final':
      case 'already_retired':
        return answered({ kind: decision.kind, ...shown(endpoint) })
    }
  })
}

/**
 * Builds the consequences of undoing a decline.
 *
 * @param by session or key for the audit log; null: somebody with the link
 */
export function toUndoneDecline(facts: EndpointFacts, by: Actor | null): Consequence[] {
  return [
    { kind: 'endpoint', facts },
    { kind: 'decline_undone' },
    { kind: 'audit', by, action: 'endpoint_restored', detail: null },
  ]
}

/** Returns the effect that the button on the page would have; changes nothing. */
export async function previewDecline(
  context: Context,
  request: { token: string; now: Date },
): Promise<DeclineAnswer> {
  const formId = context.keys.verifyDeclineToken(request.token)
  const answer = await findEndpointByToken<Decided>(context, formId, ({ endpoint }) => {
    const decision = decideDecline({ endpoint, oneClick: false, now: request.now })
    return decision.kind === 'declined'
      ? { kind: 'declinable', ...shown(endpoint) }
      : toAnswer(decision, endpoint)
  })
  return withOthers(context, answer, request.now)
}

type Decided = ({ kind: 'declined'; undoUntil: Date } & Shown) | ({ kind: 'declinable' } & Shown) | Ended

/** Adds the other endpoints of the mailbox to an answer that says what declining does to them. */
async function withOthers(context: Context, answer: Decided, now: Date): Promise<DeclineAnswer> {
  if (answer.kind !== 'declined' && answer.kind !== 'declinable') return answer
  const others = await listOtherEndpoints(context, { endpointId: answer.formId, now })
  return { ...answer, others }
}

function toAnswer(decision: ReturnType<typeof decideDecline>, endpoint: EndpointFacts): Decided {
  switch (decision.kind) {
    case 'declined':
    case 'already_declined':
      return { kind: 'declined', undoUntil: decision.undoUntil, ...shown(endpoint) }
    default:
      return { kind: decision.kind, ...shown(endpoint) }
  }
}

function answered<Answer extends Decided>(
  answer: Answer,
  consequences: readonly Consequence[] = [],
): Change<Answer> {
  return { answer, remember: false, consequences }
}

/** Returns the facts for the page; the hint of a deleted recipient is `***@***`. */
function shown({ id, recipient }: EndpointFacts): Shown {
  return { formId: id, accountHint: mailboxHint(recipient) }
}
