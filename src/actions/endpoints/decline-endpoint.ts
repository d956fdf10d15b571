import { mailboxHint } from '../../domain/accounts/mailbox.ts'
import { decideDecline } from '../../domain/endpoints/decline.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { changeEndpointByToken, findEndpointByToken } from './with-endpoint-by-token.ts'

export type DeclineAnswer =
  | {
      kind: 'declined' | 'already_retired' | 'emails_stopped' | 'too_late' | 'declinable'
      formId: string
      accountHint: string
    }
  | { kind: 'refused'; refusal: Refusal }

/** "This wasn't me": retires the endpoint, deletes what it holds, and suppresses the mailbox. Repeatable. */
export async function declineEndpoint(
  context: Context,
  request: { token: string; oneClick: boolean; now: Date },
): Promise<DeclineAnswer> {
  const { oneClick, now } = request
  const formId = context.keys.verifyDeclineToken(request.token)
  return changeEndpointByToken<DeclineAnswer>(context, formId, now, ({ endpoint, mailboxKey }) => {
    const decision = decideDecline({ endpoint, oneClick, now })
    const consequences: Consequence[] = []
    if (decision.kind === 'declined' || decision.kind === 'emails_stopped') {
      consequences.push({ kind: 'endpoint', facts: decision.endpoint })
    }
    if (decision.kind === 'emails_stopped') {
      consequences.push({ kind: 'settings', settings: endpoint.settings })
    }
    if (decision.kind === 'declined') {
      consequences.push({ kind: 'purge' }, { kind: 'suppression', mailboxKey, reason: 'declined' })
      // Deletes the addresses of the destinations too.
      const { settings } = endpoint
      if (settings.destinations.length > 0) {
        consequences.push({ kind: 'settings', settings: { ...settings, destinations: [] } })
      }
    }
    const answer = { kind: decision.kind, ...shown(endpoint) }
    return { answer, remember: false, consequences }
  })
}

/** Returns the effect that the button on the page would have; changes nothing. */
export async function previewDecline(
  context: Context,
  request: { token: string; now: Date },
): Promise<DeclineAnswer> {
  const formId = context.keys.verifyDeclineToken(request.token)
  return findEndpointByToken<DeclineAnswer>(context, formId, ({ endpoint }) => {
    const decision = decideDecline({ endpoint, oneClick: false, now: request.now })
    const kind = decision.kind === 'declined' ? 'declinable' : decision.kind
    return { kind, ...shown(endpoint) }
  })
}

/** Returns the facts for the page; the hint of a deleted recipient is `***@***`. */
function shown({ id, recipient }: EndpointFacts): { formId: string; accountHint: string } {
  return { formId: id, accountHint: mailboxHint(recipient) }
}
