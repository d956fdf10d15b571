import { lockCounts } from './account-counts.ts'
import { type Decided, decideChanges } from './changes.ts'
import { lockMailboxes } from './confirmations.ts'
import type { Transaction } from './connection.ts'
import { decideCreations, loadForCreations } from './creations.ts'
import { lockEndpoints } from './endpoints.ts'
import { openEventIntake } from './events.ts'
import type { Decision } from './live-news.ts'
import type { Passing } from './points.ts'
import { openQueueTally, type QueueTally } from './queue-tally.ts'
import { openRememberedAnswers } from './remembered-answers.ts'
import type { NextKey } from './row-keys.ts'
import type { ChangeRequest } from './store.ts'
import type { Work } from './work.ts'

/**
 * Carries out what one transaction is for: locks and loads what all of it needs, decides one request after the other, and
 * saves what came of it. The results stand in the order of the batch.
 */
export async function carryOut(
  batch: readonly Work[],
  { tx, nextKey, passing }: { tx: Transaction; nextKey: NextKey; passing: Passing },
): Promise<{ results: unknown[]; decisions: Decision[] }> {
  const { db } = tx
  const changes = batch.flatMap((work) => (work.kind === 'change' ? [work.request] : []))
  const creations = batch.flatMap((work) => (work.kind === 'create' ? [work.request] : []))
  // Before creations look for their mailboxes: one that is made here must not be made again.
  const mailboxes = await lockMailboxes(db, changes)
  const [endpoints, forCreations, remembered] = await Promise.all([
    lockEndpoints(db, idsOf(changes)),
    loadForCreations(db, creations),
    openRememberedAnswers(
      db,
      [...changes, ...creations].map((request) => request.once),
    ),
  ])
  const created = decideCreations(creations, { ...forCreations, remembered, nextKey })
  const counts = await lockCounts(db, endpoints.values())
  const events = await openEventIntake(db, changes, endpoints)
  const tally = openQueueTally()
  const found = { endpoints, mailboxes, counts, tally, remembered, events, nextKey }
  const changed = decideChanges(changes, found)
  const decides = changes.length + creations.length > 0
  if (decides) passing('decided')
  const answers = {
    ...changed.rows.insert,
    event_ids: await events.idRows(),
    remembered_answers: await remembered.rows(),
  }
  tx.save({ insert: { ...created.rows.insert, ...answers }, update: changed.rows.update ?? {} })
  if (decides) passing('saved')
  await counts.save(db)
  for (const effect of changed.effects) await effect(tx)
  const later = await changeAfterEffects(changed.waiting, { tx, nextKey, tally })
  const { decisions } = changed
  decisions.push(...later.decisions)

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
        results.push(await work.run(db, nextKey, tally))
        break
    }
  }
  await tally.save(db)
  passing('before commit')
  return { results, decisions }
}

/** Changes that must see what rare ones of the same transaction did, such as a submission behind a claim. */
async function changeAfterEffects(
  waiting: readonly ChangeRequest<unknown>[],
  { tx, nextKey, tally }: { tx: Transaction; nextKey: NextKey; tally: QueueTally },
): Promise<Pick<Decided, 'results' | 'decisions'>> {
  const results: Decided['results'] = new Map()
  const decisions: Decision[] = []
  let rest = waiting
  while (rest.length > 0) {
    const mailboxes = await lockMailboxes(tx.db, rest)
    const endpoints = await lockEndpoints(tx.db, idsOf(rest))
    const remembered = await openRememberedAnswers(
      tx.db,
      rest.map((request) => request.once),
    )
    const counts = await lockCounts(tx.db, endpoints.values())
    const events = await openEventIntake(tx.db, rest, endpoints)
    const found = { endpoints, mailboxes, counts, tally, remembered, events, nextKey }
    const changed = decideChanges(rest, found)
    const answers = { event_ids: await events.idRows(), remembered_answers: await remembered.rows() }
    tx.save({ insert: { ...changed.rows.insert, ...answers }, update: changed.rows.update ?? {} })
    await counts.save(tx.db)
    for (const effect of changed.effects) await effect(tx)
    for (const [request, result] of changed.results) results.set(request, result)
    decisions.push(...changed.decisions)
    rest = changed.waiting
  }
  return { results, decisions }
}

function idsOf(changes: readonly ChangeRequest<unknown>[]): string[] {
  return [...new Set(changes.map((request) => request.endpointId))]
}
