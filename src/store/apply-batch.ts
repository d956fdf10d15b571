import { isCountedByAccount } from '../domain/plans/month-usage.ts'
import { type AccountCounts, lockCounts } from './accounts/account-counts.ts'
import { lockKeysInUse } from './accounts/delivered-keys.ts'
import { type DecidedChanges, decideChanges, type LoadedForChanges } from './changes/decide-changes.ts'
import type { ChangeRequest } from './contract/changes.ts'
import type { CreateRequest } from './contract/creations.ts'
import type { Failpoints } from './contract/failpoints.ts'
import { lockMailboxes } from './destinations/address-confirmations.ts'
import { decideCreations, loadForCreations } from './endpoints/creations.ts'
import { lockEndpoints, type StoredEndpoint } from './endpoints/endpoints.ts'
import type { Rows, Transaction } from './engine/connection.ts'
import { type IdempotentResults, loadIdempotentResults } from './engine/idempotent-results.ts'
import type { QueueTally } from './engine/queue-tally.ts'
import type { NextKey } from './engine/sequence.ts'
import { loadSpentChallenges, type SpentChallenges } from './engine/spent-challenges.ts'
import type { Write } from './engine/write-queue.ts'
import { lockStoredBytes } from './files/stored-bytes.ts'
import { lockJudgements, type OpenJudgements } from './judging/judgements.ts'
import type { Decision } from './live/notifications.ts'
import { createQueueTally } from './queues/queue-tally.ts'
import { loadSeenEventIds } from './telemetry/accepted-events.ts'

type BatchContext = { tx: Transaction; nextKey: NextKey; getTally(): QueueTally; failpoint: Failpoints }
type Requests = { changes: readonly ChangeRequest<unknown>[]; creations: readonly CreateRequest<unknown>[] }
type Applied = { results: Map<unknown, unknown>; decisions: Decision[] }

/**
 * Runs the writes of one transaction: locks and loads the facts for changes and creations, decides and saves them, and
 * runs all other writes. Returns the results in the order of the batch.
 */
export async function applyBatch(
  batch: readonly Write[],
  { tx, nextKey, failpoint }: Omit<BatchContext, 'getTally'>,
): Promise<{ results: unknown[]; decisions: Decision[] }> {
  const { db, save } = tx
  // Few transactions have messages.
  let tally = null as QueueTally | null
  const getTally = () => {
    tally ??= createQueueTally()
    return tally
  }
  const changes = batch.flatMap((write) => (write.kind === 'change' ? [write.request] : []))
  const creations = batch.flatMap((write) => (write.kind === 'create' ? [write.request] : []))
  const isDecided = changes.length > 0 || creations.length > 0
  const applied: Applied = isDecided
    ? await applyRequests({ changes, creations }, { tx, nextKey, getTally, failpoint })
    : { results: new Map(), decisions: [] }
  const results: unknown[] = []
  for (const write of batch) {
    const isOther = write.kind === 'other'
    results.push(
      isOther ? await write.run({ db, save, nextKey, getTally }) : applied.results.get(write.request),
    )
  }
  await tally?.save(db)
  failpoint?.('before commit')
  return { results, decisions: applied.decisions }
}

async function applyRequests(requests: Requests, context: BatchContext): Promise<Applied> {
  const { changes, creations } = requests
  const { tx, nextKey, failpoint } = context
  // Before creations load their mailboxes: one that is inserted here must not be inserted again.
  const mailboxes = await lockNamedMailboxes(tx, changes)
  const [endpoints, loadedForCreations, idempotent, spent] = await Promise.all([
    lockChangedEndpoints(tx, changes),
    creations.length === 0 ? null : loadForCreations(tx.db, creations),
    loadForRetries(tx, [...changes, ...creations]),
    loadForChallenges(tx, [...changes, ...creations]),
  ])
  const created = loadedForCreations
    ? decideCreations(creations, { ...loadedForCreations, idempotent, spent, nextKey })
    : { results: new Map(), rows: {} }
  const loaded = { mailboxes, endpoints, idempotent, spent }
  const changed = await applyChanges(changes, { ...context, loaded, insert: created.rows, failpoint })
  const results = new Map<unknown, unknown>([...created.results, ...changed.results])
  const decisions = [...changed.decisions]
  // Requests that must see the effects of others in this transaction, such as a submission behind a claim.
  let { waiting } = changed
  while (waiting.length > 0) {
    const next = await applyChanges(waiting, {
      ...context,
      loaded: {
        mailboxes: await lockNamedMailboxes(tx, waiting),
        endpoints: await lockChangedEndpoints(tx, waiting),
        idempotent: await loadForRetries(tx, waiting),
        spent: await loadForChallenges(tx, waiting),
      },
      insert: {},
      failpoint: undefined,
    })
    for (const [request, result] of next.results) results.set(request, result)
    decisions.push(...next.decisions)
    waiting = next.waiting
  }
  return { results, decisions }
}

