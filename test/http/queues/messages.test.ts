import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_DEPTH } from '../../../src/domain/queues/queue.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

test('creating a queue returns its limits before the claim and its message retention', async () => {
  await using service = await startService()
  const made = await service.post('/q/new', { form: { recipient: ADA } })
  assert.deepEqual(made.json.limits, { lifetime_messages: 100, idle_days: 30, retention_days: 4 })
})

test('returns a published message byte for byte', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const bodies: [string, string][] = [
    [
      'application/json',
      '{"n":12345678901234567890,"__proto__":{"a":1},"u":"\\ud800\\u0000","2":1,"1":2.50}',
    ],
    ['application/json; charset=utf-8', '  [1,null,"👋"] '],
    ['application/cloudevents+json', '"text"'],
    ['text/plain', 'one\ntwo "three" \u0000 👋'],
    ['text/plain;charset=UTF-8', '{"not":"json'],
    ['application/x-www-form-urlencoded', 'name=Jane&topic=a&topic=b&__proto__=x'],
  ]
  for (const [type, body] of bodies) {
    const sent = await service.post(`/q/${queue.id}`, {
      body,
      headers: { ...queue.headers, 'content-type': type },
    })
    assert.equal(sent.status, 201, sent.text)
    assert.match(String(sent.json.message_id), /^msg_[0-9a-z]{26}$/)
  }
  const { text } = await queue.pull({ batch_size: 10 })
  const raw = [...text.matchAll(/"metadata":\{\},"body":(.*?)\}(?=,\{"id"|\],"message_backlog)/gs)].map(
    ([, one]) => one,
  )
  assert.deepEqual(raw, [
    bodies[0]?.[1],
    '[1,null,"👋"]',
    '"text"',
    '"one\\ntwo \\"three\\" \\u0000 👋"',
    '"{\\"not\\":\\"json"',
    '{"name":"Jane","topic":["a","b"],"__proto__":"x"}',
  ])
})

test('a message in a JSON call keeps its numbers, has a type, and can be delayed', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const sent = await service.post(`/q/${queue.id}/messages`, {
    body: '{"body":{"n":12345678901234567890},"content_type":"json"}',
    headers: { ...queue.headers, 'content-type': 'application/json' },
  })
  assert.equal(sent.status, 201, sent.text)
  await queue.post('/messages', { body: 'later', content_type: 'text', delay_seconds: 60 })
  const first = await queue.pull()
  assert.match(first.text, /"body":\{"n":12345678901234567890\}/)
  assert.equal(first.json.message_backlog_count, 2)
  service.pass({ seconds: 60 })
  // The lease of the first has expired too.
  assert.deepEqual(
    (await queue.pulled()).map((one) => [one.content_type, one.attempts]),
    [
      ['json', 2],
      ['text', 1],
    ],
  )
})

test('publishes a batch completely and in order, or not at all', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const many = Array.from({ length: 99 }, (_, n) => ({ body: n }))
  const sent = await queue.post('/messages/batch', { messages: many })
  assert.equal(sent.status, 201)
  assert.equal(new Set(Object(sent.json.message_ids)).size, 99)
  const refused = await queue.post('/messages/batch', { messages: [{ body: 1 }, { body: 2 }] })
  assert.deepEqual([refused.status, refused.json.code], [429, 'queue_frozen'])
  assert.equal((await queue.get('/status')).json.backlog_count, 99)
  const pulled = await queue.pulled({ batch_size: 100 })
  assert.deepEqual(
    pulled.map((one) => one.body),
    many.map(({ body }) => body),
  )
  assert.equal((await queue.publish('the hundredth')).status, 201)
  const last = await queue.publish('one too many')
  assert.deepEqual(
    [last.status, last.json.error, last.headers.has('retry-after')],
    [429, 'message cap reached', false],
  )
  const cut = await queue.post('/messages/batch', {
    messages: [{ body: 1 }, { body: 2, content_type: 'text' }],
  })
  assert.equal(cut.status, 429)
})

