import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO } from '../../support/service/service.ts'
import { type Opened, openQueue, startPush, withQueue } from '../../support/web/pushed-queue.ts'
import type { Received } from '../../support/web/receiver.ts'

/** Verifies with the libraries of receivers, now by the clock of the service. */
function verify(secret: string, { headers, body }: Received): void {
  const now = Number(headers['webhook-timestamp']) * 1000
  const { now: real } = Date
  Date.now = () => now
  try {
    for (const webhook of [new StandardWebhook(secret), new SvixWebhook(secret)])
      webhook.verify(body, headers as Record<string, string>)
  } finally {
    Date.now = real
  }
}

function listBodies(received: readonly Received[]): unknown[] {
  return received.map(({ body }) => JSON.parse(body))
}

async function readQueue({ ada, queue }: Opened) {
  const { json } = await ada.get(`/queues/${queue.id}`)
  return json as {
    backlog_count: number
    in_flight_count: number
    dead_count: number
    push: { state: string; failed_at: string | null; failure: string | null } | null
  }
}

test('posts each message once a test has reached the webhook: signed, with the id of the message', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue, place } = opened
    const added = await ada.post(place, { kind: 'webhook', url: receiver.url })
    assert.equal(added.status, 201, added.text)
    const { id, secret, state, concurrency, timeout_s, events } = added.json
    assert.deepEqual([state, concurrency, timeout_s, events], ['untested', 1, 15, []])
    const published = await queue.publish({ order: 4711 })
    await service.deliver()
    assert.equal(receiver.received.length, 0)
    assert.equal((await readQueue(opened)).push?.state, 'untested')

    assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
    assert.equal(await service.deliver('push'), 1)
    const [, message] = receiver.received
    assert.ok(message)
    verify(String(secret), message)
    assert.equal(message.headers['webhook-id'], published.json.message_id)
    assert.equal(message.headers['formslot-attempt'], '1')
    assert.equal(message.headers['formslot-queue'], queue.id)
    assert.match(String(message.headers['user-agent']), /^Formslot\/\d/)
    assert.equal(message.body, '{"order":4711}')
    const after = await readQueue(opened)
    assert.deepEqual([after.backlog_count, after.push?.state], [0, 'active'])
    assert.equal(await service.deliver('push'), 0)
    assert.match(
      await service.service.metrics.render(),
      /formslot_deliveries_total\{channel="push",result="sent"\} 1/,
    )
  }))

test('posts a body as it was published, byte for byte, with its content type', () =>
  withQueue(async (opened) => {
    const { service, receiver, queue } = opened
    await startPush(opened, receiver.url)
    const send = (body: BodyInit, type: string) =>
      service.post(`/q/${queue.id}`, { body, headers: { ...queue.headers, 'content-type': type } })
    const text = 'Zażółć 👋\r\n\tline two\0 "quoted" \\ \u2028 end '
    const json = '{ "big": 12345678901234567890.1230, "esc": "\\u0041\\u0000",\n "twice": 1, "twice": 2 }'
    assert.equal((await send(text, 'text/plain')).status, 201)
    assert.equal((await send(json, 'application/json')).status, 201)
    assert.equal((await send('a=1&b=%F0%9F%91%8B', 'application/x-www-form-urlencoded')).status, 201)
    assert.equal((await send('"a lone string"', 'application/vnd.acme+json')).status, 201)
    assert.equal((await send(Buffer.from([0, 159, 255]), 'application/octet-stream')).status, 415)
    await service.deliver()
    const posted = receiver.received.slice(1).map(({ bytes, headers }) => [headers['content-type'], bytes])
    assert.deepEqual(posted, [
      ['text/plain; charset=utf-8', Buffer.from(text)],
      ['application/json', Buffer.from(json)],
      ['application/json', Buffer.from('{"a":"1","b":"👋"}')],
      ['application/json', Buffer.from('"a lone string"')],
    ])
  }))

