import { saveNotice } from '../outbox/notices.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const notice: ConsequenceHandler<'notice'> = {
  effect: (notice, { now, batch }, { db }) => saveNotice(db, batch.nextKey, { ...notice, now }),
}
