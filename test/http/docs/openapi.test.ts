import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../../../src/version.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('openapi.json is a valid OpenAPI 3.1 document of this instance', async () => {
  await using service = await startService()
  const { text } = await service.get('/openapi.json')
  const result = await new Validator().validate(JSON.parse(text))
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
  const { document } = openContract(text)
  assert.match(document.openapi, /^3\.1/)
  assert.deepEqual(document.servers, [{ url: service.base }])
  assert.ok(text.includes(`"version": "${VERSION}"`))
  const names = operations(document).map(({ operation }) => operation.operationId)
  assert.equal(new Set(names).size, names.length, 'every operation has a name of its own')
})

test('every example in the OpenAPI document matches its schema', async () => {
  await using service = await startService()
  const { checkExamples } = openContract((await service.get('/openapi.json')).text)
  assert.ok(checkExamples() > 60, 'the examples were found')
})

test('refuses the recipient of its examples as a placeholder, and says what to send', async () => {
  await using service = await startService()
  const texts = [(await service.get('/openapi.json')).text, (await service.get('/llms.txt')).text]
  const recipients = texts.flatMap((text) =>
    [...text.matchAll(/"?recipient"?[=:] ?"?([^\s"']+@[^\s"']+)/g)].map(([, found = '']) => found),
  )
  assert.ok(recipients.length >= 5)
  for (const recipient of new Set(recipients.filter((one) => one !== 'jane@acme.org'))) {
    const refused = await service.post('/new', { form: { recipient } })
    assert.equal(refused.json.code, 'recipient_placeholder', recipient)
    assert.match(String(refused.json.hint), /real email address/)
  }
  const { document } = openContract(texts[0] ?? '')
  for (const place of ['/new', '/t/new', '/q/new']) {
    const found = JSON.stringify(document.paths[place]?.post)
    assert.match(found, /"recipient":"you@yourdomain\.com"/, place)
  }
})

/** Second paths of the clients of PostHog and Umami, and what they ask for besides sending events: documented by their vendors. */
const OF_OTHER_CLIENTS =
  /^\/t\/:id\/(?:array|static|flags|decide|engage|groups|s|e|capture|track|i\/v1|batch$|i\/v0\/e$|api\/(?!event$|send$|batch$).+)(?:\/|$)/

test('documents every route with its methods, and no other', async () => {
  const urls = new Set<string>()
  const listen = (message: unknown) => {
    const server: unknown = Reflect.get(Object(message), 'fastify')
    if (isServer(server)) server.addHook('onRoute', ({ url }) => void urls.add(url))
  }
  subscribe('fastify.initialization', listen)
  await using service = await startService()
  unsubscribe('fastify.initialization', listen)
  const { document } = openContract((await service.get('/openapi.json')).text)

  const offered: string[] = []
  for (const url of urls) {
    // The embedded mailbox, the demonstration of the front page and the dashboard are not part of the API. The routes for Cloudflare's SDK
    // are documented by Cloudflare, and MCP by its specification. /form.js alone reads its texts.
    if (
      /^\/(?:mailbox|app|operator$|mcp|demo(?!\.js)|client\/v4|form\.[a-z]{2}\.json)(?!\w)/.test(url) ||
      OF_OTHER_CLIENTS.test(url)
    )
      continue
    const answer = await service.post(url.replace(/:\w+/g, 'x'), { method: 'PROPFIND' })
    assert.equal(answer.status, 405, url)
    const methods = (answer.headers.get('allow') ?? '').toLowerCase().split(', ')
    const place = url.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')
    for (const { method } of operations(document).filter((one) => one.path === place)) {
      assert.ok(methods.includes(method), `${method} ${place} is documented and not offered`)
    }
    offered.push(
      ...methods.filter((one) => !['head', 'options'].includes(one)).map((one) => `${one} ${place}`),
    )
  }
  // The addresses for the clients of other vendors are documented in docs/migrate.md.
  const forVendors = ['post /s/{token}', 'post /submit', 'post /ajax/f/{id}']
  for (const one of forVendors) assert.ok(offered.includes(one), one)
  const own = offered.filter((one) => !forVendors.includes(one))
  const documented = operations(document).map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(documented.filter((one) => !one.startsWith('head ')).sort(), own.sort())
})

test('every tag has a test that compares responses with the OpenAPI document', async () => {
  await using service = await startService()
  const { document } = openContract((await service.get('/openapi.json')).text)
  const all = operations(document)
  assert.deepEqual(
    all.filter(({ operation }) => operation.tags?.length !== 1).map(({ path: place }) => place),
    [],
    'every operation has one tag',
  )
  const tags = new Set(all.flatMap(({ operation }) => operation.tags ?? []))
  const folder = path.join(import.meta.dirname, '../answers')
  const tests = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
  for (const tag of tags) {
    // The tour of a kind ends with the same assertion.
    const asserts = new RegExp(
      `assert\\.deepEqual\\(\\s*(?://[^\\n]*\\s*)?notGiven\\([^)]*'${tag}'|takeKindTour\\(\n    \\{ tag: '${tag}', `,
    )
    assert.ok(
      tests.some((text) => asserts.test(text)),
      tag,
    )
  }
  assert.ok(tags.size > 10)
})