test('a message that is not accepted is posted again when a lease would end, then is a dead letter; the others wait', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue } = opened
    const { secret } = await startPush(opened, receiver.url)
    receiver.answerWith(({ response }) => void response.writeHead(500).end('out of order'))
    for (const n of [1, 2]) await queue.publish({ n })
    await service.deliver()
    const waiting = await readQueue(opened)
    assert.deepEqual([waiting.backlog_count, waiting.in_flight_count], [2, 0])
    assert.deepEqual(
      [waiting.push?.failed_at, waiting.push?.failure],
      [service.now().toISOString(), '500 out of order'],
    )
    for (const attempt of [2, 3, 4]) {
      service.pass({ seconds: 29 })
      assert.equal(await service.deliver('push'), 0, `before attempt ${attempt}`)
      service.pass({ seconds: 1 })
      await service.deliver('push')
    }
    const attempts = receiver.received.slice(1).filter(({ body }) => body === '{"n":1}')
    assert.deepEqual(
      attempts.map(({ headers }) => headers['formslot-attempt']),
      ['1', '2', '3', '4'],
    )
    assert.equal(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size, 1)
    for (const attempt of attempts) verify(secret, attempt)
    assert.equal((await readQueue(opened)).dead_count, 1)
    // The dead one has left its place.
    assert.equal(receiver.received.at(-1)?.body, '{"n":2}')

    receiver.answerWith(200)
    const [dead] = Object((await queue.get('/dead')).json).data
    assert.equal(dead.reason, '500 out of order')
    assert.equal((await ada.post(`/queues/${queue.id}/dead/${dead.id}/replay`)).status, 200)
    service.pass({ seconds: 30 })
    await service.deliver()
    const again = receiver.received.at(-1)
    assert.deepEqual([again?.headers['webhook-id'], again?.headers['formslot-attempt']], [dead.id, '1'])
    const end = await readQueue(opened)
    assert.deepEqual([end.backlog_count, end.dead_count], [0, 0])
  }))

test('Retry-After says when a message is posted again', () =>
  withQueue(async (opened) => {
    const { service, receiver, queue } = opened
    await startPush(opened, receiver.url)
    const { length } = receiver.received
    receiver.answerWith(({ response }) => void response.writeHead(429, { 'retry-after': '3600' }).end())
    for (const n of [1, 2]) await queue.publish({ n })
    await service.deliver()
    service.pass({ seconds: 3599 })
    assert.equal(await service.deliver('push'), 0)
    receiver.answerWith(({ response }) => void response.writeHead(503, { 'retry-after': '99999999' }).end())
    service.pass({ seconds: 1 })
    await service.deliver()
    assert.equal(receiver.received.length, length + 2)
    receiver.answerWith(200)
    service.pass({ hours: 24, seconds: -1 })
    assert.equal(await service.deliver('push'), 0)
    service.pass({ seconds: 1 })
    await service.deliver()
    assert.deepEqual(listBodies(receiver.received.slice(length)), [{ n: 1 }, { n: 1 }, { n: 1 }, { n: 2 }])
  }))

test('posts as many messages at one time as the concurrency says', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue } = opened
    const { at } = await startPush(opened, receiver.url, { concurrency: 3 })
    receiver.received.length = 0
    receiver.answerWith(500)
    await queue.post('/messages/batch', { messages: [1, 2, 3, 4, 5].map((body) => ({ body })) })
    // Those that wait to be posted again keep their places.
    assert.equal(await service.deliver('push'), 3)
    assert.deepEqual(listBodies(receiver.received).sort(), [1, 2, 3])
    assert.equal((await ada.patch(at, { concurrency: 10 })).json.concurrency, 10)
    assert.equal(await service.deliver('push'), 2)
    for (const wrong of [{ concurrency: 0 }, { concurrency: 11 }, { timeout_s: 0 }, { timeout_s: 16 }]) {
      const answer = await ada.patch(at, wrong)
      assert.deepEqual([answer.status, answer.json.field], [400, Object.keys(wrong)[0]])
    }
  }))

