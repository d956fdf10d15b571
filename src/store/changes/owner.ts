import { recordAudit } from '../accounts/audit.ts'
import { openOwner } from '../accounts/mailboxes.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const owner: ConsequenceHandler<'owner'> = {
  async effect(owner, { stored, now, batch }, tx) {
    const opened = await openOwner(tx.db, batch.nextKey, { ...owner, now })
    Object.assign(stored, opened)
    tx.save({ update: { endpoints: [{ key: stored.key, account_key: opened.accountKey }] } })
  },
}

export const usage: ConsequenceHandler<'usage'> = {
  collect({ usage }, { stored, batch }) {
    if (!batch.counts) throw new Error(`no counts were loaded for ${stored.endpoint.id}`)
    batch.counts.set(stored, usage)
  },
}

export const audit: ConsequenceHandler<'audit'> = {
  async effect({ by, action, detail }, { stored, now, batch: { nextKey } }, { db }) {
    const { accountKey, endpoint } = stored
    if (accountKey === null) return
    await recordAudit({ db, nextKey }, { accountKey, by, now, action, subject: endpoint.id, detail })
  },
}