test('rejects invalid messages by name, with limits exact to the byte', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const whole = (body: BodyInit, type: string | null) =>
    service.post(`/q/${queue.id}`, {
      body,
      headers: { ...queue.headers, ...(type === null ? {} : { 'content-type': type }) },
    })
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal((await whole('a'.repeat(MAX_MESSAGE_BYTES), 'text/plain')).status, 201)
  const large = await whole('a'.repeat(MAX_MESSAGE_BYTES + 1), 'text/plain')
  assert.deepEqual([large.status, large.json.code], [413, 'message_too_large'])
  assert.equal((await whole('a'.repeat(2 ** 20 + 1), 'text/plain')).status, 413)
  assert.equal((await whole(deep(MAX_MESSAGE_DEPTH), 'application/json')).status, 201)
  for (const [body, type, status, code] of [
    [deep(MAX_MESSAGE_DEPTH + 1), 'application/json', 400, 'message_invalid'],
    [deep(60_000), 'application/json', 400, 'message_invalid'],
    ['{"a":', 'application/json', 400, 'body_unparsable'],
    ['', 'application/json', 400, 'body_unparsable'],
    [Buffer.from([0xff]), 'text/plain', 400, 'body_unparsable'],
    ['x', 'text/plain; charset=utf-7', 415, 'unsupported_media_type'],
    ['x', 'image/png', 415, 'unsupported_media_type'],
    ['', 'application/x-www-form-urlencoded', 400, 'message_invalid'],
    ['{"order":"a=b&c"}', 'application/x-www-form-urlencoded', 400, 'body_unparsable'],
    [' [1]', 'application/x-www-form-urlencoded', 400, 'body_unparsable'],
    ['{order}=1', 'application/x-www-form-urlencoded', 201, undefined],
    ['1', 'application/x-www-form-urlencoded', 201, undefined],
  ] as const) {
    const answer = await whole(body, type)
    assert.deepEqual([answer.status, answer.json.code], [status, code], `${type}: ${answer.text}`)
  }
  const typed = await queue.post('/messages/ack', { acks: ['lease'] })
  assert.match(String(typed.json.message), /must be an object/, 'it is not missing')
  for (const [path, json, field] of [
    ['/messages', {}, 'body'],
    ['/messages', { body: 1, content_type: 'text' }, 'body'],
    ['/messages', { body: 1, content_type: 'v8' }, 'content_type'],
    ['/messages', { body: 1, delay_seconds: 43_201 }, 'delay_seconds'],
    ['/messages', { body: 1, delay: 1 }, 'delay'],
    ['/messages/batch', { messages: [] }, 'messages'],
    ['/messages/ack', { acks: ['lease'] }, 'acks.0'],
    ['/messages/batch', { messages: Array.from({ length: 101 }, () => ({ body: 1 })) }, 'messages'],
    ['/messages/batch', { messages: [{ body: 1 }, {}] }, 'messages.1.body'],
    ['/messages/pull', { batch_size: 0 }, 'batch_size'],
    ['/messages/pull', { batch_size: 101 }, 'batch_size'],
    ['/messages/pull', { visibility_timeout_ms: 43_200_001 }, 'visibility_timeout_ms'],
    ['/messages/pull', { wait_seconds: 21 }, 'wait_seconds'],
    ['/messages/ack', { acks: ['lease'] }, 'acks.0'],
  ] as const) {
    const answer = await queue.post(path, json)
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.field],
      [400, 'message_invalid', field],
      answer.text,
    )
  }
  assert.equal((await queue.get('/status')).json.backlog_count, 4)
})

test('a dry run publishes nothing, and a repeated Idempotency-Key publishes once', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const dry = await queue.post('?dry_run=1', { hello: 'world' })
  assert.equal(dry.status, 200)
  assert.deepEqual(dry.json, {
    dry_run: true,
    would_succeed: true,
    would_enqueue: true,
    bytes: 17,
    claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
  })
  assert.equal((await queue.post('/messages?dry_run=1', {})).json.dry_run, true)
  assert.equal((await queue.get('/status')).json.backlog_count, 0)
  const idempotencyKey = { 'idempotency-key': 'order-2026-0001' }
  const first = await queue.publish({ order: 1 }, idempotencyKey)
  const again = await queue.publish({ order: 1 }, idempotencyKey)
  assert.deepEqual(
    [again.status, again.json, again.headers.get('idempotent-replayed')],
    [201, first.json, 'true'],
  )
  assert.equal((await queue.publish({ order: 2 }, idempotencyKey)).status, 422)
  assert.equal((await queue.pulled()).length, 1)
  await queue.post('/messages/batch', { messages: Array.from({ length: 99 }, () => ({ body: 0 })) })
  assert.equal((await queue.publish({ order: 3 })).status, 429)
  assert.deepEqual((await queue.publish({ order: 1 }, idempotencyKey)).json, first.json)
  assert.equal((await queue.post('?dry_run=1', 1)).json.dry_run, true)
  assert.equal((await queue.post('?dry_run=1', 1)).status, 429)
  for (const path of ['/messages/pull', '/messages/ack', '/messages/peek', '/dead/msg_x/replay']) {
    const dryRun = await queue.post(`${path}?dry_run=1`)
    assert.deepEqual(dryRun.json, { dry_run: true, would_succeed: true }, path)
  }
})

