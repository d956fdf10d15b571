import { mailboxHint } from '../../domain/accounts/mailbox.ts'
import { type EndpointState, getState } from '../../domain/endpoints/endpoint.ts'
import type { ChallengeMode } from '../../domain/spam/spam-settings.ts'
import type { Context } from '../context.ts'

/** Returns the contents of an endpoint's first page, which a dry run shows to anybody too; null for an unknown id. */
export async function getEndpointIntro(
  context: Context,
  formId: string,
  now: Date,
): Promise<{ state: EndpointState; recipientHint: string; challenge: ChallengeMode } | null> {
  const found = await context.store.findEndpoint(formId)
  if (!found) return null
  const { endpoint } = found
  return {
    state: getState(endpoint, now),
    recipientHint: mailboxHint(endpoint.recipient),
    challenge: endpoint.settings.challenge,
  }
}
