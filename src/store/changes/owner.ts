import { openOwner } from '../accounts/mailboxes.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const owner: ConsequenceHandler<'owner'> = {
  async effect(owner, { stored, now, batch }, tx) {
    const opened = await openOwner(tx.db, batch.nextKey, { ...owner, now })
    Object.assign(stored, opened)
    tx.save({ update: { endpoints: [{ key: stored.key, account_key: opened.accountKey }] } })
  },
}