test('only a key of the queue opens it, and strangers learn nothing about it', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const other = await createQueue(service, BO)
  const bare = await service.post(`/q/${queue.id}`, { json: 1 })
  assert.deepEqual([bare.status, bare.json.code], [401, 'key_missing'])
  assert.match(bare.headers.get('www-authenticate') ?? '', /^Bearer/)
  const wrong = await queue.as('qk_0000').publish(1)
  assert.deepEqual([wrong.status, wrong.json.code], [401, 'key_invalid'])
  const unknown = { ...other, id: 'q_0000000000000000' }
  for (const path of [
    '',
    '/messages',
    '/messages/pull',
    '/messages/ack',
    '/messages/peek',
    '/dead/msg_x/replay',
  ]) {
    const foreign = await queue.as(other.key).post(path, {})
    const unknownQueue = await service.post(`/q/${unknown.id}${path}`, { json: {}, headers: other.headers })
    const getBody = ({ json }: typeof foreign) => ({ ...json, request_id: '' })
    assert.deepEqual([foreign.status, getBody(foreign)], [unknownQueue.status, getBody(unknownQueue)], path)
    assert.equal(foreign.status, 404)
  }
  assert.equal((await queue.as(other.key).get('/status')).status, 404)
  assert.equal((await queue.get('/dead?cursor=x')).status, 400)
  const open = await service.get(`/q/${queue.id}/status`)
  assert.deepEqual([open.status, open.json.queue_id, 'backlog_count' in open.json], [200, queue.id, false])
  assert.equal((await service.get('/q/q_0000000000000000/status')).json.exists, false)
})

test('an expired queue accepts nothing, and the next purge deletes messages older than four days', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('held')
  service.pass({ days: 4, seconds: 1 })
  assert.deepEqual(await queue.pulled(), [])
  assert.equal((await queue.get('/status')).json.backlog_count, 1)
  await service.service.purge()
  assert.deepEqual(await queue.pulled(), [])
  service.pass({ days: 26 })
  const late = await queue.publish('too late')
  assert.deepEqual([late.status, late.json.error], [410, 'endpoint expired'])
  assert.equal((await queue.post('?dry_run=1', 1)).json.dry_run, true)
  assert.deepEqual(await queue.pulled(), [])
})

test('declining a queue ends it and deletes its messages a day later', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  await queue.publish('unwanted')
  await service.post(await service.linkIn('disown'), { headers: { 'sec-fetch-site': 'same-origin' } })
  assert.equal((await queue.publish('more')).status, 410)
  service.pass({ days: 1 })
  await service.service.purge()
  const status = (await queue.get('/status')).json
  assert.deepEqual([status.state, status.backlog_count], ['retired', 0])
  assert.deepEqual(await queue.pulled(), [])
})

test('a batch keeps every digit of its numbers, and requests have size limits', async () => {
  await using service = await startService()
  const queue = await createQueue(service)
  const batch = (odd: string) => {
    const body = `{"body":[${'1,'.repeat(30_000)}${odd}]}`
    return service.post(`/q/${queue.id}/messages/batch`, {
      body: `{"messages":[${body},${body}]}`,
      headers: { ...queue.headers, 'content-type': 'application/json' },
    })
  }
  const exact = '1e400, -0, 9007199254740993'
  assert.equal((await batch(exact)).status, 201)
  const pulled = await queue.post('/messages/pull', { batch_size: 2 })
  assert.equal(pulled.text.split(`1,${exact}]`).length, 3)
  for (const call of ['pull', 'ack', 'peek']) {
    assert.equal((await queue.post(`/messages/${call}`, { x: 'x'.repeat(65_536) })).status, 413, call)
  }
  const leaseIds = Array.from({ length: 100 }, (_, n) => ({ lease_id: String(n).padStart(200) }))
  assert.equal((await queue.post('/messages/ack', { acks: leaseIds, retries: leaseIds })).status, 200)
})
