import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { WEB_KIND_NAMES } from '../../../src/domain/destinations/web-kinds.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const run = promisify(execFile)
const MAX_BYTES = 12 * 1024
const EXAMPLE_ID = 'f_k3v9q2m7x4t8r5wz'
const EXAMPLE_TELEMETRY_ID = 't_k3v9q2m7x4t8r5wz'
const EXAMPLE_QUEUE_ID = 'q_7h2m9x4c8v1t6r3z'
/** Values that differ from call to call; everything else must be as documented. */
const VOLATILE = [
  'claim_note',
  'request_id',
  'expires_at',
  'submission_id',
  'form_id',
  'telemetry_id',
  'read_key',
  'queue_id',
  'api_key',
  'message_id',
  'id',
  'lease_id',
  'timestamp_ms',
]

function assertAsDocumented(real: unknown, documented: unknown, where: string): void {
  if (typeof documented !== 'object' || documented === null) {
    assert.deepEqual(real, documented, where)
    return
  }
  assert.ok(typeof real === 'object' && real !== null, where)
  assert.deepEqual(Object.keys(real), Object.keys(documented), where)
  for (const [name, value] of Object.entries(documented)) {
    const found: unknown = Reflect.get(real, name)
    if (VOLATILE.includes(name)) assert.equal(typeof found, typeof value, `${where}.${name}`)
    else assertAsDocumented(found, value, `${where}.${name}`)
  }
}

test('every command in llms.txt returns its documented response', async () => {
  await using service = await startService()
  const text = (await service.get('/llms.txt')).text
  const blocks = [...text.matchAll(/```sh\n(curl [^\n]+)\n```\n```json\n([^\n]+)\n```/g)]
  assert.equal(blocks.length, text.split('```sh').length - 1, 'behind every command stands its answer')
  assert.equal(blocks.length, 12)
  const env: Record<string, string> = { PATH: process.env.PATH ?? '' }
  /** Placeholders of the text, with the values that this instance created. */
  const real = new Map([['you@yourdomain.com', 'jane@acme.org']])
  const withReal = (line: string) =>
    [...real].reduce((before, [example, own]) => before.replaceAll(example, own), line)
  for (const [, command = '', documented = ''] of blocks) {
    const { stdout } = await run('bash', ['-c', withReal(command).replace(/^curl/, 'curl -s')], { env })
    const answer = JSON.parse(stdout)
    if (answer.form_id) real.set(EXAMPLE_ID, answer.form_id)
    if (answer.telemetry_id) real.set(EXAMPLE_TELEMETRY_ID, answer.telemetry_id)
    if (answer.queue_id) {
      real.set(EXAMPLE_QUEUE_ID, answer.queue_id)
      Object.assign(env, { Q: answer.queue_url, K: answer.api_key })
    }
    const lease = /"lease_id":"([^"]+)"/.exec(documented)?.[1]
    if (lease) real.set(lease, answer.messages[0].lease_id)
    assertAsDocumented(answer, JSON.parse(withReal(documented)), command)
    service.pass({ seconds: 2 })
  }
})

