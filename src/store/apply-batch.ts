import { lockCounts } from './accounts/account-counts.ts'
import { type Decided, decideChanges } from './changes/decide-changes.ts'
import type { ChangeRequest } from './contract/changes.ts'
import type { Failpoints } from './contract/failpoints.ts'
import { lockMailboxes } from './destinations/confirmations.ts'
import { decideCreations, loadForCreations } from './endpoints/creations.ts'
import { lockEndpoints } from './endpoints/endpoints.ts'
import type { Rows, Transaction } from './engine/connection.ts'
import { openIdempotentResults } from './engine/idempotent-results.ts'
import type { QueueTally } from './engine/queue-tally.ts'
import type { NextKey } from './engine/sequence.ts'
import type { Write } from './engine/write-queue.ts'
import type { Decision } from './live/notifications.ts'
import { openQueueTally } from './queues/queue-tally.ts'
import { openEventIntake } from './telemetry/events.ts'

/**
 * Carries out what one transaction is for: locks and loads what all of it needs, decides one request after the other, and
 * saves what came of it. The results stand in the order of the batch.
 */
export async function applyBatch(
  batch: readonly Write[],
  { tx, nextKey, failpoint }: { tx: Transaction; nextKey: NextKey; failpoint: Failpoints },
): Promise<{ results: unknown[]; decisions: Decision[] }> {
  const { db } = tx
  const changes = batch.flatMap((work) => (work.kind === 'change' ? [work.request] : []))
  const creations = batch.flatMap((work) => (work.kind === 'create' ? [work.request] : []))
  // Before creations look for their mailboxes: one that is made here must not be made again.
  const mailboxes = await lockMailboxes(db, changes)
  const [endpoints, forCreations, remembered] = await Promise.all([
    lockEndpoints(db, idsOf(changes)),
    loadForCreations(db, creations),
    openIdempotentResults(db, listIdempotencyKeys([...changes, ...creations])),
  ])
  const created = decideCreations(creations, { ...forCreations, remembered, nextKey })
  const tally = openQueueTally()
  const at = { tx, nextKey, tally }
  const decides = changes.length + creations.length > 0
  const changed = await change(changes, {
    ...at,
    found: { mailboxes, endpoints, remembered },
    besides: created.rows.insert,
    failpoint: decides ? failpoint : () => {},
  })
  const later = await changeAfterEffects(changed.waiting, at)

  const createdResults = created.results.values()
  const results: unknown[] = []
  for (const work of batch) {
    switch (work.kind) {
      case 'change':
        results.push(changed.results.get(work.request) ?? later.results.get(work.request))
        break
      case 'create':
        results.push(createdResults.next().value)
        break
      case 'other':
        results.push(await work.run({ db, nextKey, tally }))
        break
    }
  }
  await tally.save(db)
  failpoint('before commit')
  return { results, decisions: [...changed.decisions, ...later.decisions] }
}

/** What changes are made with. */
type At = { tx: Transaction; nextKey: NextKey; tally: QueueTally }

/** Decides changes of endpoints that are locked, saves what came of it with the rows that are to go with it, and does what is rare. */
async function change(
  changes: readonly ChangeRequest<unknown>[],
  options: At & {
    found: Pick<Parameters<typeof decideChanges>[1], 'mailboxes' | 'endpoints' | 'remembered'>
    besides: Rows['insert']
    failpoint: Failpoints
  },
): Promise<Decided> {
  const { tx, nextKey, tally, found, besides, failpoint } = options
  const counts = await lockCounts(tx.db, found.endpoints.values())
  const events = await openEventIntake(tx.db, changes, found.endpoints)
  const changed = decideChanges(changes, { ...found, counts, tally, events, nextKey })
  failpoint('decided')
  const answers = { event_ids: await events.idRows(), idempotent_results: await found.remembered.rows() }
  const insert = { ...besides, ...changed.rows.insert, ...answers }
  tx.save({ insert, update: changed.rows.update ?? {} })
  failpoint('saved')
  await counts.save(tx.db)
  for (const effect of changed.effects) await effect(tx)
  return changed
}

/** Changes that must see what rare ones of the same transaction did, such as a submission behind a claim. */
async function changeAfterEffects(
  waiting: readonly ChangeRequest<unknown>[],
  at: At,
): Promise<Pick<Decided, 'results' | 'decisions'>> {
  const { db } = at.tx
  const results: Decided['results'] = new Map()
  const decisions: Decision[] = []
  let rest = waiting
  while (rest.length > 0) {
    const mailboxes = await lockMailboxes(db, rest)
    const endpoints = await lockEndpoints(db, idsOf(rest))
    const remembered = await openIdempotentResults(db, listIdempotencyKeys(rest))
    const found = { mailboxes, endpoints, remembered }
    const changed = await change(rest, { ...at, found, besides: {}, failpoint: () => {} })
    for (const [request, result] of changed.results) results.set(request, result)
    decisions.push(...changed.decisions)
    rest = changed.waiting
  }
  return { results, decisions }
}

function listIdempotencyKeys(requests: readonly Pick<ChangeRequest<unknown>, 'idempotencyKey'>[]) {
  return requests.map((request) => request.idempotencyKey)
}

function idsOf(changes: readonly ChangeRequest<unknown>[]): string[] {
  return [...new Set(changes.map((request) => request.endpointId))]
}
