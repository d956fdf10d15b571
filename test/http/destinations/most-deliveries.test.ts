import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { setCount, startQuotaService } from '../../support/fixtures/quota.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const DESTINATIONS = 10
const EVENTS = ['submission.created', 'submission.spam', 'endpoint.quota_warning']

/** Opens a service whose owner has ten webhooks that want everything. */
async function openFull() {
  await using opening = new AsyncDisposableStack()
  const receiver = opening.use(await startReceiver())
  const env = { FORMSLOT_DEFAULT_PLAN: 'pro' }
  const service = opening.use(await startQuotaService({ env, egressPorts: [receiver.port] }))
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const ids: string[] = []
  for (let added = 0; added < DESTINATIONS; added += 1) {
    const { id } = (await ada.post(place, { kind: 'webhook', url: receiver.url, events: EVENTS })).json
    assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
    ids.push(String(id))
  }
  await service.deliver()
  receiver.received.length = 0
  const open = opening.move()
  return { receiver, service, ada, ids, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

test('ten webhooks get a submission, its spam, and the warnings of two quotas that are reached at once', async () => {
  await using opened = await openFull()
  const { service, ada, receiver } = opened
  const { pro } = PLANS
  const queue = (await ada.post('/queues', {})).json
  const form = ada.endpoint.form_id
  assert.equal((await ada.patch(`/endpoints/${form}`, { queue_id: queue.id })).status, 200)
  // Both begin to count.
  await service.submit(ada.endpoint, { message: 'the second' })
  await service.deliver()
  receiver.received.length = 0
  await setCount(service, ada.endpoint, Number(pro?.submissionsPerMonth) * 0.8 - 1)
  await service.sql(
    `update account_counts set count = ${Number(pro?.queueMessagesPerMonth) * 0.8 - 1} where kind = 'queue'`,
  )
  const emails = (await service.emails()).length
  const spam = { message: 'buy', _gotcha: 'bot' }
  const answers = [
    // Alone in its transaction: with the message of the queue, two emails and an event it needs the most keys.
    await service.submit(
      ada.endpoint,
      { message: 'the last before the warning' },
      { 'idempotency-key': 'once-and-for-all' },
    ),
    ...(await Promise.all([service.submit(ada.endpoint, spam), service.submit(ada.endpoint, spam)])),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  await service.deliver()
  const types = Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).type)
  assert.deepEqual(
    EVENTS.map((type) => types.get(type)?.length),
    [DESTINATIONS, 2 * DESTINATIONS, DESTINATIONS],
  )
  const subjects = (await service.emails()).slice(emails).map(({ subject = '' }) => subject)
  assert.equal(subjects.filter((subject) => subject.includes('80')).length, 2, subjects.join('\n'))
})

test('a submission to ten webhooks is sent again until it has twenty deliveries', async () => {
  await using opened = await openFull()
  const { service, ada, receiver, ids } = opened
  const { submission_id: id } = (await service.submit(ada.endpoint, { message: 'again' })).json
  await service.deliver()
  const resend = (index: number) =>
    ada.post(`/submissions/${id}/resend`, { destination_id: ids[index % DESTINATIONS] })
  for (let again = 0; again < 9; again += 1) {
    assert.equal((await resend(again)).status, 202)
    await service.deliver()
  }
  assert.equal(receiver.received.length, DESTINATIONS + 9)
  assert.equal((await resend(0)).json.code, 'limit_reached')
  const { data } = (await ada.get(`/submissions/${id}/deliveries`)).json as { data: { state: string }[] }
  assert.deepEqual(new Set(data.map(({ state }) => state)), new Set(['sent']))
  assert.equal(data.length, 20)
})
