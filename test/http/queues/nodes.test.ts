import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue, listQueueCalls } from '../../support/fixtures/queue.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const SECRET = 'a secret that both of them know, long enough'
const WAIT = { wait_seconds: 20 }

test('a long poll on one node wakes for changes on the other, and no message goes to both', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  const env = { FORMSLOT_DATABASE_URL: await postgres.createDatabase(), FORMSLOT_SECRET: SECRET }
  await using one = await startService({ env })
  await using other = await startService({ env, now: one.now() })
  const here = await createQueue(one)
  const there = listQueueCalls(other, here.id, here.key)

  // They wait at the other node, which is notified of each message.
  const got: unknown[] = []
  const bodies = ['first', 'second', 'third', 'fourth']
  const line = bodies.map(async () => {
    const [message] = await there.pulled({ ...WAIT, batch_size: 1 })
    got.push(message?.body)
    await there.post('/messages/ack', { acks: [{ lease_id: message?.lease_id }] })
  })
  await waits(other, bodies.length)
  for (const [index, body] of bodies.entries()) {
    await here.publish(body)
    await until(() => got.length > index)
  }
  await Promise.all(line)
  assert.deepEqual(got, bodies)

  await here.publish('given back')
  const [back] = await here.pulled()
  const waiting = there.pulled(WAIT)
  await waits(other, 1)
  await here.post('/messages/ack', { retries: [{ lease_id: back?.lease_id }] })
  assert.equal((await waiting)[0]?.attempts, 2)

  const pulls = [here, there].flatMap((queue) =>
    Array.from({ length: 10 }, () => queue.pulled({ ...WAIT, batch_size: 1 })),
  )
  await waits(one, 10)
  await waits(other, 10)
  await here.post('/messages/batch', { messages: Array.from({ length: 20 }, (_, body) => ({ body })) })
  const numbers = (await Promise.all(pulls)).flat().map((message) => Number(message.body))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, n) => n),
  )
})

async function waits(node: TestService, count: number): Promise<void> {
  await until(async () => (await node.service.metrics.render()).includes(`formslot_waiting_pulls ${count}\n`))
}
