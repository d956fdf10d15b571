import type { Config } from '../config/config.ts'
import { canonicalMailbox, readPlainAddress } from '../domain/accounts/mailbox.ts'
import { withStore } from './with-store.ts'

/** Says what a suppression stops, and what it does not. */
const EFFECTS =
  'Nobody can create an endpoint for it without signing in, or invite it as a destination, and endpoints that nobody ' +
  'has claimed send it no emails. This does not affect endpoints that the address has claimed, or its sign-in emails.'

/** Suppresses an address, or lifts what suppresses it, even while the service is running. */
export async function suppress(
  config: Config,
  request: { mailbox: string; to: 'suppress' | 'unsuppress'; now: Date },
): Promise<{ output: string; done: boolean }> {
  const { to, now } = request
  const mailbox = readPlainAddress(request.mailbox)
  if (mailbox === null) return { output: `"${request.mailbox}" is not an email address.`, done: false }
  const opened = await withStore(config, now, async ({ store, keys }) => {
    const mailboxKey = keys.mailboxKey(canonicalMailbox(mailbox))
    if (to === 'suppress') {
      await store.suppress(mailboxKey, now)
      return { output: `${mailbox} is suppressed. ${EFFECTS}`, done: true }
    }
    const lifted = await store.liftSuppression(mailboxKey)
    return {
      output: lifted ? `${mailbox} is no longer suppressed.` : `${mailbox} was not suppressed.`,
      done: true,
    }
  })
  return typeof opened === 'string' ? { output: opened, done: false } : opened
}
