import { liftOneSuppression, recordSuppression } from '../accounts/suppressions.ts'
import { releaseDeclinedDeliveries, saveDecline } from '../endpoints/declines.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const declined: ConsequenceHandler<'declined'> = {
  async effect(_declined, { stored, now }, { db }) {
    const { endpoint, mailboxKey } = stored
    await saveDecline(db, stored)
    await recordSuppression(db, { mailboxKey, cause: endpoint.id, now })
  },
}

export const declineUndone: ConsequenceHandler<'decline_undone'> = {
  async effect(_undone, { stored, now }, { db }) {
    const { key: endpointKey, endpoint, mailboxKey } = stored
    await saveDecline(db, stored)
    await liftOneSuppression(db, { mailboxKey, cause: endpoint.id })
    await releaseDeclinedDeliveries(db, { endpointKey, now })
  },
}
