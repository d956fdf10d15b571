import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmSession, createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue, type LeasedMessage } from '../../support/fixtures/queue.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { startService, type TestService } from '../../support/service/service.ts'

/** Stands in everything that was submitted, published or sent as an event. */
const SUBMITTED = 'quetzalcoatl'
/** The plan that includes destinations. */
const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro' }
const SCOPES = [['read'], ['write'], ['read', 'write']]

test('every route of owners answers a key by its scopes, and no route shows a write-only key what was submitted', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const ids = await fill(service, ada)
  const { document } = openContract((await service.get('/openapi.json')).text)
  const keys = await Promise.all(SCOPES.map(async (scopes) => ({ scopes, key: await makeKey(ada, scopes) })))

  let seen = 0
  for (const { scopes, key } of keys) {
    for (const { path, method, operation } of operations(document)) {
      if (!path.startsWith('/api/v1/') || method === 'head' || isStream(operation)) continue
      const needed = (operation.security ?? []).find((one) => one.key)?.key ?? null
      const allowed = needed?.every((scope) => scopes.includes(scope)) ?? false
      for (const address of listAddresses(path, ids)) {
        const answer = await service.post(address, {
          method: method.toUpperCase(),
          // A body that no operation accepts: what is permitted is refused for it, and nothing changes.
          ...(method === 'get' ? {} : { json: { nothing: 'of this name' } }),
          headers: { authorization: `Bearer ${key}` },
        })
        const where = `${method} ${address} with ${scopes}: ${answer.status} ${answer.text.slice(0, 200)}`
        const code = answer.json.code
        if (allowed) assert.ok(code !== 'scope_missing' && code !== 'session_needed', where)
        else assert.equal(code, needed === null ? 'session_needed' : 'scope_missing', where)
        if (!scopes.includes('read')) assert.doesNotMatch(answer.text, new RegExp(SUBMITTED), where)
        else if (answer.text.includes(SUBMITTED)) seen += 1
      }
    }
  }
  assert.ok(seen > 10, `the routes that read show what was submitted: ${seen}`)
})

test('a write-only key runs every operation with its documented body and sees nothing submitted', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const ids = await fill(service, ada)
  const headers = { authorization: `Bearer ${await makeKey(ada, ['write'])}` }
  const { document } = openContract((await service.get('/openapi.json')).text)
  const bodies: Record<string, object> = {
    '/api/v1/endpoints/{id}': { name: 'Renamed', redirect_url: 'https://evil.example/', honeypot: 'trap' },
    '/api/v1/submissions/bulk': { ids: [ids.submission], action: 'read' },
    '/api/v1/submissions/{id}/resend': {},
  }
  const done: string[] = []
  for (const { path, method, operation } of operations(document).toSorted(deletionsLast)) {
    if (!/^\/(?:api\/v1|[qt]\/\{)/.test(path) || method === 'head' || isStream(operation)) continue
    const { content } = Object(Object(operation).requestBody)
    const json = bodies[path] ?? Object(content)['application/json']?.example
    for (const address of listAddresses(path, ids)) {
      const sent = method === 'get' || json === undefined ? {} : { json }
      const answer = await service.post(address, { method: method.toUpperCase(), ...sent, headers })
      const where = `${method} ${address}: ${answer.status} ${answer.text.slice(0, 300)}`
      assert.doesNotMatch(answer.text, new RegExp(SUBMITTED), where)
      assert.doesNotMatch(answer.text, /"(?:read_key|api_key|key)":"/, where)
      if (answer.status < 300) done.push(`${method} ${path}`)
    }
  }
  assert.ok(done.length > 10, `operations that a write-only key may run: ${done.join(', ')}`)
  const endpoint = await ada.get(`/endpoints/${ids.form}`)
  assert.deepEqual(
    [Object(endpoint.json.settings).queue_id, Object(endpoint.json.settings).destinations],
    [null, []],
    'nothing was led elsewhere',
  )
})

test('a write-only key cannot redirect submissions: not to a queue, a destination or a key in a response', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const path = `/endpoints/${ada.endpoint.form_id}`
  const calls = (key: string) => createCalls(service, { authorization: `Bearer ${key}` })
  const writes = calls(await makeKey(ada, ['write']))
  const both = calls(await makeKey(ada, ['read', 'write']))
  const ways = (as: Pick<Owner, 'patch' | 'post'>) => [
    () => as.patch(path, { name: 'Contact', queue_id: queue.id }),
    () => as.post(`${path}/destinations`, { email: 'sales@lovelace.dev' }),
    () => as.post('/queues', { name: 'mine' }),
    () => as.post('/telemetry', { name: 'mine' }),
  ]
  for (const way of ways(writes)) {
    const refused = await way()
    assert.deepEqual([refused.status, refused.json.code], [403, 'scope_missing'], refused.text)
  }
  assert.equal(Object((await ada.get(path)).json.settings).queue_id, null)
  assert.equal((await writes.patch(path, { name: 'Contact', queue_id: null })).status, 200)
  assert.equal((await writes.post('/endpoints', { name: 'a form has no key' })).status, 201)
  for (const way of ways(both)) assert.match(String((await way()).status), /^20/)
})

