import assert from 'node:assert/strict'
import { QUEUE } from '../../../src/domain/endpoints/kinds/queue.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { getToken } from '../support/clients/client-ledger.ts'
import { all, ask, at } from '../support/clients/concurrent-requests.ts'
import { acknowledge, type LeasedMessage, pull } from '../support/clients/queue-consumers.ts'
import { publication } from '../support/clients/queue-visit.ts'
import { type Fixture, type Node, SECRET } from '../support/fixture.ts'

/** Requests that together exceed the cap. */
const BATCHES = 36
const MESSAGES_IN_BATCH = 3
const SINGLES = 20
const PULLS = 30
const PULLED_AT_ONCE = 5
const LEASE_MS = 60_000

/**
 * Races publishers at one queue, which accepts messages up to its cap and batches as a whole or not at all; then races
 * consumers: each message is delivered to one of them, and each acknowledgement counts once.
 */
export async function raceWithMessages(fixture: Fixture, nodes: readonly Node[], id: string): Promise<void> {
  const key = createKeys(SECRET).firstEndpointKeys('queue', id)[0].endpointKey
  const published = await all(BATCHES + SINGLES, (n) => {
    const token = getToken(fixture.number())
    const count = n < BATCHES ? MESSAGES_IN_BATCH : 1
    const request = publication({ queueId: id, key, token, count })
    return ask(fixture, at(nodes, n), { operation: 'publish', token }, request)
  })
  const ids = published.flatMap((line) => line.split(' '))
  assert.ok(ids.length <= QUEUE.unclaimedCap && ids.length > QUEUE.unclaimedCap - MESSAGES_IN_BATCH)

  const consumer = (n: number) => ({
    base: at(nodes, n).service.base,
    queue: { id, key },
    ledger: fixture.consumerLedger,
    number: fixture.number(),
  })
  const request = { batch_size: PULLED_AT_ONCE, visibility_timeout_ms: LEASE_MS, wait_seconds: 0 }
  const pullOnce = async (n: number) =>
    (await pull(consumer(n), { ...request, patienceMs: LEASE_MS })) ?? assert.fail('a pull is answered')
  const delivered: LeasedMessage[][] = await Promise.all(Array.from({ length: PULLS }, (_, n) => pullOnce(n)))
  for (let got = await pullOnce(0); got.length > 0; got = await pullOnce(0)) delivered.push(got)
  const deliveredIds = delivered.flat().map((message) => message.id)
  assert.deepEqual(deliveredIds.toSorted(), ids.toSorted(), 'each is handed to one')

  const acked = await Promise.all(
    delivered.flatMap((acks) => [0, 1].map((n) => acknowledge(consumer(n), { acks }))),
  )
  assert.equal(
    acked.reduce((sum, count) => sum + count, 0),
    ids.length,
    'each is acknowledged once',
  )
}