/** Decides changes of locked endpoints and saves them, together with the rows of creations in `insert`. */
async function applyChanges(
  changes: readonly ChangeRequest<unknown>[],
  context: BatchContext & {
    loaded: Omit<LoadedForChanges, 'counts' | 'seenEventIds' | 'judgements' | 'storedBytes' | 'emailKeys'>
    insert: Rows['insert']
  },
): Promise<DecidedChanges> {
  const { tx, nextKey, getTally, failpoint } = context
  const { endpoints, idempotent, spent } = context.loaded
  const counts = await lockAccountCounts(tx, endpoints)
  const hasEventIds = changes.some(({ eventIds }) => eventIds !== undefined && eventIds.length > 0)
  const seenEventIds = hasEventIds ? await loadSeenEventIds(tx.db, changes, endpoints) : null
  const loaded = {
    ...context.loaded,
    counts,
    seenEventIds,
    judgements: await lockEndedJudgements(tx, changes),
    storedBytes: await lockBytesOfOwners(tx, { changes, endpoints }),
    emailKeys: await lockKeysOfOwners(tx, { changes, endpoints }),
  }
  const changed = decideChanges(changes, { loaded, getTally, nextKey })
  failpoint?.('decided')
  const { insert, update = {} } = changed.rows
  const eventIds = changed.events ? { event_ids: await changed.events.idRows(tx.db) } : {}
  const retries = idempotent ? { idempotent_results: await idempotent.rows() } : {}
  const challenges = spent ? { spent_challenges: spent.takeRows() } : {}
  tx.save({
    insert: { ...context.insert, ...insert, ...eventIds, ...retries, ...challenges },
    update,
  })
  if (changed.states.length > 0) tx.save({ update: { endpoints: changed.states } })
  failpoint?.('saved')
  await counts?.save(tx.db)
  await loaded.storedBytes?.save(tx.db)
  for (const effect of changed.effects) await effect(tx)
  return changed
}

/** Locks the mailboxes that changes name; most changes name none. */
async function lockNamedMailboxes({ db }: Transaction, changes: readonly ChangeRequest<unknown>[]) {
  const isNamed = changes.some(({ mailboxKey }) => mailboxKey !== undefined)
  return isNamed ? lockMailboxes(db, changes) : new Map()
}

async function lockChangedEndpoints(
  { db }: Transaction,
  changes: readonly ChangeRequest<unknown>[],
): Promise<Map<string, StoredEndpoint>> {
  if (changes.length === 0) return new Map()
  return lockEndpoints(db, [...new Set(changes.map((request) => request.endpointId))])
}

/** Locks the bytes that the owners of forms with files store; most changes have no files. */
async function lockBytesOfOwners(
  { db }: Transaction,
  loaded: { changes: readonly ChangeRequest<unknown>[]; endpoints: ReadonlyMap<string, StoredEndpoint> },
) {
  if (!loaded.changes.some(({ hasFiles }) => hasFiles)) return null
  const owners = loaded.changes.flatMap(({ hasFiles, endpointId }) => {
    const accountKey = hasFiles ? loaded.endpoints.get(endpointId)?.accountKey : null
    return accountKey ? [accountKey] : []
  })
  return lockStoredBytes(db, new Set(owners))
}

/** Locks the owners whose OpenPGP keys changes depend on; null when none does. */
async function lockKeysOfOwners(
  { db }: Transaction,
  loaded: { changes: readonly ChangeRequest<unknown>[]; endpoints: ReadonlyMap<string, StoredEndpoint> },
) {
  if (!loaded.changes.some(({ needsEmailKey }) => needsEmailKey)) return null
  const owners = loaded.changes.flatMap(({ needsEmailKey, endpointId }) => {
    const accountKey = needsEmailKey ? loaded.endpoints.get(endpointId)?.accountKey : null
    return accountKey ? [accountKey] : []
  })
  return lockKeysInUse(db, new Set(owners))
}

/** Locks the judgements that changes end; null when they end none. */
async function lockEndedJudgements(
  { db }: Transaction,
  changes: readonly ChangeRequest<unknown>[],
): Promise<OpenJudgements | null> {
  const leases = changes.flatMap(({ judgement }) => judgement ?? [])
  return leases.length === 0 ? null : lockJudgements(db, leases)
}

/** Loads the results stored under the Idempotency-Keys of these requests; null when they have none. */
async function loadForRetries(
  { db }: Transaction,
  requests: readonly (ChangeRequest<unknown> | CreateRequest<unknown>)[],
): Promise<IdempotentResults | null> {
  const keys = requests.map(({ idempotencyKey }) => idempotencyKey).filter((key) => key !== null)
  return keys.length === 0 ? null : loadIdempotentResults(db, keys)
}

/** Loads which challenges of these requests have been spent; null when they have none. */
async function loadForChallenges(
  { db }: Transaction,
  requests: readonly (ChangeRequest<unknown> | CreateRequest<unknown>)[],
): Promise<SpentChallenges | null> {
  const challenges = requests.flatMap(({ challenge }) => challenge ?? [])
  return challenges.length === 0 ? null : loadSpentChallenges(db, challenges)
}

/** Locks the counts of the accounts that own these endpoints; null when no endpoint is counted by account. */
async function lockAccountCounts(
  { db }: Transaction,
  endpoints: ReadonlyMap<string, StoredEndpoint>,
): Promise<AccountCounts | null> {
  const counted = [...endpoints.values()].filter(
    ({ accountKey, endpoint }) => accountKey !== null && isCountedByAccount(endpoint),
  )
  return counted.length === 0 ? null : lockCounts(db, counted)
}
