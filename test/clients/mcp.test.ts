import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { attachFile, toPath } from '../support/fixtures/attached-files.ts'
import type { ToolResult } from '../support/fixtures/mcp.ts'
import { createCalls, signIn } from '../support/fixtures/owner.ts'
import { watchAnswers } from '../support/service/pending-answers.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'
import { startReceiver } from '../support/web/receiver.ts'

const PACKAGES = path.join(import.meta.dirname, 'node_modules/@modelcontextprotocol')
const JANE = 'jane@acme.org'

/** Members that the clients have in common. The packages are installed by `npm run clients`, so their types may be missing. */
type Client = {
  connect(transport: object): Promise<void>
  listTools(): Promise<{
    tools: { name: string; description: string; inputSchema: object; outputSchema?: object }[]
  }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(request: { uri: string }): Promise<{ contents: { text: string }[] }>
  getInstructions(): string | undefined
  close(): Promise<void>
}
type Packages = {
  Client: new (info: { name: string; version: string }, options?: object) => Client
  StreamableHTTPClientTransport: new (
    url: URL,
    options: { requestInit: RequestInit; fetch: typeof fetch },
  ) => object
}
type Kind = { name: string; version: string; load(): Promise<Packages>; options: object }

const info = { name: 'formslot-test', version: '1' }
async function loadCurrent(): Promise<Packages> {
  return import(path.join(PACKAGES, 'client/dist/index.mjs'))
}
async function loadOld(): Promise<Packages> {
  const { Client } = await import(path.join(PACKAGES, 'sdk/dist/esm/client/index.js'))
  const { StreamableHTTPClientTransport } = await import(
    path.join(PACKAGES, 'sdk/dist/esm/client/streamableHttp.js')
  )
  return { Client, StreamableHTTPClientTransport }
}
const CLIENTS: readonly Kind[] = [
  { name: 'client 2.4.0', version: '2025-11-25', load: loadCurrent, options: {} },
  {
    name: 'client 2.4.0 that negotiates the version',
    version: '2026-07-28',
    load: loadCurrent,
    options: { versionNegotiation: { mode: 'auto' } },
  },
  { name: 'sdk 1.32.2', version: '2025-11-25', load: loadOld, options: {} },
]