test('pulling from a queue with an account key requires both scopes, in its own API and that of Cloudflare', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  await queue.publish(SUBMITTED)
  const [reads, writes, both] = await Promise.all(
    SCOPES.map(async (scopes) => queue.as(await makeKey(ada, scopes))),
  )
  assert.ok(reads && writes && both)
  for (const key of [reads, writes]) {
    for (const path of ['/messages/pull', '/messages/ack']) {
      const refused = await key.post(path)
      assert.deepEqual([refused.status, refused.json.code], [403, 'scope_missing'], path)
      const cloudflare = `/client/v4/accounts/a/queues/${queue.id}${path}`
      const answer = await service.post(cloudflare, { json: {}, headers: key.headers })
      assert.equal(answer.status, 403, answer.text)
    }
  }
  assert.equal((await writes.publish('written')).status, 201)
  assert.equal((await reads.post('/messages/peek')).status, 200)
  assert.equal((await both.pulled())[0]?.body, SUBMITTED)
})

test('a session that signed in an hour ago creates no key and redirects no submissions before it is confirmed', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const path = `/endpoints/${ada.endpoint.form_id}`
  service.pass({ hours: 1 })
  const ways = [
    () => ada.post('/keys', { name: 'k', scopes: ['read'] }),
    () => ada.post(`/queues/${queue.id}/keys`, { name: 'k', scopes: ['consume'] }),
    () => ada.post('/queues', { name: 'mine' }),
    () => ada.post('/telemetry', { name: 'mine' }),
    () => ada.patch(path, { queue_id: queue.id }),
    () => ada.post(`${path}/destinations`, { email: 'sales@lovelace.dev' }),
  ]
  for (const way of ways) {
    const refused = await way()
    assert.deepEqual([refused.status, refused.json.code], [403, 'fresh_sign_in_needed'], refused.text)
    assert.doesNotMatch(refused.text, /"(?:read_key|api_key|key)":"/)
  }
  assert.equal((await ada.patch(path, { name: 'a name needs none', queue_id: null })).status, 200)
  await confirmSession(service, ada)
  for (const way of ways) assert.match(String((await way()).status), /^20/)
})

async function makeKey(owner: Owner, scopes: readonly string[]): Promise<string> {
  return String((await owner.post('/keys', { name: scopes.join(), scopes })).json.key)
}

/** Fills an account: a submission, an event, a waiting and a dead message. */
async function fill(service: TestService, ada: Owner) {
  const sent = await service.submit(ada.endpoint, { message: SUBMITTED, email: `${SUBMITTED}@b.dev` })
  const telemetry = (await ada.post('/telemetry', { name: 'Shop' })).json
  await service.post(`/t/${telemetry.id}`, { json: { name: SUBMITTED, props: { word: SUBMITTED } } })
  const queue = await createClaimedQueue(service)
  await queue.publish({ word: SUBMITTED })
  for (let delivery = 0; delivery < 4; delivery += 1) {
    const leased: LeasedMessage[] = await queue.pulled()
    await queue.post('/messages/ack', { retries: leased.map(({ lease_id }) => ({ lease_id })) })
  }
  const dead = Object((await queue.get('/dead')).json.data)[0]
  await queue.publish({ word: SUBMITTED })
  return {
    form: ada.endpoint.form_id,
    submission: String(sent.json.submission_id),
    telemetry: String(telemetry.id),
    queue: queue.id,
    message: String(dead.id),
  }
}

/** Returns the addresses of an operation on what `fill` made. */
function listAddresses(path: string, ids: Awaited<ReturnType<typeof fill>>): string[] {
  const [, section = ''] = /^\/(?:api\/v1\/)?(\w+)/.exec(path) ?? []
  const own: Record<string, string> = {
    endpoints: ids.form,
    submissions: ids.submission,
    telemetry: ids.telemetry,
    t: ids.telemetry,
    queues: ids.queue,
    q: ids.queue,
  }
  const search = path.endsWith('/breakdown') ? '?by=name' : ''
  const address = path
    .replace(/\{(?:id|queue_id|telemetry_id)\}/, own[section] ?? 'unknown')
    .replace('{message}', ids.message)
  return [address.replace(/\{\w+\}/g, 'unknown') + search]
}

/** Streams end with the service; `stream.test.ts` checks who may open one. */
function isStream(operation: object): boolean {
  return JSON.stringify(operation).includes('text/event-stream')
}

function deletionsLast(one: { method: string; path: string }, other: { method: string; path: string }) {
  const rank = ({ method, path }: typeof one) => Number(method === 'delete' || path.endsWith('/retire'))
  return rank(one) - rank(other)
}
