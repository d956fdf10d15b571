import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { canOpenDashboard } from '../../domain/accounts/session.ts'
import type { Context } from '../context.ts'
import { type Browser, newSession, type SignedInSecrets } from './new-session.ts'

/**
 * Signs in by "Open dashboard" on the claim page: once per endpoint, soon after its claim link was first followed.
 * `sign_in`: that has happened before, or it is too late; the person signs in by email instead.
 */
export async function openDashboard(
  context: Context,
  request: { formId: string; browser: Browser; now: Date },
): Promise<({ kind: 'opened' } & SignedInSecrets) | { kind: 'sign_in' }> {
  const { store, keys } = context
  const { formId: endpointId, browser, now } = request
  const found = await store.findEndpoint(endpointId)
  if (!found || !canOpenDashboard(found.endpoint, now)) return { kind: 'sign_in' }
  const secret = keys.newSessionSecret()
  const session = newSession(context, { secret, browser, way: 'claim_page' })
  const opened = await store.accounts.openByClaim({ endpointId, session, now })
  if (!opened) return { kind: 'sign_in' }
  const mailboxKey = keys.mailboxKey(canonicalMailbox(found.endpoint.recipient))
  return { kind: 'opened', secret, browserSecret: keys.newBrowserSecret(mailboxKey) }
}
