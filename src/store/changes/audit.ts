import { recordAudit } from '../accounts/audit.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const audit: ConsequenceHandler<'audit'> = {
  async effect({ by, action, detail }, { stored, now, batch: { nextKey } }, { db }) {
    const { accountKey, endpoint } = stored
    if (accountKey === null) return
    await recordAudit({ db, nextKey }, { accountKey, by, now, action, subject: endpoint.id, detail })
  },
}
