import type { LinkFingerprints } from '../domain/keys.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { createAccountStore } from './accounts/accounts.ts'
import { createAuditStore } from './accounts/audit.ts'
import { createEmailKeyStore } from './accounts/email-keys.ts'
import { createMemberStore } from './accounts/members.ts'
import { createSpamDigestStore } from './accounts/spam-digests.ts'
import { deleteSuppression, recordSuppression } from './accounts/suppressions.ts'
import { createAfterCommit } from './after-commit.ts'
import type { CreateRequest } from './contract/creations.ts'
import type { StoreBroken } from './contract/errors.ts'
import type { Failpoints } from './contract/failpoints.ts'
import { findUnanswered } from './destinations/address-confirmations.ts'
import { findDestinationSecret, recordFailing } from './destinations/destination-secrets.ts'
import { createDeviceStore } from './devices/device-store.ts'
import { countCreations, findCreations } from './endpoints/creations.ts'
import { createEndpointKeyStore } from './endpoints/endpoint-keys.ts'
import { findEndpoint } from './endpoints/endpoints.ts'
import { createHandOverStore } from './endpoints/hand-overs.ts'
import { listOfRecipient } from './endpoints/list-of-recipient.ts'
import { createOwnedStore } from './endpoints/owned-endpoints.ts'
import { bindReads, bindWrites } from './engine/bind.ts'
import type { Connection } from './engine/connection.ts'
import { migrate } from './engine/migrate.ts'
import { touchReservation } from './engine/sequence.ts'
import { updateSubmissionIndex } from './engine/submission-index.ts'
import { forInternalWork } from './engine/write-queue.ts'
import { createFileRows } from './files/files.ts'
import { createHealthStore } from './health/health.ts'
import { createJudgingStore } from './judging/judging.ts'
import {
  withAccessNotifications,
  withHandOverNotifications,
  withKeyNotifications,
  withMemberNotifications,
} from './live/access-notifications.ts'
import { createLiveHub } from './live/live-hub.ts'
import { listAccountsWithArrivals } from './live/notifications.ts'
import { createMaintenance } from './maintenance/maintenance.ts'
import { createStatusDayStore } from './maintenance/status-days.ts'
import { createInstanceFactStore } from './operator/instance-facts.ts'
import { createOperatorStore } from './operator/operator-store.ts'
import { findClaimEmailState } from './outbox/claim-email.ts'
import { createDeliveryStore } from './outbox/deliveries.ts'
import { createEmailCountStore } from './outbox/email-counts.ts'
import { createEmailReportStore } from './outbox/email-reports.ts'
import { createOutboxStore } from './outbox/outbox.ts'
import { createPlanStore } from './plans/account-plans.ts'
import { createQueueStore } from './queues/queues.ts'
import { openReader } from './reading/reader.ts'
import type { Store } from './store.ts'
import { createErasureStore } from './submissions/erasure-store.ts'
import { createInboxStore } from './submissions/inbox.ts'
import { createReceiptStore } from './submissions/receipts.ts'
import { openSearchIndexer } from './submissions/search/search-indexer.ts'
import { createTelemetryStore } from './telemetry/telemetry.ts'
import { createWriter } from './writer.ts'

type StoreOptions = {
  connection: Connection
  now: Date
  /** See `migrate`. */
  hmacSecret: string
  /** See `migrate`. */
  linkFingerprints?: LinkFingerprints
  minFreeBytes: number
  /** Maximum time for which a write waits for another process that holds the write lock of SQLite. */
  maxLockWaitMs?: number | undefined
  /** Returns an unguessable token for a batch of leases. */
  newLease(): string
  /** Called once when the disk failed: the process must end. */
  onBroken(error: StoreBroken): void
  /** Called with faults that no caller sees; the store goes on. */
  onFault(error: unknown): void
  /** Called instead of `onFault` when the thread of the owners' reads ended by itself; the next read starts another. */
  onReadingThreadEnd?(error: unknown): void
  /** See `openReader`. */
  readInThisThread?: boolean | undefined
  /** Measures each transaction of writes, with its flush. */
  metrics?: Pick<Metrics, 'observe'>
  failpoint: Failpoints
}

