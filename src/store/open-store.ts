import { readCounts } from './accounts/account-counts.ts'
import { createAccountStore } from './accounts/accounts.ts'
import { deleteSuppression, recordSuppression } from './accounts/mailboxes.ts'
import { applyBatch } from './apply-batch.ts'
import type { CreateRequest } from './contract/creations.ts'
import { StoreBroken, StoreUnavailable } from './contract/errors.ts'
import type { Failpoints } from './contract/failpoints.ts'
import type { Store } from './contract/store.ts'
import { findUnanswered } from './destinations/confirmations.ts'
import { INDEX_BATCH_SIZE } from './dialects/sqlite/submission-index.ts'
import { findCreations } from './endpoints/creations.ts'
import { openEndpointKeys } from './endpoints/endpoint-keys.ts'
import { findEndpoint } from './endpoints/endpoints.ts'
import { findOwnedEndpoint, listEndpoints } from './endpoints/owned-endpoints.ts'
import type { Connection } from './engine/connection.ts'
import { openGroupCommit } from './engine/group-commit.ts'
import { createIdempotencyGuard } from './engine/idempotency.ts'
import { migrate } from './engine/migrate.ts'
import { createSequence, touchReservation } from './engine/sequence.ts'
import {
  getKeysAt,
  getMaxKeys,
  makesEmails,
  type QueueWrite,
  type Write,
  type WriteContext,
} from './engine/write-queue.ts'
import { withAccessNotifications, withDeliveryNotifications } from './live/access-notifications.ts'
import { createLiveHub } from './live/live-hub.ts'
import { toNotifications } from './live/notifications.ts'
import { openMaintenance } from './maintenance/open-maintenance.ts'
import { createDeliveryStore } from './outbox/deliveries.ts'
import { createOutboxStore } from './outbox/outbox.ts'
import { openPlans } from './plans/account-plans.ts'
import { openQueues } from './queues/open-queues.ts'
import { openInbox } from './submissions/open-inbox.ts'
import { openSearchIndexer } from './submissions/search/search-indexer.ts'
import { openTelemetry } from './telemetry/open-telemetry.ts'

/**
 * Opens the store on a connection: migrates, then stands the one write queue before it. The connection is the
 * store's from then on: closed with it, and when opening fails.
 *
 * @param options.newLease a fresh unguessable token for each batch of leases
 * @param options.onBroken told once when the disk failed; the process must end
 */
export async function openStore(options: {
  connection: Connection
  now: Date
  /** See `migrate`. */
  hmacSecret: string
  minFreeBytes: number
  newLease(): string
  onBroken(error: StoreBroken): void
  /** Told of a fault that no caller hears of; the store goes on. */
  onFault(error: unknown): void
  /** Called after a commit that may have made deliveries due. */
  onDeliveriesDue(): void
  /** Receives the milliseconds that each transaction of writes took, with its flush. */
  onCommit?(ms: number): void
  failpoint: Failpoints
}): Promise<Store> {
  const { connection, failpoint } = options
  const { reads } = connection
  await migrate(connection, options).catch(async (error: unknown) => {
    await connection.close()
    throw error
  })
  const rowKeys = createSequence(connection)
  const writer = openGroupCommit<Write>({
    concurrentBatches: connection.concurrentBatches,
    commit,
    onBroken: options.onBroken,
  })
  const write: QueueWrite = async <T>(
    run: (context: WriteContext) => Promise<T>,
    options: Parameters<QueueWrite>[1] = {},
  ) => (await writer.write({ kind: 'other', keysAt: null, makesEmails: false, run, ...options })) as T
  const writeOnce = createIdempotencyGuard(writer.write)
  const live = createLiveHub({ ...options, channel: connection.channel, node: options.newLease() })
  const measureRoom = () => connection.freeBytes() >= options.minFreeBytes
  // Measured with each flush, not with each request.
  let roomy = measureRoom()

  const feeder = openSearchIndexer({ ...options, index: connection.search, reads, write })
  // What an earlier life left unfiled is filed with the first write.
  let unfiled = INDEX_BATCH_SIZE

  async function commit(batch: readonly Write[]): Promise<unknown[]> {
    failpoint('before begin')
    roomy = measureRoom()
    const times = batch.map(getKeysAt).filter((at) => at !== null)
    const keys = batch.reduce((sum, work) => sum + getMaxKeys(work), 0)
    // One to spare: a submission that is routed may bring about two warnings of quotas.
    const nextKey = await rowKeys.take(keys === 0 ? 0 : keys + 1, latest(times))
    const begunAt = performance.now()
    const { results, decisions } = await connection.transaction((tx) =>
      applyBatch(batch, { tx, nextKey, failpoint }),
    )
    options.onCommit?.(performance.now() - begunAt)
    failpoint('after commit')
    if (live.hasAudience()) live.publish(toNotifications(decisions))
    if (batch.some(makesEmails)) options.onDeliveriesDue()
    if (times.length > 0) feeder.wrote(times.length)
    unfiled += times.length
    if (unfiled >= INDEX_BATCH_SIZE) file()
    return results
  }

  /** Shares its transaction with whatever else waits; what fails is made up for by the next. */
  function file(): void {
    unfiled = 0
    write(({ db }) => connection.file(db)).catch((error: unknown) => {
      const told = error instanceof StoreBroken || error instanceof StoreUnavailable
      if (!told) options.onFault(error)
    })
  }

  return {
    change: (request) => writeOnce(request.idempotencyKey, { kind: 'change', request }),
    async create<Answer>(request: CreateRequest<Answer>) {
      const created = await writeOnce<Answer>(request.idempotencyKey, { kind: 'create', request })
      if (request.accountKey !== undefined) live.publishChanged(request.accountKey)
      return created
    },
    findEndpoint: (id) => findEndpoint(reads, id),
    findUnanswered: (asking) => findUnanswered(reads, asking),
    deliveries: createDeliveryStore({ reads, write, onChanged: live.publishChanged }),
    inbox: openInbox({
      ...options,
      reads,
      write,
      folders: connection.folders,
      search: connection.search,
      onChanged: live.publishChanged,
    }),
    owned: {
      list: (request) => listEndpoints(reads, request),
      find: (request) => findOwnedEndpoint(reads, request),
      counts: (accountKey) => readCounts(reads, accountKey),
    },
    telemetry: openTelemetry({ reads, write, live }),
    findCreations: (request) => findCreations(reads, request),
    suppress: (mailboxKey, now) =>
      write(({ db }) => recordSuppression(db, { mailboxKey, reason: 'operator', now })),
    liftSuppression: (mailboxKey) => write(({ db }) => deleteSuppression(db, mailboxKey)),
    plans: openPlans(write, reads),
    accounts: withAccessNotifications(createAccountStore(write, reads), live),
    endpointKeys: openEndpointKeys(write, reads),
    queues: openQueues({ write, reads, live }),
    outbox: withDeliveryNotifications(createOutboxStore({ ...options, reads, write }), reads, live),
    maintenance: openMaintenance({ connection, write, onMaintained: feeder.wake }),
    live,
    hasRoom() {
      roomy ||= measureRoom()
      return roomy
    },
    probe: () => write(({ db }) => touchReservation(db)),
    async close() {
      live.close()
      await feeder.close()
      await writer.close()
      await connection.close()
    },
  }
}

function latest(times: readonly Date[]): Date {
  return new Date(Math.max(0, ...times.map((time) => time.getTime())))
}
