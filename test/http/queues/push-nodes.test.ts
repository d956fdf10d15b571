import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'
import { openQueue, PRO, startPush } from '../../support/web/pushed-queue.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const SECRET = 'a secret that both of them know, long enough'
const MESSAGES = 120
const CONCURRENCY = 3

test('two nodes together post no more messages at one time than the concurrency, and none twice', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  await using receiver = await startReceiver()
  const env = { ...PRO, FORMSLOT_DATABASE_URL: await postgres.createDatabase(), FORMSLOT_SECRET: SECRET }
  const options = { env, egressPorts: [receiver.port] }
  await using one = await startService(options)
  const opened = await openQueue(one, await signIn(one))
  const { queue } = opened
  await startPush(opened, receiver.url, { concurrency: CONCURRENCY })
  receiver.received.length = 0

  let open = 0
  let most = 0
  receiver.answerWith(async ({ response }) => {
    open += 1
    most = Math.max(most, open)
    // Until both nodes have had many turns.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    response.end()
  })
  await using other = await startService({ ...options, work: 'at once', now: one.now() })
  await using third = await startService({ ...options, work: 'at once', now: one.now() })
  for (let from = 0; from < MESSAGES; from += 40) {
    const messages = Array.from({ length: 40 }, (_, n) => ({ body: from + n }))
    assert.equal((await queue.post('/messages/batch', { messages })).status, 201)
  }
  await until(() => receiver.received.length === MESSAGES)
  await until(async () => Object((await queue.get('/status')).json).backlog_count === 0)
  assert.equal(most, CONCURRENCY)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, MESSAGES)
  for (const node of [other, third]) {
    const posted = /formslot_deliveries_total\{channel="push",result="sent"\} (\d+)/.exec(
      await node.service.metrics.render(),
    )
    assert.ok(Number(posted?.[1]) > 0, 'both nodes have posted')
  }
})