test('a service that dies between the answer and the acknowledgement posts the message once more, with its id', () => {
  let dying = false
  const failpoint = (point: string) => {
    if (point === 'posted' && dying) throw new Error('it died')
  }
  return withQueue(
    async (opened) => {
      const { service, receiver, queue } = opened
      await startPush(opened, receiver.url)
      await queue.publish({ n: 1 })
      await queue.publish({ n: 2 })
      dying = true
      assert.equal(await service.deliver('push'), 1)
      dying = false
      // Its lease: 15 seconds for the request, and 15 more to store its end.
      service.pass({ seconds: 29 })
      assert.equal(await service.deliver('push'), 0)
      service.pass({ seconds: 1 })
      assert.equal(await service.deliver('push'), 2)
      const posted = receiver.received.slice(1)
      assert.deepEqual(listBodies(posted), [{ n: 1 }, { n: 1 }, { n: 2 }])
      assert.equal(posted[0]?.headers['webhook-id'], posted[1]?.headers['webhook-id'])
      assert.deepEqual(
        posted.map(({ headers }) => headers['formslot-attempt']),
        ['1', '2', '1'],
      )
    },
    { failpoint },
  )
})

test('a receiver that does not answer within timeout_s has not accepted the message', () =>
  withQueue(async (opened) => {
    const { service, receiver, queue } = opened
    await startPush(opened, receiver.url, { timeout_s: 1 })
    receiver.answerWith(() => {})
    await queue.publish({ slow: true })
    const began = performance.now()
    await service.deliver()
    assert.ok(performance.now() - began < 10_000, 'the limit of all requests is 15 seconds')
    assert.equal((await readQueue(opened)).push?.failure, 'There was no answer in time.')
  }))

test('while a queue pushes, pulls are refused with what to do; waiting ones end at once', () =>
  withQueue(
    async (opened) => {
      const { receiver, ada, queue } = opened
      const pulling = queue.pull({ wait_seconds: 20 })
      const { at } = await startPush(opened, receiver.url)
      const began = performance.now()
      const ended = await pulling
      assert.ok(performance.now() - began < 10_000, 'it does not wait for the end of its 20 seconds')
      assert.deepEqual([ended.status, ended.json.code], [409, 'queue_pushing'])
      const refused = await queue.pull()
      assert.deepEqual([refused.status, refused.json.code], [409, 'queue_pushing'])
      assert.match(String(refused.json.hint), /disable or remove it/)
      assert.equal((await queue.post('/messages/pull?dry_run=1')).status, 409)
      const cloudflare = await opened.service.post(
        `/client/v4/accounts/any/queues/${queue.id}/messages/pull`,
        { json: {}, headers: queue.headers },
      )
      assert.equal(cloudflare.status, 409)
      assert.equal((await queue.post('/messages/peek')).status, 200)
      assert.equal((await ada.patch(at, { active: false })).json.state, 'disabled')
      await queue.publish({ n: 1 })
      assert.equal((await queue.pulled()).length, 1)
      assert.equal((await ada.patch(at, { active: true })).json.state, 'active')
      assert.equal((await queue.pull()).status, 409)
      assert.equal((await ada.delete(at)).status, 204)
      assert.equal((await queue.pull()).status, 200)
    },
    { work: 'at once' },
  ))

test('a message that a consumer has leased stays theirs, and takes no place', () =>
  withQueue(async (opened) => {
    const { service, receiver, queue } = opened
    await queue.publish({ n: 1 })
    await queue.publish({ n: 2 })
    const [leased] = await queue.pulled({ batch_size: 1, visibility_timeout_ms: 43_200_000 })
    await startPush(opened, receiver.url)
    await service.deliver()
    assert.equal(receiver.received.at(-1)?.body, '{"n":2}')
    const acked = await queue.post('/messages/ack', { acks: [{ lease_id: leased?.lease_id }] })
    assert.equal(acked.json.ackCount, 1)
  }))

test('a webhook that is gone is disabled at once: nothing else is posted, and the message can be pulled', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue, place } = opened
    await startPush(opened, receiver.url)
    receiver.answerWith(410)
    for (const n of [1, 2]) await queue.publish({ n })
    await service.deliver()
    assert.equal(receiver.received.length, 2)
    const [webhook] = Object((await ada.get(place)).json).data
    assert.deepEqual([webhook.state, webhook.disabled_because], ['disabled', 'gone'])
    assert.equal((await readQueue(opened)).push?.state, 'disabled')
    assert.deepEqual(
      (await queue.pulled()).map(({ body }) => body),
      [{ n: 1 }, { n: 2 }],
    )
  }))

