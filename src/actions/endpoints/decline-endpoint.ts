import type { Actor } from '../../domain/accounts/audit.ts'
import { mailboxHint, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { decideDecline, decideUndoDecline } from '../../domain/endpoints/decline.ts'
import { type EndpointFacts, getState } from '../../domain/endpoints/endpoint.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { toStoppedEmails } from '../outbox/stop-notice.ts'
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

/** Maximum number of endpoints that are named, of those that are claimed and of the others. */
const MAX_NAMED = 10
/** Characters of an id that are shown: enough to tell the endpoints of one person apart, too few to send to one. */
const SHORT_ID_LENGTH = 10

type OtherEndpoint = { shortId: string; createdAt: Date }

/** Endpoints that belong to the recipient, and endpoints that nobody has claimed. */
type OtherEndpoints = { claimed: OtherEndpoint[]; unclaimed: OtherEndpoint[] }

/**
 * Lists the other living endpoints of the recipient of this one, newest first, for whoever has a link that was mailed to
 * it. Only the same spelling of the address counts: `ada+shop@` may be somebody else than `ada@`. Names that the owner
 * gave, and whole ids, are left out, because emails get forwarded.
 */
async function listOtherEndpoints(
  { store }: Context,
  request: { endpointId: string; now: Date },
): Promise<OtherEndpoints> {
  const found = await store.findEndpoint(request.endpointId)
  if (!found || found.endpoint.recipient === '') return { claimed: [], unclaimed: [] }
  const { mailboxKey, endpoint } = found
  const all = await store.listOfRecipient({ mailboxKey, recipient: mailboxIdentity(endpoint.recipient) })
  const others = all.filter(({ id }) => id !== endpoint.id)
  const named = (states: readonly string[]) =>
    others
      .filter((other) => states.includes(getState(other, request.now)))
      .slice(0, MAX_NAMED)
      .map(toOther)
  return { claimed: named(['claimed']), unclaimed: named(['unclaimed', 'frozen']) }
}

function toOther({ id, createdAt }: EndpointFacts): OtherEndpoint {
  return { shortId: id.slice(0, SHORT_ID_LENGTH), createdAt }
}
