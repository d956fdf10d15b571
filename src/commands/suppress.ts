import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { mayBeginUnder } from '../delivery/may-begin.ts'
import { canonicalMailbox, readPlainAddress } from '../domain/mailbox.ts'
import { makeKeys } from '../keys.ts'
import { loadSecret } from '../secret.ts'
import { connect } from '../store/connect.ts'
import { openStore } from '../store/open-store.ts'

/** Refuses endpoints for a mailbox, or allows them again; beside a running service too. */
export async function suppress(
  config: Config,
  request: { mailbox: string; to: 'suppress' | 'unsuppress'; now: Date },
): Promise<{ said: string; done: boolean }> {
  const { to, now } = request
  const mailbox = readPlainAddress(request.mailbox)
  if (mailbox === null) return { said: `"${request.mailbox}" is not a plain address.`, done: false }
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    return { said: `There is no database at ${database.file} yet: start the service once.`, done: false }
  }
  const keys = makeKeys(loadSecret(config))
  const mailboxKey = keys.mailboxKey(canonicalMailbox(mailbox))
  const store = await openStore({
    connection: await connect(database),
    now,
    secretMark: keys.secretMark,
    minFreeBytes: 0,
    newLease: () => '',
    mayBegin: mayBeginUnder(config),
    onBroken: () => {},
    onFault: () => {},
    onLettersDue: () => {},
    passing: () => {},
  })
  try {
    if (to === 'suppress') {
      await store.suppress(mailboxKey, now)
      return { said: `${mailbox} is suppressed: nobody can make an endpoint for it.`, done: true }
    }
    const lifted = await store.liftSuppression(mailboxKey)
    return { said: lifted ? `${mailbox} is allowed again.` : `${mailbox} was not suppressed.`, done: true }
  } finally {
    await store.close()
  }
}