test('the command for webhooks in llms.txt adds one with a key of the account', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({ egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const { text } = await service.get('/llms.txt')
  const [, command = ''] = /^`(curl .+\/destinations .+)`$/m.exec(text) ?? []
  const add = async (scopes: string[]) => {
    const { key } = (await ada.post('/keys', { name: 'agent', scopes })).json
    const env = {
      PATH: process.env.PATH,
      ID: ada.endpoint.form_id,
      URL: receiver.url,
      ACCOUNT_KEY: String(key),
    }
    return JSON.parse((await run('bash', ['-c', command.replace(/^curl/, 'curl -s')], { env })).stdout)
  }
  assert.equal((await add(['write'])).code, 'scope_missing', 'both scopes are needed')
  const added = await add(['read', 'write'])
  assert.match(added.secret, /^whsec_/)
  assert.equal(
    (await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations/${added.id}/test`)).json.reached,
    true,
  )
  for (const kind of WEB_KIND_NAMES) assert.ok(text.includes(kind), kind)
})

test('the form in llms.txt creates a submission once filled in', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const text = (await service.get('/llms.txt')).text.replaceAll(EXAMPLE_ID, endpoint.form_id)
  const form = /<form action="([^"]+)" method="post">\n([\s\S]+?)<\/form>/.exec(text)
  const names = [...(form?.[2] ?? '').matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name)
  assert.deepEqual(names, ['email', 'message', '_gotcha'])
  const filled = names.map((name): [string, string] => [name, name === '_gotcha' ? '' : 'filled'])
  const answer = await service.post(form?.[1] ?? '', { form: filled })
  assert.equal(answer.json.ok, true)
  assert.match(await service.linkIn('claim'), /claim/, 'no spam: the claim email is sent')
})

test('llms.txt describes this instance and stays short', async () => {
  await using service = await startService()
  const answer = await service.get('/llms.txt')
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.ok(Buffer.byteLength(answer.text) <= MAX_BYTES, `${Buffer.byteLength(answer.text)} bytes`)
  assert.match(answer.text, /^# Formslot\n\n> /)
  assert.match(answer.text, /^## Instructions for agents$/m)
  assert.match(
    answer.text,
    /^- free: 50 submissions \(kept 30 days\), 5000 events \(7 days\), 100 messages$/m,
  )
  const addresses = [...answer.text.matchAll(/https?:\/\/[^\s)"'<]+/g)].map(([address]) => address)
  assert.ok(addresses.length > 10)
  assert.deepEqual(
    addresses.filter((address) => !address.startsWith(service.base)),
    [],
  )
})

test('llms.txt stays short with a long hostname', async () => {
  const base = 'https://forms.department-of-analytical-engines.lovelace.dev'
  await using service = await startService({ env: { FORMSLOT_BASE_URL: base } })
  const text = await (await fetch(`http://127.0.0.1:${service.port}/llms.txt`)).text()
  assert.ok(text.includes(`${base}/new`))
  assert.ok(Buffer.byteLength(text) <= MAX_BYTES, `${Buffer.byteLength(text)} bytes`)
})

test('llms.txt states the limits that the operator has configured', async () => {
  await using usual = await startService()
  const usually = (await usual.get('/llms.txt')).text
  assert.match(usually, /^- Creations: 10 an hour and one every 2 seconds for one client address\.$/m)
  assert.match(usually, /^- Submissions: bursts of 20, then 30 a minute /m)
  assert.match(usually, /50 submissions a month at first/)

  const env = {
    FORMSLOT_CREATE_PER_HOUR: '7',
    FORMSLOT_CREATE_SPACING_MS: '0',
    FORMSLOT_SUBMIT_RATE: '0',
    FORMSLOT_DEFAULT_PLAN: 'pro',
  }
  await using other = await startService({ env })
  const otherwise = (await other.get('/llms.txt')).text
  assert.match(otherwise, /^- Creations: 7 an hour for one client address\.$/m)
  assert.doesNotMatch(otherwise, /^- Submissions:/m)
  assert.match(otherwise, /10000 submissions a month at first/)
})

test('the error list contains every refusal of the form routes with its status', async () => {
  await using service = await startService()
  const text = (await service.get('/llms.txt')).text
  const lines = [...text.matchAll(/^- (\d{3}) ([^(:\n]+?)(?: \(([^)]+)\))?: .+$/gm)]
  const told = lines.flatMap(([, status, error = '', codes = error.replaceAll(' ', '_')]) =>
    codes.split(', ').map((code) => `${status} ${error} ${code}`),
  )
  const { document } = openContract((await service.get('/openapi.json')).text)
  const promised = operations(document)
    .filter(({ path, method }) => ['/new', '/f/{id}'].includes(path) && method === 'post')
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .flatMap(([status, { content }]) =>
      Object.values(content?.['application/json']?.examples ?? {})
        .map(({ value }) => Object(value))
        .filter(({ code }) => code !== undefined)
        .map(({ error, code }) => `${status} ${error} ${code}`),
    )
  assert.ok(promised.length > 20)
  assert.deepEqual(
    [...new Set(promised)].filter((refusal) => !told.includes(refusal)),
    [],
  )
})

for (const path of ['/llms.txt', '/openapi.json']) {
  test(`caches ${path} and revalidates it by ETag`, async () => {
    await using service = await startService()
    const first = await service.get(path)
    assert.equal(first.headers.get('cache-control'), 'public, max-age=300')
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await service.get(path, { 'if-none-match': tag })
      assert.equal(again.status, 304, tag)
      assert.equal(again.headers.get('etag'), etag)
      assert.equal(again.text, '')
    }
    assert.equal((await service.get(path, { 'if-none-match': '"other"' })).status, 200)
    const head = await service.post(path, { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('etag'), etag)
    assert.equal((await service.post(path, { method: 'DELETE' })).status, 405)
  })
}

test('llms.txt has a command for every creation, which does nothing until its recipient is replaced', async () => {
  await using service = await startService()
  const { text } = await service.get('/llms.txt')
  for (const path of ['/new', '/t/new', '/q/new']) {
    const command = `curl ${service.base}${path} -d recipient=you@yourdomain.com`
    assert.ok(text.includes(`\n${command}\n`), command)
    const { stdout } = await run('bash', ['-c', command.replace(/^curl/, 'curl -s')])
    assert.equal(JSON.parse(stdout).code, 'recipient_placeholder')
  }
})
