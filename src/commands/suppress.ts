import type { Config } from '../config/config.ts'
import { canonicalMailbox, readPlainAddress } from '../domain/accounts/mailbox.ts'
import { openBeside } from './open-beside.ts'

/** Refuses endpoints for a mailbox, or allows them again; beside a running service too. */
export async function suppress(
  config: Config,
  request: { mailbox: string; to: 'suppress' | 'unsuppress'; now: Date },
): Promise<{ said: string; done: boolean }> {
  const { to, now } = request
  const mailbox = readPlainAddress(request.mailbox)
  if (mailbox === null) return { said: `"${request.mailbox}" is not a plain address.`, done: false }
  const opened = await openBeside(config, now, async ({ store, keys }) => {
    const mailboxKey = keys.mailboxKey(canonicalMailbox(mailbox))
    if (to === 'suppress') {
      await store.suppress(mailboxKey, now)
      return { said: `${mailbox} is suppressed: nobody can make an endpoint for it.`, done: true }
    }
    const lifted = await store.liftSuppression(mailboxKey)
    return { said: lifted ? `${mailbox} is allowed again.` : `${mailbox} was not suppressed.`, done: true }
  })
  return typeof opened === 'string' ? { said: opened, done: false } : opened
}
