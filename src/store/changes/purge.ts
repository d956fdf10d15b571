import { forgetNetwork } from '../endpoints/confirmation.ts'
import { saveDecline } from '../endpoints/declines.ts'
import { saveSiteHost } from '../endpoints/endpoints.ts'
import { deleteObservations } from '../health/observations.ts'
import { deleteFirstKey } from '../outbox/notices.ts'
import { purgeQueue } from '../queues/purge-messages.ts'
import { purgeEndpoint } from '../submissions/submissions.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const purge: ConsequenceHandler<'purge'> = {
  collect(_purge, { stored, now }) {
    stored.endpoint = { ...stored.endpoint, purgedAt: now, siteHost: null }
  },
  async effect(_purge, { stored, batch }, { db }) {
    await saveDecline(db, stored)
    await saveSiteHost(db, stored)
    await forgetNetwork(db, stored.key)
    await purgeEndpoint(db, stored.key)
    await deleteObservations(db, stored.key)
    await purgeQueue(db, batch.tally, stored.key)
    await deleteFirstKey(db, { key: stored.key, endpointId: stored.endpoint.id })
  },
}
