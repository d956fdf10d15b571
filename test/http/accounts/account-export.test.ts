import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimFor, createCalls, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

/** Parsed JSON, whose shape the test asserts. */
type Exported = {
  exported_at: string
  account: Record<string, unknown>
  sessions: Record<string, unknown>[]
  keys: Record<string, unknown>[]
  endpoints: Record<string, unknown>[]
  telemetry: (Record<string, unknown> & { keys: unknown })[]
  queues: (Record<string, unknown> & { keys: unknown })[]
  submissions: (Record<string, unknown> & {
    id: string
    deliveries: Record<string, unknown>[]
    queue: { message_id: string } | null
  })[]
}

test('the account export contains everything the other operations show, and nothing of another owner', async () => {
  await using service = await startService()
  const bo = await signIn(service, BO)
  const ada = await signIn(service)
  const second = await claimFor(service)
  const telemetry = (await ada.post('/telemetry', {})).json
  await ada.post(`/telemetry/${telemetry.id}/watches`, { when: { kind: 'silence', for: '1h' } })
  const queue = (await ada.post('/queues', {})).json
  await ada.patch(`/endpoints/${second.form_id}`, { queue_id: queue.id })
  for (const message of ['one', 'two', '"three"\n']) await service.submit(second, { message })
  await service.submit(second, { message: 'spam', _gotcha: 'bot' })
  await service.deliver()
  const { key } = (await ada.post('/keys', { name: 'backup', scopes: ['read'] })).json
  await ada.patch(`/endpoints/${second.form_id}`, { name: 'Contact' })

  const answer = await ada.get('/account/export')
  assert.equal(answer.status, 200)
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="formslot-account-2026-11-10.json"',
  )
  const exported = JSON.parse(answer.text) as Exported
  assert.deepEqual(exported.account, (await ada.get('/account')).json)
  assert.deepEqual(exported.sessions, Object((await ada.get('/sessions')).json).data)
  assert.deepEqual(exported.keys, Object((await ada.get('/keys')).json).data)
  assert.deepEqual(exported.endpoints, Object((await ada.get('/endpoints')).json).data)
  assert.equal(exported.endpoints[0]?.name, 'Contact')
  assert.equal(exported.submissions.length, 6)
  const getKeys = async (path: string) => Object((await ada.get(`${path}/keys`)).json).data
  assert.deepEqual(exported.telemetry[0]?.keys, await getKeys(`/telemetry/${telemetry.id}`))
  const watches = Object((await ada.get(`/telemetry/${telemetry.id}/watches`)).json).data
  assert.equal(watches.length, 1)
  assert.deepEqual(exported.telemetry[0]?.watches, watches)
  assert.deepEqual(exported.queues[0]?.keys, await getKeys(`/queues/${queue.id}`))
  assert.equal(exported.submissions.filter((submission) => submission.queue?.message_id).length, 3)
  for (const { deliveries, queue: routed, ...submission } of exported.submissions) {
    const { neighbors: _neighbors, ...shown } = (await ada.get(`/submissions/${submission.id}`)).json
    assert.deepEqual(submission, shown)
    const shownDeliveries = (await ada.get(`/submissions/${submission.id}/deliveries`)).json
    assert.deepEqual({ data: deliveries, queue: routed }, shownDeliveries)
  }
  const emails = exported.submissions.flatMap(({ deliveries }) => deliveries)
  assert.deepEqual(
    emails.map((email) => email.state),
    Array.from({ length: 5 }, () => 'sent'),
  )
  assert.ok(!answer.text.includes(String(key)))
  assert.ok(!answer.text.includes(bo.endpoint.form_id))
})

test('exports an empty account completely', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.delete(`/endpoints/${ada.endpoint.form_id}/submissions`)
  const exported = JSON.parse((await ada.get('/account/export')).text) as Exported
  assert.deepEqual([exported.endpoints.length, exported.submissions, exported.keys], [1, [], []])
})

test('exports every one of many endpoints and submissions exactly once', async () => {
  await using service = await startService({
    env: {
      FORMSLOT_SUBMIT_RATE: '0',
      FORMSLOT_DEFAULT_PLAN: 'pro',
      FORMSLOT_CREATE_PER_HOUR: '0',
      FORMSLOT_CREATE_SPACING_MS: '0',
    },
  })
  const ada = await signIn(service)
  for (let made = 0; made < 59; made += 1) await ada.post('/endpoints', {})
  await Promise.all(
    Array.from({ length: 450 }, (_, index) => service.submit(ada.endpoint, { message: `number ${index}` })),
  )
  const exported = JSON.parse((await ada.get('/account/export')).text) as Exported
  assert.equal(new Set(exported.endpoints.map((endpoint) => endpoint.id)).size, 60)
  assert.equal(exported.endpoints.length, 60)
  assert.equal(new Set(exported.submissions.map((submission) => submission.id)).size, 451)
})

test('an API key cannot export the account', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { key } = (await ada.post('/keys', { name: 'k', scopes: ['read', 'write'] })).json
  const answer = await createCalls(service, { authorization: `Bearer ${key}` }).get('/account/export')
  assert.deepEqual([answer.status, answer.json.code], [403, 'session_needed'])
})

test('the account export contains destinations and their deliveries, and neither addresses nor secrets', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [receiver.port],
  })
  const ada = await signIn(service)
  const telemetry = (await ada.post('/telemetry', {})).json
  const url = `${receiver.url}/a-secret-path`
  const places = [`/endpoints/${ada.endpoint.form_id}`, `/endpoints/${telemetry.id}`]
  for (const place of places) {
    const added = await ada.post(`${place}/destinations`, { kind: 'webhook', url })
    assert.equal((await ada.post(`${place}/destinations/${added.json.id}/test`)).json.reached, true)
    await ada.post(`${place}/destinations/${added.json.id}/rotate`)
  }
  receiver.answerWith(({ response, path }) => {
    response.writeHead(500).end(`no ${path}`)
  })
  await service.submit(ada.endpoint, { message: 'told' })
  await service.deliver()
  const { text } = await ada.get('/account/export')
  const exported = JSON.parse(text)
  const to = `http://127.0.0.1:${receiver.port}/…`
  assert.equal(exported.endpoints[0].settings.destinations[0].to, to)
  assert.equal(exported.telemetry[0].destinations[0].to, to)
  const deliveries = exported.submissions.flatMap((one: Exported['submissions'][number]) => one.deliveries)
  assert.deepEqual(
    deliveries.filter((one: { to: string }) => one.to === to).map((one: { state: string }) => one.state),
    ['delayed'],
  )
  assert.doesNotMatch(text, /a-secret-path|whsec_/)
})
