import type { Config } from '../config.ts'
import { mailboxIdentity, readPlainAddress } from '../domain/mailbox.ts'
import { type Outcome, withStore } from './with-store.ts'

/** Gives the account of a mailbox another plan; beside a running service too. */
export async function setPlan(
  config: Config,
  request: { mailbox: string; plan: string; now: Date },
): Promise<Outcome> {
  const { plan, now } = request
  const mailbox = readPlainAddress(request.mailbox)
  if (mailbox === null) return { said: `"${request.mailbox}" is not a plain address.`, done: false }
  const names = Object.keys(config.plans)
  if (!names.includes(plan)) {
    return { said: `There is no plan "${plan}": there are ${names.join(', ')}.`, done: false }
  }
  return withStore(config, now, async (store) => {
    const given = await store.accounts.givePlan({ mailbox: mailboxIdentity(mailbox), plan })
    return given
      ? { said: `${mailbox} has the plan ${plan}.`, done: true }
      : { said: `${mailbox} has no account: it has claimed no endpoint yet.`, done: false }
  })
}