/**
 * Opens the store on a connection: migrates the database, then sends all writes through one queue. The store owns the
 * connection from then on: it closes it, also when opening fails.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { connection } = options
  const { reads } = connection
  await migrate(connection, options).catch(async (error: unknown) => {
    await connection.close()
    throw error
  })
  const afterCommit = createAfterCommit()
  const { broadcast } = connection
  const live = createLiveHub({ ...options, broadcast, node: options.newLease(), afterCommit })
  const writer = createWriter({ ...options, onCommitted: afterCommit.tell })
  const { write } = writer
  const internal = { reads, write: forInternalWork(write) }
  const reader = openReader({
    connection,
    inThisThread: options.readInThisThread,
    onFault: options.onReadingThreadEnd ?? options.onFault,
  })
  const searchIndexer = openSearchIndexer({ ...options, ...internal, index: connection.search, afterCommit })
  updateSubmissionIndex({ ...options, ...internal, onSubmissions: afterCommit.onSubmissions })
  return {
    change: writer.change,
    async create<Answer>(request: CreateRequest<Answer>) {
      const created = await writer.create(request)
      if (request.accountKey !== undefined) live.publishChanged(request.accountKey)
      return created
    },
    ...bindReads(reads, {
      findEndpoint,
      findClaimEmailState,
      listOfRecipient,
      findUnanswered,
      findDestinationSecret,
      findCreations,
      countCreations,
    }),
    ...bindWrites(write, { liftSuppression: deleteSuppression, probe: touchReservation, recordFailing }),
    deliveries: createDeliveryStore({ reads, reader, write, onChanged: live.publishChanged }),
    inbox: createInboxStore({
      ...options,
      reads,
      reader,
      write,
      folders: connection.folders,
      search: connection.search,
      onChanged: live.publishChanged,
      onDue: afterCommit.announce,
    }),
    erasure: createErasureStore({ reads, reader, write, onChanged: live.publishChanged }),
    owned: createOwnedStore(reads),
    telemetry: createTelemetryStore({ reads, reader, write, live }),
    health: createHealthStore(internal),
    suppress: (mailboxKey, now) =>
      write(({ db }) => recordSuppression(db, { mailboxKey, cause: 'operator', now })),
    plans: createPlanStore(write, reads),
    accounts: withAccessNotifications(createAccountStore(write, reads), live),
    members: withMemberNotifications(createMemberStore(write, reads), live),
    handOvers: withHandOverNotifications(createHandOverStore(write, reads), live),
    audit: createAuditStore(write, reads),
    spamDigests: createSpamDigestStore(write, reads),
    emailKeys: createEmailKeyStore(write, reads),
    endpointKeys: withKeyNotifications(createEndpointKeyStore(write, reads), live),
    devices: createDeviceStore({
      ...{ write, reads, folders: connection.folders },
      onAdded: () => afterCommit.announce('devices'),
    }),
    queues: createQueueStore({ write, reads, live }),
    receipts: createReceiptStore({
      reads,
      write,
      folders: connection.folders,
      onChanged: live.publishChanged,
    }),
    emailReports: createEmailReportStore({ reads, write }),
    outbox: createOutboxStore({ reads, write, live }),
    emailCounts: createEmailCountStore(internal),
    operator: createOperatorStore({ reads, write, live }),
    statusDays: createStatusDayStore(internal),
    instance: createInstanceFactStore({ connection, write: internal.write }),
    judging: createJudgingStore({ ...options, ...internal }),
    files: createFileRows(internal),
    maintenance: createMaintenance({ connection, write: internal.write, onMaintained: searchIndexer.wake }),
    live,
    onDue: afterCommit.on,
    onArrivals: (listener) =>
      afterCommit.on('decisions', (decisions) => {
        const accountKeys = listAccountsWithArrivals(decisions)
        if (accountKeys.length > 0) listener(accountKeys)
      }),
    hasRoom: writer.hasRoom,
    async close() {
      live.close()
      await reader.close()
      await searchIndexer.close()
      await writer.close()
      await connection.close()
    },
  }
}