function isServer(value: unknown): value is FastifyInstance {
  return typeof value === 'object' && value !== null && 'addHook' in value
}

test('names the refusals of stored bodies and of unknown ids wherever they can occur', async () => {
  await using service = await startService()
  const { document } = openContract((await service.get('/openapi.json')).text)
  const listCodes = ({ responses }: (typeof all)[number]['operation'], status: number) =>
    Object.keys(responses[status]?.content?.['application/json']?.examples ?? {})
  const all = operations(document)
  const stored = all.filter(
    ({ path: place, operation }) =>
      !place.startsWith('/api/') && operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
  )
  assert.equal(stored.length, 8)
  for (const { path: place, operation } of stored) {
    const missing = ['bodies_limit', 'store_busy', 'store_unavailable'].filter(
      (code) => !listCodes(operation, 503).includes(code),
    )
    assert.deepEqual(missing, [], place)
    assert.ok(listCodes(operation, 422).includes('idempotency_key_reused'), place)
  }
  const owned = all.filter(({ path: place }) =>
    /^\/api\/v1\/(endpoints|telemetry|queues)\/\{id\}/.test(place),
  )
  assert.ok(owned.length > 20)
  for (const { path: place, operation } of owned) {
    const codes = listCodes(operation, 404)
    assert.ok(codes.includes('endpoint_not_found') || codes.includes('not_found'), place)
  }
})

test('describes numbers of a query as integers with their bounds', async () => {
  await using service = await startService()
  const { document } = openContract((await service.get('/openapi.json')).text)
  const numbers = operations(document).flatMap(({ operation }) =>
    (operation.parameters ?? []).filter(({ name }) => name === 'limit' || name === 'hours'),
  )
  assert.equal(numbers.length, 12)
  for (const { name, schema } of numbers) {
    const { maximum, ...rest } = Object(schema)
    assert.deepEqual(rest, { type: 'integer', minimum: 1 }, name)
    assert.ok(maximum >= 48 && maximum <= 500, name)
  }
})

test('gives no schema the name that generators give to an inline object', async () => {
  await using service = await startService()
  const { document } = openContract((await service.get('/openapi.json')).text)
  const schemas: Record<string, { properties?: Record<string, object> }> = Object(document).components.schemas
  const inline = Object.entries(schemas).flatMap(([parent, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, property]) => !('$ref' in property))
      .map(([name]) => `${parent}${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  )
  assert.deepEqual(
    inline.filter((name) => name in schemas),
    [],
  )
})

test('is written so that generators of every language read it', async () => {
  await using service = await startService()
  const text = (await service.get('/openapi.json')).text
  assert.ok(!text.includes('"items": false'))
  const patterns = [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(([, found = '']) =>
    JSON.parse(found),
  )
  assert.ok(patterns.length > 10)
  for (const pattern of patterns)
    assert.doesNotMatch(pattern, /\\[pPu]|\(\?[<!=]/, 'only what RE2 and Java know')
  assert.ok(patterns.includes('^("[!-~]{8,128}"|[!-~]{8,128})$'), 'the pattern of Idempotency-Key')
  const { document } = openContract(text)
  const all = operations(document)
  for (const { path: place, method, operation } of all) {
    const { description, parameters = [] } = operation as { description?: string; parameters?: object[] }
    assert.ok(description, `${method} ${place}`)
    for (const parameter of parameters) assert.ok(Reflect.get(parameter, 'description'), `${method} ${place}`)
  }
  const { components } = JSON.parse(text) as {
    components: { schemas: Record<string, { description?: string }> }
  }
  const { schemas } = components
  for (const [name, schema] of Object.entries(schemas)) assert.ok(schema.description, name)
  for (const names of [Object.keys(schemas), all.map(({ operation }) => operation.operationId)]) {
    const mangled = names.map((name) =>
      String(name)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
    )
    assert.equal(new Set(mangled).size, mangled.length)
  }
})

test('gives agents the operations that need no account in at most 23 KB', async () => {
  await using service = await startService()
  const { text, headers } = await service.get('/openapi-agents.json')
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.ok(Buffer.byteLength(text) <= 23_000, `${Buffer.byteLength(text)} bytes`)
  const result = await new Validator().validate(JSON.parse(text))
  assert.deepEqual(result.errors ?? [], [])
  const { document } = openContract(text)
  assert.deepEqual(
    operations(document).map(({ operation }) => operation.operationId),
    [
      'createEndpoint',
      'createTelemetry',
      'createQueue',
      'submit',
      'probeStatus',
      'sendEvents',
      'publish',
      'pullMessages',
      'acknowledgeMessages',
    ],
  )
  for (const [, name = ''] of text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)) {
    const [kind = '', id = ''] = name.split('/')
    assert.ok(JSON.parse(text).components[kind][id], name)
  }
})