/** Connects a client, which then knows the base address, and perhaps a key. */
async function connect({ load, options }: Kind, service: TestService, key?: string) {
  const { Client, StreamableHTTPClientTransport } = await load()
  const client = new Client(info, options)
  const versions = new Set<string>()
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.base), {
    requestInit: key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
    async fetch(url, init) {
      const version = new Headers(init?.headers).get('mcp-protocol-version')
      if (version) versions.add(version)
      return fetch(url, init)
    },
  })
  await client.connect(transport)
  await client.listTools()
  return {
    client,
    versions,
    async get(name: string, args: Record<string, unknown> = {}) {
      const result = await client.callTool({ name, arguments: args })
      if (result.isError || !result.structuredContent) throw new Error(`${name}: ${JSON.stringify(result)}`)
      return result.structuredContent
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

for (const kind of CLIENTS) {
  test(`a newcomer builds a working form by MCP alone: ${kind.name}`, async () => {
    await using service = await startService()
    await using newcomer = await connect(kind, service)
    const { client, get } = newcomer
    assert.match(client.getInstructions() ?? '', /create_form_endpoint, once/)
    const { tools } = await client.listTools()
    assert.equal(tools.length, 6)
    const invented = await client.callTool({
      name: 'create_form_endpoint',
      arguments: { recipient: 'you@example.com' },
    })
    assert.equal(invented.isError, true)
    assert.match(invented.content[0]?.text ?? '', /Ask the user for their real email address/)
    const { form_id } = await get('create_form_endpoint', { recipient: ADA })
    const { code } = await get('form_snippet', { form_id, framework: 'html' })
    const [, action = ''] = /<form action="([^"]+)" method="post">/.exec(String(code)) ?? []
    const names = [...String(code).matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name)
    const fields = Object.fromEntries(names.map((name) => [name, name === '_gotcha' ? '' : JANE]))
    const tried = await get('try_submission', { form_id, fields })
    assert.deepEqual(tried.warnings, [])
    assert.equal((await get('check_endpoint', { id: form_id })).active, true)
    await service.deliver()
    assert.equal((await service.emails()).length, 0, 'nothing is sent until somebody uses the form')
    assert.equal((await service.post(action, { form: fields })).status, 200)
    await service.deliver()
    const [email] = await service.emails()
    assert.equal(email?.to?.[0]?.address, ADA)
    assert.match(email?.text ?? '', /\/claim\//)
    assert.equal((await get('check_endpoint', { id: form_id })).claim_email_sent, true)
    assert.deepEqual([...newcomer.versions], [kind.version])
  })

  test(`all tools and resources answer as REST does: ${kind.name}`, async () => {
    await using receiver = await startReceiver()
    await using service = await startService({
      env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
      egressPorts: [receiver.port],
    })
    using answers = watchAnswers()
    const ada = await signIn(service)
    const { json } = await ada.post('/keys', { name: 'MCP', scopes: ['read', 'write'] })
    const authorization = `Bearer ${json.key}`
    const rest = createCalls(service, { authorization })
    await using owner = await connect(kind, service, String(json.key))
    const { client, get } = owner
    const called = new Set<string>()
    const same = async (name: string, args: Record<string, unknown>, expected: { json: unknown }) => {
      called.add(name)
      assert.deepEqual(await get(name, args), expected.json, name)
    }
    const create = async (name: string) => {
      called.add(name)
      return get(name, { name: 'Shop' })
    }

    const form = await create('create_form_endpoint')
    const form_id = String(form.id)
    await same('check_endpoint', { id: form_id }, await service.get(`/f/${form_id}/status`))
    await same('list_endpoints', { limit: 1 }, await rest.get('/endpoints?limit=1'))
    const renamed = await rest.patch(`/endpoints/${form_id}`, { name: 'Books' })
    await same('change_endpoint', { id: form_id, name: 'Books' }, renamed)
    const fields = { email: JANE, message: 'Hello' }
    await same(
      'try_submission',
      { form_id, fields },
      await service.post(`/f/${form_id}?dry_run=1`, { json: fields, headers: { authorization } }),
    )
    called.add('form_snippet')
    assert.match(String((await get('form_snippet', { form_id, framework: 'react' })).code), /FormData/)
    await service.post(`/f/${form_id}`, { json: fields })
    await same('list_submissions', { form_id }, await rest.get(`/submissions?endpoint=${form_id}`))
    const [submission] = (await get('list_submissions', { form_id })).data as { id: string }[]
    const submission_id = submission?.id
    await same('get_submission', { submission_id }, await rest.get(`/submissions/${submission_id}`))
    const marked = await rest.patch(`/submissions/${submission_id}`, { read: true })
    await same('mark_submission', { submission_id, read: true }, marked)
    const file = await attachFile(service, ada)
    await same(
      'create_file_link',
      { submission_id: file.submission, file_id: file.id },
      await rest.post(`${toPath(file)}/link`),
    )

    called.add('add_destination')
    const hook = { id: form_id, kind: 'webhook', url: receiver.url }
    const { id: destination_id, secret } = await get('add_destination', hook)
    assert.match(String(secret), /^whsec_/)
    called.add('test_destination')
    assert.equal((await get('test_destination', { id: form_id, destination_id })).reached, true)
    await service.post(`/f/${form_id}`, { json: fields })
    await service.deliver()
    const deliveries = await rest.get(`/endpoints/${form_id}/destinations/${destination_id}/deliveries`)
    assert.equal(Object(deliveries.json.data).length, 1)
    await same('list_deliveries', { id: form_id, destination_id }, deliveries)

    const { id: telemetry_id, telemetry_url } = await create('create_telemetry_endpoint')
    const watch = await get('add_watch', { telemetry_id, when: { kind: 'silence', for: '1h' } })
    called.add('add_watch')
    const watches = await rest.get(`/telemetry/${telemetry_id}/watches`)
    assert.deepEqual([watch], watches.json.data)
    await same('list_watches', { telemetry_id }, watches)
    await service.post(String(telemetry_url), { json: { name: 'signup', props: { plan: 'pro', seats: 3 } } })
    const readKey = { authorization }
    await same('read_events', { telemetry_id }, await service.get(`/t/${telemetry_id}/events`, readKey))
    await same('read_stats', { telemetry_id }, await service.get(`/t/${telemetry_id}/stats`, readKey))

    const { id: queue_id } = await create('create_queue')
    called.add('publish_message')
    const { message_id } = await get('publish_message', { queue_id, body: { order: 7 } })
    const peeked = await service.post(`/q/${queue_id}/messages/peek`, {
      json: {},
      headers: { authorization },
    })
    called.add('pull_messages')
    const pulled = (await get('pull_messages', { queue_id })) as { messages: { lease_id: string }[] }
    const [{ lease_id, ...message } = { lease_id: '' }] = pulled.messages
    const [expected] = Object(peeked.json).messages
    assert.deepEqual(message, { ...expected, attempts: 1 })
    assert.equal(expected.id, message_id)
    called.add('ack_messages')
    const acknowledged = await get('ack_messages', { queue_id, acks: [{ lease_id }] })
    assert.deepEqual(acknowledged, { ackCount: 1, retryCount: 0, warnings: {} })

    const { tools } = await client.listTools()
    assert.deepEqual(
      [...called].sort(),
      tools.map(({ name }) => name),
    )
    const { resources } = await client.listResources()
    assert.equal(resources.length, 2)
    const read = await client.readResource({ uri: 'formslot://llms' })
    assert.equal(read.contents[0]?.text, (await service.get('/llms.txt')).text)
    const refused = await client.callTool({ name: 'create_form_endpoint', arguments: { recipient: BO } })
    assert.equal(refused.isError, true)
    const open = answers.of('/mcp').filter(({ writableEnded }) => !writableEnded)
    assert.deepEqual(open, [], 'every response has ended')
  })
}

test('the conformance suite finds nothing but what is deliberately not offered', async () => {
  await using service = await startService()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-mcp-'))
  const suite = path.join(PACKAGES, 'conformance/dist/index.js')
  const baseline = path.join(import.meta.dirname, 'mcp-conformance.yml')
  const command = ['server', '--url', `${service.base}/mcp`, '--expected-failures', baseline]
  const { stdout } = await promisify(execFile)(process.execPath, [suite, ...command], { cwd: folder.path })
  for (const scenario of [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'dns-rebinding-protection',
  ]) {
    assert.match(stdout, new RegExp(`✓ ${scenario}: \\d passed, 0 failed`), stdout)
  }
})
