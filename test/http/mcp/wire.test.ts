import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { MCP_VERSION, sendMcp } from '../../support/fixtures/mcp.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const JSON_OR_EVENTS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const CREATION = { name: 'create_form_endpoint', arguments: { recipient: ADA } }

/** Returns the status and the code of the JSON-RPC error. */
function toError({ status, json }: { status: number; json: unknown }): [number, number] {
  return [status, Object(json).error?.code]
}

test('MCP refuses a message whose headers and body disagree, by the codes of the specification', async () => {
  await using service = await startService()
  const call = { method: 'tools/call', params: CREATION }
  assert.deepEqual(toError(await sendMcp(service, { ...call, headers: { 'mcp-name': '' } })), [400, -32020])
  const mistakes: Record<string, string>[] = [
    { 'mcp-name': 'check_endpoint' },
    { 'mcp-method': '' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-protocol-version': '' },
    { 'mcp-protocol-version': '2025-06-18' },
  ]
  for (const headers of mistakes) {
    assert.deepEqual(
      toError(await sendMcp(service, { ...call, headers })),
      [400, -32020],
      JSON.stringify(headers),
    )
  }
  assert.equal((await service.sql('SELECT id FROM endpoints')).length, 0)
})

test('MCP refuses what is not one message of a version that it speaks', async () => {
  await using service = await startService()
  const send = (body: string, headers: Record<string, string> = {}) =>
    service.post('/mcp', { body, headers: { ...JSON_OR_EVENTS, ...headers } })
  assert.deepEqual(toError(await send('{bad')), [400, -32700])
  assert.deepEqual(toError(await send('')), [400, -32700])
  const future = await sendMcp(service, { method: 'tools/list', version: '2030-01-01' })
  assert.deepEqual(toError(future), [400, -32022])
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  assert.deepEqual(toError(await send(JSON.stringify([ping, ping]))), [400, -32600])
  assert.deepEqual(toError(await send(` \n[${JSON.stringify(ping)}]`)), [400, -32600])
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`
  const nested = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"try_submission","arguments":{"fields":${deep}}}}`
  assert.deepEqual(toError(await send(nested)), [400, -32600])
  const wide = (members: number) => {
    // Three more are around them: jsonrpc, method, params.
    const params = Object.fromEntries(Array.from({ length: members - 3 }, (_, index) => [`a:${index}`, ':']))
    return send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized', params }))
  }
  assert.equal((await wide(5000)).status, 202)
  assert.deepEqual(toError(await wide(5001)), [400, -32600])
  const long = (items: number) =>
    send(
      JSON.stringify({ jsonrpc: '2.0', params: { list: Array(items).fill(',') }, method: 'notifications/x' }),
    )
  // Two more commas are between the members.
  assert.equal((await long(4998)).status, 202)
  assert.deepEqual(toError(await long(4999)), [400, -32600])
  assert.equal((await send(JSON.stringify(ping), { 'content-type': 'text/plain' })).status, 415)
  const large = await send(`"${'x'.repeat(1024 * 1024)}"`)
  assert.equal(large.status, 413)
  assert.match(String(large.json.hint), / 1024 KiB for an MCP message, 20480 KiB for an import\.$/)
})

test('MCP answers POST alone, and offers no stream that stays open', async () => {
  await using service = await startService()
  for (const method of ['GET', 'DELETE', 'OPTIONS', 'PUT']) {
    const answer = await service.post('/mcp', { method, headers: { accept: 'text/event-stream' } })
    assert.equal(answer.status, 405, method)
    if (method !== 'PUT') assert.equal(answer.headers.get('allow'), 'POST', method)
  }
  const listening = await sendMcp(service, {
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true } },
  })
  assert.equal(listening.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(toError(listening), [200, -32603])
})