test('five days of failures disable the webhook', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue, place } = opened
    await startPush(opened, receiver.url)
    receiver.answerWith(500)
    for (let day = 0; day <= 5; day += 1) {
      await queue.publish({ day })
      await service.deliver()
      service.pass({ days: 1 })
    }
    const [webhook] = Object((await ada.get(place)).json).data
    assert.deepEqual([webhook.state, webhook.disabled_because], ['disabled', 'failing'])
    await service.deliver()
    const told = (await service.emails()).filter(({ subject }) => subject?.includes('is disabled'))
    assert.equal(told.length, 1)
    assert.ok(told[0]?.text?.includes(`${service.base}/app/queues/${queue.id}`))
  }))

test('a queue has one webhook, and takes nothing else', () =>
  withQueue(async (opened) => {
    const { receiver, ada, place } = opened
    const wrong = async (json: object) => {
      const { status, json: answer } = await ada.post(place, json)
      return [status, answer.code, answer.field]
    }
    const { url } = receiver
    assert.deepEqual(await wrong({ kind: 'email', email: 'b@b.org' }), [400, 'value_invalid', 'kind'])
    assert.deepEqual(await wrong({ kind: 'slack', url: new URL('/hooks/one', url).href }), [
      400,
      'value_invalid',
      'kind',
    ])
    assert.deepEqual(await wrong({ kind: 'webhook', url, events: ['submission.created'] }), [
      400,
      'value_invalid',
      'events',
    ])
    await startPush(opened, url)
    const second = await ada.post(place, { kind: 'webhook', url })
    assert.deepEqual([second.status, second.json.code], [409, 'limit_reached'])
    assert.match(String(second.json.message), /one webhook at most/)
    const form = await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations`, {
      kind: 'webhook',
      url,
      concurrency: 2,
    })
    assert.deepEqual([form.status, form.json.field], [400, 'concurrency'])
  }))

test('pushes on the Free plan, too', () =>
  withQueue(
    async (opened) => {
      const { service, receiver, queue } = opened
      await startPush(opened, receiver.url)
      await queue.publish({ free: true })
      assert.equal(await service.deliver('push'), 1)
    },
    { env: { FORMSLOT_DEFAULT_PLAN: 'free' } },
  ))

test('nobody else sees, adds, tests or removes the webhook of a queue', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, place } = opened
    const { at } = await startPush(opened, receiver.url)
    const bo = await signIn(service, BO)
    const { length } = receiver.received
    const answers = [
      await bo.get(place),
      await bo.post(place, { kind: 'webhook', url: receiver.url }),
      await bo.patch(at, { concurrency: 5 }),
      await bo.post(`${at}/test`),
      await bo.post(`${at}/rotate`),
      await bo.delete(at),
      // Of his own queue, with the id of hers.
      await bo.post(`${(await openQueue(service, bo)).place}/${at.slice(at.lastIndexOf('/') + 1)}/test`),
    ]
    assert.deepEqual(
      answers.map(({ json }) => json.code),
      [...Array(6).fill('endpoint_not_found'), 'destination_not_found'],
    )
    assert.equal(receiver.received.length, length)
    assert.equal(Object((await ada.get(place)).json).data.length, 1)
  }))

test('a retired queue posts nothing more, and its messages can be pulled', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue } = opened
    await startPush(opened, receiver.url)
    await queue.publish({ n: 1 })
    const { length } = receiver.received
    const retired = await ada.post(`/queues/${queue.id}/retire`)
    assert.equal(retired.status, 200, retired.text)
    assert.equal(await service.deliver('push'), 0)
    assert.equal(receiver.received.length, length)
    assert.equal((await queue.pulled()).length, 1)
  }))

test('signs with both secrets through a rotation', () =>
  withQueue(async (opened) => {
    const { service, receiver, ada, queue } = opened
    const { at, secret } = await startPush(opened, receiver.url)
    const rotated = await ada.post(`${at}/rotate`)
    await queue.publish({ n: 1 })
    await service.deliver()
    const message = receiver.received.at(-1)
    assert.ok(message)
    for (const one of [secret, String(rotated.json.secret)]) verify(one, message)
  }))
