import { STOP_NOTICE_INTERVAL_HOURS } from '../../domain/outbox/stop-notice.ts'
import { HOUR, later } from '../../domain/time.ts'
import { hasNoticeSince, saveNotice } from '../outbox/notices.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const stopNotice: ConsequenceHandler<'stop_notice'> = {
  async effect(notice, { now, batch }, { db }) {
    const since = later(now, -STOP_NOTICE_INTERVAL_HOURS * HOUR)
    if (await hasNoticeSince(db, notice, since)) return
    await saveNotice(db, batch.nextKey, { ...notice, now })
  },
}
