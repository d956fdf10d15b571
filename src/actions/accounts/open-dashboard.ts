import { canOpenDashboard } from '../../domain/accounts/session.ts'
import type { Context } from '../context.ts'
import { type Browser, newSession } from './new-session.ts'

/**
 * "Open dashboard" on the page of a claim: signs in once for each endpoint, soon after the link was first followed.
 * `sign_in`: it has done so before, or it is too late; the mailbox is asked for instead.
 */
export async function openDashboard(
  context: Context,
  request: { formId: string; browser: Browser; now: Date },
): Promise<{ kind: 'opened'; secret: string } | { kind: 'sign_in' }> {
  const { store, keys } = context
  const { formId: endpointId, browser, now } = request
  const found = await store.findEndpoint(endpointId)
  if (!found || !canOpenDashboard(found.endpoint, now)) return { kind: 'sign_in' }
  const secret = keys.newSessionSecret()
  const session = newSession(context, { secret, browser })
  const opened = await store.accounts.openByClaim({ endpointId, session, now })
  return opened ? { kind: 'opened', secret } : { kind: 'sign_in' }
}
