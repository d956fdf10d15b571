import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { MAX_PENDING_RESPONSES } from '../../../src/domain/accounts/stream.ts'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { MCP_RATE_FACTOR } from '../../../src/http/mcp/route.ts'
import { createTools, sendMcp } from '../../support/fixtures/mcp.ts'
import { FROM_HERE, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

/** Returns an API key of an owner with both scopes. */
async function createKey(owner: Owner, expires_at?: string): Promise<string> {
  const body = { name: 'MCP', scopes: ['read', 'write'], ...(expires_at ? { expires_at } : {}) }
  return String((await owner.post('/keys', body)).json.key)
}

test('a key that is mistyped, revoked or expired is refused before the message is read', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = await createKey(ada)
  const listing = { method: 'tools/list' }
  const send = (authorization: string) => sendMcp(service, { ...listing, headers: { authorization } })
  const expired = await createKey(ada, new Date(service.now().getTime() + 1000).toISOString())
  const queue = await createClaimedQueue(service)
  const revoked = await ada.post(`/queues/${queue.id}/keys`, { name: 'r', scopes: ['consume'] })
  assert.equal((await send(`Bearer ${revoked.json.key}`)).status, 200)
  await ada.delete(`/queues/${queue.id}/keys/${revoked.json.id}`)
  service.pass({ seconds: 1 })
  const wrong = [
    [`Bearer ${key.slice(0, -1)}`, 'key_invalid'],
    [`Bearer ${key}x`, 'key_invalid'],
    ['Bearer', 'key_invalid'],
    ['Bearer ak_', 'key_invalid'],
    ['bearer qk_0000', 'key_invalid'],
    [`Bearer ${revoked.json.key}`, 'key_invalid'],
    [`Bearer ${expired}`, 'key_expired'],
  ] as const
  for (const [authorization, code] of wrong) {
    const answer = await send(authorization)
    assert.deepEqual([answer.status, answer.json.code], [401, code], authorization)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="Formslot", error="invalid_token"')
  }
  const unread = await service.post('/mcp', { body: '{bad', headers: { authorization: 'Bearer ak_x' } })
  assert.equal(unread.status, 401)
  const private_ = await send(`Bearer ${key}`)
  assert.equal(Object(private_.json).result.cacheScope, 'private')
})

test("a key opens nothing of another account's, and a session opens nothing at all", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = createTools(service, await createKey(await signIn(service, BO)))
  const [submission] = (await ada.get('/submissions')).json.data as { id: string }[]
  const queue = await createClaimedQueue(service)
  const form_id = ada.endpoint.form_id
  const place = { id: form_id }
  const telemetry_id = String((await ada.post('/telemetry', {})).json.id)
  const { id: destination_id } = (
    await ada.post(`/endpoints/${form_id}/destinations`, { kind: 'ntfy', url: 'https://ntfy.sh/ada' })
  ).json
  const codes = [
    [await bo.fail('get_submission', { submission_id: submission?.id }), 'submission_not_found'],
    [await bo.fail('mark_submission', { submission_id: submission?.id, read: true }), 'submission_not_found'],
    [await bo.fail('list_submissions', { form_id }), 'endpoint_not_found'],
    [await bo.fail('change_endpoint', { id: form_id, name: 'Mine' }), 'endpoint_not_found'],
    [
      await bo.fail('add_destination', { ...place, kind: 'ntfy', url: 'https://ntfy.sh/bo' }),
      'endpoint_not_found',
    ],
    [await bo.fail('test_destination', { ...place, destination_id }), 'endpoint_not_found'],
    [await bo.fail('list_deliveries', { ...place, destination_id }), 'endpoint_not_found'],
    [await bo.fail('add_watch', { telemetry_id, when: { kind: 'every' } }), 'endpoint_not_found'],
    [await bo.fail('list_watches', { telemetry_id }), 'endpoint_not_found'],
    [await bo.fail('pull_messages', { queue_id: queue.id }), 'endpoint_not_found'],
    [await bo.fail('publish_message', { queue_id: queue.id, body: 1 }), 'endpoint_not_found'],
  ] as const
  for (const [body, code] of codes) assert.equal(body.code, code)
  const own = (await bo.get('list_endpoints')).data as { id: string }[]
  assert.deepEqual(
    own.filter(({ id }) => id === form_id),
    [],
  )
  const withCookie = await sendMcp(service, {
    method: 'tools/call',
    params: { name: 'list_submissions', arguments: {} },
    headers: { ...FROM_HERE, cookie: ada.cookie, origin: service.base },
  })
  assert.match(withCookie.text, /not_signed_in/)
  assert.doesNotMatch(withCookie.text, /the first/)
})

test('a key without a scope is refused by the route, and its tools are not listed', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { json } = await ada.post('/keys', { name: 'reads', scopes: ['read'] })
  const reads = createTools(service, String(json.key))
  const { form_id } = ada.endpoint
  assert.equal((await reads.fail('change_endpoint', { id: form_id, name: 'x' })).code, 'scope_missing')
  const [submission] = (await reads.get('list_submissions')).data as { id: string }[]
  const marked = await reads.fail('mark_submission', { submission_id: submission?.id, read: true })
  assert.equal(marked.code, 'scope_missing')
  // A key that cannot create in its account creates as anyone does.
  service.pass({ seconds: 2 })
  const made = await reads.get('create_form_endpoint', { recipient: BO })
  assert.equal(made.unclaimed, true)
})

