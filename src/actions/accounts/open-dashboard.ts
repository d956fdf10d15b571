import { canOpenDashboard } from '../../domain/accounts/session.ts'
import type { NewSession } from '../../store/contract/account-store.ts'
import type { Context } from '../context.ts'

/** What a browser that has just signed in is to keep, and what it had before. */
export type Browser = {
  /** `deviceLabel` */
  device: string
  /** The secret in the session cookie that it sent; null without one. */
  earlierSecret: string | null
}

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

/** A session as the store takes it: in the place of the one that the browser had. */
export function newSession({ keys }: Context, opened: { secret: string; browser: Browser }): NewSession {
  const { device, earlierSecret } = opened.browser
  return {
    hash: keys.secretHash(opened.secret),
    device,
    replaces: earlierSecret === null ? null : keys.secretHash(earlierSecret),
  }
}
