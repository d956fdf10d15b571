import type { Config } from '../config/config.ts'
import { canonicalMailbox, readPlainAddress } from '../domain/accounts/mailbox.ts'
import { withStore } from './with-store.ts'

/** Refuses new endpoints for an address, or allows them again, even while the service is running. */
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
      return { output: `${mailbox} is suppressed. Nobody can create an endpoint for it.`, done: true }
    }
    const lifted = await store.liftSuppression(mailboxKey)
    return {
      output: lifted ? `${mailbox} is no longer suppressed.` : `${mailbox} was not suppressed.`,
      done: true,
    }
  })
  return typeof opened === 'string' ? { output: opened, done: false } : opened
}
