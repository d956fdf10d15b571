import { emptyClosedAccounts } from '../accounts/closed-accounts.ts'
import { plansInUse } from '../accounts/mailboxes.ts'
import type { Maintenance } from '../contract/maintenance.ts'
import { deleteCreations } from '../endpoints/creations.ts'
import { listDeclined } from '../endpoints/declines.ts'
import { forgetRecipients } from '../endpoints/forget-recipients.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Connection } from '../engine/connection.ts'
import { deleteIdempotentResults } from '../engine/idempotent-results.ts'
import { keyAt } from '../engine/sequence.ts'
import { deleteSpentChallenges } from '../engine/spent-challenges.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { purgeNotices } from '../outbox/notices.ts'
import { forgetNetworks } from '../outbox/unconfirmed-emails.ts'
import { loadClockCheck, saveClockCheck } from './clock-checks.ts'
import { deleteExpired, findExpired, findLongestRetention, purgeTrash } from './purge-submissions.ts'

/** Creates the hourly maintenance on the write queue and the reading connection. */
export function createMaintenance(parts: {
  connection: Connection
  write: QueueWrite
  /** Called when the search index needs tidying. */
  onMaintained(): void
}): Maintenance {
  const { connection, write } = parts
  const { reads } = connection
  const purge = throttledWrite(write)
  return {
    async purgeSubmissions(request) {
      // Expired submissions are found on the reading connection, so that writers wait for deletes alone.
      const { expired: keys, next } = await findExpired(reads, request)
      if (keys.length === 0) return { deleted: 0, next }
      return { deleted: await purge(({ db }) => deleteExpired(db, { ...request, keys })), next }
    },
    ...bindReads(reads, { plansInUse, findLongestRetention, listDeclined, loadClockCheck }),
    ...bindWrites(write, { saveClockCheck }),
    ...bindWrites(purge, {
      purgeCreations: deleteCreations,
      purgeNotices,
      purgeTrash,
      purgeIdempotentResults: deleteIdempotentResults,
      purgeSpentChallenges: deleteSpentChallenges,
      forgetNetworks,
      forgetRecipients,
    }),
    purgeClosedAccounts: () => purge(({ db, getTally }) => emptyClosedAccounts(db, getTally())),
    maintain({ now, oldestRetained: { submissions, telemetry } }) {
      const oldestRetained = { submissions: keyAt(submissions), telemetry: keyAt(telemetry) }
      return write(({ db }) => connection.maintain(db, { now, oldestRetained })).finally(parts.onMaintained)
    },
  }
}