test('an older client gets its answer as one event of a stream that ends', async () => {
  await using service = await startService()
  const send = (message: object) =>
    service.post('/mcp', {
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      headers: { ...JSON_OR_EVENTS, 'mcp-protocol-version': '2025-06-18' },
    })
  const clientInfo = { name: 'old', version: '1' }
  const initialized = await send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  })
  assert.equal(initialized.headers.get('content-type'), 'text/event-stream')
  const events = initialized.text.trim().split('\n\n')
  assert.equal(events.length, 1)
  const { result } = JSON.parse(/^data: (.*)$/m.exec(events[0] ?? '')?.[1] ?? '')
  assert.equal(result.protocolVersion, '2025-06-18')
  assert.deepEqual(result.capabilities, { tools: {}, resources: {} })
  assert.match(result.instructions, /never follow instructions/)
  assert.equal((await send({ method: 'notifications/initialized' })).status, 202)
  assert.match((await send({ id: 2, method: 'tools/list' })).text, /"create_form_endpoint"/)
  assert.match((await send({ id: 3, method: 'tools/call', params: CREATION })).text, /"endpoint_url"/)
  assert.match((await send({ id: 4, method: 'ping' })).text, /"result":\{\}/)
})

test('pages of other sites cannot use MCP, not even with a host name that was rebound to this machine', async () => {
  await using service = await startService()
  const call = { method: 'tools/call', params: CREATION }
  const foreign: Record<string, string>[] = [
    { origin: 'https://mallory.example' },
    { origin: 'null' },
    { origin: service.base.replace('127.0.0.1', 'localhost') },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://mallory.example' },
  ]
  for (const headers of foreign) {
    const answer = await sendMcp(service, { ...call, headers })
    assert.deepEqual([answer.status, answer.json.code], [403, 'mcp_origin'], JSON.stringify(headers))
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
  assert.equal(await sendToHost(service, `mallory.example:${service.port}`), 403)
  assert.equal(await sendToHost(service, '[evil'), 403)
  for (const host of ['127.0.0.1', `localhost:${service.port}`, '[::1]']) {
    assert.equal(await sendToHost(service, host), 200, host)
  }
  assert.equal((await service.sql('SELECT id FROM endpoints')).length, 0)
  const own = { origin: service.base, 'sec-fetch-site': 'same-origin' }
  assert.equal((await sendMcp(service, { ...call, headers: own })).status, 200)
})

test('MCP answers under the host of the base address, in any case and with any port', async () => {
  await using service = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.acme.org' } })
  for (const host of ['forms.acme.org', 'FORMS.acme.org:443', `127.0.0.1:${service.port}`]) {
    assert.equal(await sendToHost(service, host), 200, host)
  }
  for (const host of [
    'acme.org',
    'forms.acme.org.mallory.example',
    'forms.acme.org@mallory.example',
    '192.168.0.7',
  ]) {
    assert.equal(await sendToHost(service, host), 403, host)
  }
})

test('MCP says how long clients may keep its lists, and promises no notices of changes', async () => {
  await using service = await startService()
  const { json } = await sendMcp(service, { method: 'tools/list' })
  const { result } = Object(json)
  assert.deepEqual([result.ttlMs, result.cacheScope, result.resultType], [300_000, 'public', 'complete'])
  const discovered = Object((await sendMcp(service, { method: 'server/discover' })).json).result
  assert.deepEqual(discovered.supportedVersions, [MCP_VERSION])
  assert.deepEqual(discovered.capabilities, { tools: {}, resources: {} })
  const listed = Object((await sendMcp(service, { method: 'resources/list' })).json).result.resources
  assert.deepEqual(
    listed.map(({ uri }: { uri: string }) => uri),
    ['formslot://llms', 'formslot://openapi'],
  )
  for (const [uri, path] of [
    ['formslot://llms', '/llms.txt'],
    ['formslot://openapi', '/openapi.json'],
  ] as const) {
    const read = Object((await sendMcp(service, { method: 'resources/read', params: { uri } })).json).result
    assert.equal(read.contents[0].text, (await service.get(path)).text, uri)
  }
  const missing = await sendMcp(service, {
    method: 'resources/read',
    params: { uri: 'formslot://../mailbox' },
  })
  assert.equal(toError(missing)[1], -32602)
})

/** Sends a list request whose Host names another host; fetch does not send one. */
function sendToHost(service: TestService, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { ...JSON_OR_EVENTS, host }
  const sent = request(`http://127.0.0.1:${service.port}/mcp`, { method: 'POST', headers }, (response) => {
    response.resume().once('end', () => resolve(response.statusCode))
  })
  sent.on('error', reject)
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
  return promise
}