test('creations by MCP and by REST share the limit of the client, whose address no header can change', async () => {
  await using service = await startService({ env: { FORMSLOT_CREATE_SPACING_MS: '0' } })
  const tools = createTools(service)
  for (let count = 0; count < 5; count += 1) {
    await tools.get('create_form_endpoint', { recipient: ADA })
    assert.equal((await service.post('/new', { form: { recipient: ADA } })).status, 201)
  }
  const { content } = await tools.call('create_queue', { recipient: ADA })
  assert.match(content[0]?.text ?? '', /Run the command line .+ on the user's machine, or connect with a key/)
  assert.match(content[0]?.text ?? '', /Retry after 3600 seconds/)
  assert.equal(JSON.parse(content[1]?.text ?? '').code, 'create_rate_hour')
  const call = {
    method: 'tools/call',
    params: { name: 'create_form_endpoint', arguments: { recipient: ADA } },
  }
  const forged = await sendMcp(service, { ...call, headers: { 'x-forwarded-for': '192.0.2.7' } })
  assert.match(forged.text, /create_rate_hour/)
  const refused = await service.post('/new', { form: { recipient: ADA } })
  assert.equal(refused.json.code, 'create_rate_hour')
  const owner = createTools(service, await createKey(await signInLater(service)))
  assert.equal((await owner.get('create_form_endpoint', { name: 'Owned' })).state, 'claimed')
})

test('behind a trusted proxy, creations by MCP are counted for the client that the proxy names', async () => {
  await using service = await startService({
    env: {
      FORMSLOT_CREATE_SPACING_MS: '0',
      FORMSLOT_CREATE_PER_HOUR: '1',
      FORMSLOT_TRUST_PROXY: '127.0.0.1',
    },
  })
  const create = (client: string) =>
    sendMcp(service, {
      method: 'tools/call',
      params: { name: 'create_form_endpoint', arguments: { recipient: ADA } },
      headers: { 'x-forwarded-for': client },
    })
  assert.match((await create('192.0.2.7')).text, /endpoint_url/)
  assert.match((await create('192.0.2.7')).text, /create_rate_hour/)
  assert.match((await create('127.0.0.1, 192.0.2.7')).text, /create_rate_hour/)
  assert.match((await create('192.0.2.8')).text, /endpoint_url/)
})

test('a creation repeated with its idempotency key, by MCP or by REST, is the same endpoint', async () => {
  await using service = await startService()
  const tools = createTools(service)
  const creation = { recipient: ADA, idempotency_key: 'contact-form-of-acme' }
  for (const [name, path] of [
    ['create_form_endpoint', '/new'],
    ['create_queue', '/q/new'],
  ] as const) {
    const first = await tools.get(name, creation)
    const repeated = await tools.call(name, creation)
    assert.deepEqual(repeated.structuredContent, first)
    assert.match(repeated.content[0]?.text ?? '', /^An earlier call with this idempotency_key did this/)
    const rest = await service.post(path, {
      json: { recipient: ADA },
      headers: { 'idempotency-key': creation.idempotency_key },
    })
    assert.deepEqual(rest.json, first)
    assert.equal((await tools.fail(name, { ...creation, recipient: BO })).code, 'idempotency_key_reused')
    assert.equal(
      (await tools.fail(name, { ...creation, idempotency_key: 'x\r\ny: z' })).code,
      'idempotency_key_invalid',
    )
    service.pass({ seconds: 2 })
  }
  const queue = await createClaimedQueue(service)
  const message = { queue_id: queue.id, body: 'once', idempotency_key: 'order-0001' }
  const keyed = createTools(service, queue.key)
  assert.deepEqual(await keyed.get('publish_message', message), await keyed.get('publish_message', message))
})

test('what a tool changes is in the audit log with its key', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const tools = createTools(service, await createKey(ada))
  await tools.get('change_endpoint', { id: ada.endpoint.form_id, name: 'Books' })
  const [entry] = (await ada.get('/audit')).json.data as { action: string; actor: { name: string } }[]
  assert.deepEqual([entry?.action, entry?.actor.name], ['settings_changed', 'MCP'])
})

test('calls one after the other leave nothing pending', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const tools = createTools(service, await createKey(ada))
  for (let count = 0; count <= MAX_PENDING_RESPONSES; count += 1) await tools.get('list_submissions')
})

test('too many requests with one key or from one address are refused, and others are not', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const headers = { authorization: `Bearer ${await createKey(ada)}` }
  const burst = SUBMIT_BURST * MCP_RATE_FACTOR
  const send = (more: Record<string, string> = {}) => service.post('/mcp', { body: '', headers: more })
  for (let count = 0; count < burst; count += 1) assert.equal((await send()).status, 415)
  const refused = await send()
  assert.deepEqual([refused.status, refused.json.code], [429, 'call_rate'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await send(headers)).status, 415)
  service.pass({ seconds: 1 })
  assert.equal((await send()).status, 415)
})

test('a call that arrives completely after the service has begun to stop is refused, and can be repeated', async () => {
  await using service = await startService()
  using answers = watchAnswers()
  const params = { name: 'create_form_endpoint', arguments: { recipient: ADA } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const socket = connect({ port: service.port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await until(() => answers.of('/mcp').length === 1)
  const closing = service.close()
  socket.end(body.slice(10))
  const answer = await text(socket)
  await closing
  assert.match(answer, /Nothing was saved: the service is busy/)
  assert.match(answer, /Retry after 30 seconds/)
})

/** Signs Ada in when creations are allowed again. */
async function signInLater(service: Awaited<ReturnType<typeof startService>>): Promise<Owner> {
  service.pass({ hours: 1 })
  return signIn(service)
}
