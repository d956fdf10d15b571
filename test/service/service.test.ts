import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { DataDirectoryTaken } from '../../src/runtime/instance-lock.ts'
import { DatabaseUnusable } from '../../src/store/engine/connection.ts'
import { SchemaTooNew } from '../../src/store/engine/migrate.ts'
import { aboutTheFile } from '../support/postgres/test-database.ts'
import { startProgram } from '../support/service/program.ts'
import { ADA, startService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

test('two services on one database enforce the cap of fifty and send one claim email', async () => {
  await using place = await temporaryFolder()
  const env = {
    FORMSLOT_DATABASE_URL: `file:${path.join(place.folder, 'shared.db')}`,
    FORMSLOT_SECRET: 'a secret that both of them know, long enough',
    FORMSLOT_SUBMIT_RATE: '0',
  }
  await using one = await startService({ env })
  const endpoint = await one.createEndpoint()
  await using other = await startService({ env, now: one.now() })
  const atOther = endpoint.endpoint_url.replace(one.base, other.base)
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, sent) =>
      sent % 2 === 0
        ? one.submit(endpoint, { message: String(sent) })
        : other.post(atOther, { form: { message: String(sent) } }),
    ),
  )
  const tally = Object.groupBy(answers, (answer) => String(answer.status))
  assert.deepEqual(
    Object.entries(tally).map(([status, those]) => [status, those?.length]),
    [
      ['200', 50],
      ['429', 70],
    ],
    JSON.stringify(answers.find((answer) => ![200, 429].includes(answer.status))?.json),
  )
  await Promise.all([one.deliver(), other.deliver()])
  const emails = [...(await one.emails()), ...(await other.emails())]
  assert.equal(emails.filter((email) => email.messageId?.includes('.claim@')).length, 1)
  assert.equal(new Set(emails.map((email) => email.messageId)).size, emails.length, 'no email went twice')
})

test('one Idempotency-Key creates one submission across two services', async () => {
  await using place = await temporaryFolder()
  const env = {
    FORMSLOT_DATABASE_URL: `file:${path.join(place.folder, 'shared.db')}`,
    FORMSLOT_SECRET: 'a secret that both of them know, long enough',
  }
  await using one = await startService({ env })
  await using other = await startService({ env })
  const endpoint = await one.createEndpoint()
  const headers = { 'idempotency-key': 'the-same-on-both' }
  const first = await one.submit(endpoint, { message: 'x' }, headers)
  const again = await other.post(endpoint.endpoint_url.replace(one.base, other.base), {
    form: { message: 'x' },
    headers,
  })
  assert.deepEqual(again.json, first.json)
})

test('a second process on the same data directory is refused', async () => {
  await using place = await temporaryFolder()
  await using _first = await startService({ dataDir: place.folder })
  await assert.rejects(startService({ dataDir: place.folder }), DataDirectoryTaken)
})

test('a failed first start can be repeated once its cause is fixed', async () => {
  await using place = await temporaryFolder()
  const dataDir = path.join(place.folder, 'data')
  const folder = path.join(place.folder, 'elsewhere')
  const env = { FORMSLOT_DATABASE_URL: `file:${path.join(folder, 'formslot.db')}` }
  await assert.rejects(startService({ dataDir, env }), DatabaseUnusable)
  await mkdir(folder)
  {
    await using holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const second = startService({ dataDir, env: { ...env, FORMSLOT_PORT: port } })
    await assert.rejects(second, { code: 'EADDRINUSE' })
  }
  await using service = await startService({ dataDir, env })
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).status, 201)
})

test('does not silently replace a missing database with an empty one', { skip: aboutTheFile }, async () => {
  await using place = await temporaryFolder()
  await (await startService({ dataDir: place.folder })).close()
  for (const file of await readdir(place.folder)) {
    if (file.startsWith('formslot.db')) await rm(path.join(place.folder, file))
  }
  await assert.rejects(startService({ dataDir: place.folder }), /is missing/)
})

test('refuses a database of a newer version', async () => {
  await using place = await temporaryFolder()
  await using service = await startService({ dataDir: place.folder })
  await service.close()
  await service.sql('insert into schema_version (version, migrated_at) values (9999, 0)')
  await assert.rejects(startService({ dataDir: place.folder }), SchemaTooNew)
})

test("only the service's user can read its files", async () => {
  await using place = await temporaryFolder()
  const folder = path.join(place.folder, 'fresh')
  await using _service = await startService({ dataDir: folder })
  assert.equal((await stat(folder)).mode & 0o077, 0)
  assert.equal((await stat(path.join(folder, 'secret'))).mode & 0o777, 0o600)
})

test('deletes submissions and their emails after the retention of their plan', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'old' })
  service.pass({ days: 29 })
  await service.submit(endpoint, { message: 'young' })
  await service.deliver()
  await service.service.purge()
  const count = async (table: string) => (await service.sql(`select * from ${table}`)).length
  assert.equal(await count('submissions'), 2)
  service.pass({ hours: 23, minutes: 59 })
  await service.service.purge()
  assert.equal(await count('submissions'), 2)
  service.pass({ minutes: 1 })
  await service.service.purge()
  assert.equal(await count('submissions'), 1)
  assert.equal(await count('outbox'), 1)
  assert.equal(await count('attempts'), 1)
  assert.equal(await count('creations'), 0)
})

test('deletes emails in the embedded mailbox after the retention of an unclaimed endpoint', async () => {
  await using service = await startService({ mail: 'embedded' })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'old' })
  await service.deliver()
  const kept = async () => (await readdir(path.join(service.config.dataDir, 'mailbox'))).length
  service.pass({ days: 30 })
  await service.service.purge()
  assert.equal(await kept(), 1)
  service.pass({ milliseconds: 1 })
  await service.service.purge()
  assert.equal(await kept(), 0)
})

test('SIGTERM finishes the request in flight, exits 0, and loses nothing acknowledged', async () => {
  await using place = await temporaryFolder()
  await using service = await startServiceProcess({ dataDir: place.folder })
  assert.ok(service)
  const created = await fetch(`${service.base}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: ADA }),
  })
  const { form_id } = (await created.json()) as { form_id: string }
  const { hostname, port } = new URL(service.base)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const body = 'message=half-way'
  socket.write(
    `POST /f/${form_id} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${body.length}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n\r\n${body.slice(0, 4)}`,
  )
  await fetch(`${service.base}/healthz`)
  const ended = service.stop('SIGTERM')
  socket.write(body.slice(4))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200/)
  socket.end()
  assert.deepEqual(await ended, { code: 0, signal: null })
})

test('the first start shows its address, its data directory, that emails stay local, and what to try', async () => {
  await using place = await temporaryFolder()
  await using program = startProgram({ FORMSLOT_DATA_DIR: place.folder })
  const { base, output } = await program.listens()
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, [0, null])
  assert.ok(output.includes(place.folder))
  assert.ok(output.includes(`${base}/mailbox`))
  assert.match(output, /FORMSLOT_SMTP_URL/)
  assert.ok(output.includes(`${base}/new`))
  assert.doesNotMatch(program.errors(), /Warning/)
})

test('in a container without settings, starts at the address of its published port and names the command for emails', async () => {
  await using place = await temporaryFolder()
  const env = { FORMSLOT_DATA_DIR: place.folder, FORMSLOT_HOST: '0.0.0.0', container: 'oci' }
  await using program = startProgram(env)
  const { base, output } = await program.listens()
  assert.equal(new URL(base).hostname, '127.0.0.1')
  assert.match(output, /docker exec \S+ formslot-server mailbox/)
  assert.equal((await fetch(`${base}/mailbox`)).status, 404)
  const created = await fetch(`${base}/new`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ recipient: 'ada@lovelace.dev' }),
  })
  const page = await created.text()
  assert.match(page, /<code[^>]*>formslot-server mailbox<\/code>/)
  assert.doesNotMatch(page, /\/mailbox"/)
})

test('serves health, readiness and metrics, with metrics on their own port', async () => {
  await using service = await startService({
    adjust: (config) => ({ ...config, metricsListen: { host: '127.0.0.1', port: 39_517 } }),
  })
  assert.equal((await service.get('/healthz')).status, 200)
  assert.deepEqual((await service.get('/readyz')).json, {
    ready: true,
    checks: { store: true, disk: true, accepting: true },
  })
  assert.equal((await service.get('/metrics')).status, 404)
  await service.createEndpoint()
  const metrics = await (await fetch('http://127.0.0.1:39517/metrics')).text()
  assert.match(metrics, /^formslot_creations_total\{result="created"\} 1$/m)
  assert.match(metrics, /^formslot_deliveries_waiting 0$/m)
})

test('each readiness check writes, and a store that cannot write is not ready', async () => {
  await using service = await startService({ maxLockWaitMs: 200 })
  await using database = await service.outside()
  const reserved = async () => Number((await database.all('select next from key_reservation'))[0]?.next)
  const before = await reserved()
  assert.equal((await service.get('/readyz')).status, 200)
  const after = await reserved()
  assert.ok(after > before)
  assert.equal((await service.get('/readyz')).status, 200)
  assert.ok((await reserved()) > after)
  // The lock is waited for as long as the store waits for any lock.
  await database.all('begin')
  await database.all('update key_reservation set next = next')
  const locked = await service.get('/readyz')
  assert.equal(locked.status, 503)
  assert.deepEqual(locked.json, { ready: false, checks: { store: false, disk: true, accepting: true } })
  assert.equal((await service.get('/healthz')).status, 200)
  await database.all('rollback')
  assert.equal((await service.get('/readyz')).status, 200)
})

test('shows the embedded mailbox only on this machine, and not through a proxy on it', async () => {
  await using service = await startService({ mail: 'embedded' })
  assert.equal((await service.get('/mailbox')).status, 200)
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
    assert.equal((await service.get('/mailbox', { [name]: '127.0.0.1' })).status, 404, name)
  }
  const port = new URL(service.base).port
  const otherName = await fetch(`http://localhost:${port}/mailbox`).catch(() => null)
  assert.ok(otherName === null || otherName.status === 404, 'another Host is turned away')
})

test('answers slow, malformed and oversized requests in one format while serving others', async () => {
  await using service = await startService()
  const say = async (text: string) => {
    const { hostname, port } = new URL(service.base)
    const socket = connect(Number(port), hostname)
    socket.end(text)
    let said = ''
    for await (const chunk of socket) said += String(chunk)
    return said
  }
  const malformed = await say('NONSENSE\r\n\r\n')
  assert.match(malformed, /^HTTP\/1\.1 400[\s\S]*"code":"request_malformed"/)
  const large = await say(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
  assert.match(large, /^HTTP\/1\.1 431[\s\S]*"code":"headers_too_large"/)
  const smuggled = await say(
    'POST /new HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  )
  assert.match(smuggled, /^HTTP\/1\.1 400/)
  assert.equal((await service.get('/%ZZ')).json.code, 'request_malformed')
  assert.equal((await service.get('/healthz')).status, 200)
})

test('the log contains IDs and never content, addresses or tokens', async () => {
  await using place = await temporaryFolder()
  await using program = startProgram({ FORMSLOT_DATA_DIR: place.folder, FORMSLOT_LOG_LEVEL: 'trace' })
  const { base } = await program.listens()
  const post = (address: string, body: Record<string, string>) =>
    fetch(new URL(address, base), { method: 'POST', body: new URLSearchParams(body) })
  const { form_id } = (await (await post('/new', { recipient: 'canary.mailbox@lovelace.dev' })).json()) as {
    form_id: string
  }
  await post(`/f/${form_id}`, { canaryName: 'canaryValue', email: 'canary.sender@acme.org' })
  const hasEmail = async () => (await (await fetch(`${base}/mailbox`)).text()).includes('ul class="emails"')
  await until(hasEmail)
  const [, id = ''] = /\/mailbox\/([0-9A-Za-z-]+)"/.exec(await (await fetch(`${base}/mailbox`)).text()) ?? []
  const claim = /\/claim\/([0-9a-z]+)/.exec(await (await fetch(`${base}/mailbox/${id}/text`)).text())
  await fetch(new URL(claim?.[0] ?? '', base))
  await post('/claim/canaryToken/open', {})
  await post('/sign-in', { email: 'canary.mailbox@lovelace.dev' })
  await post('/sign-in/code', { code: 'canaryCode' })
  await fetch(new URL('/sign-in/canaryToken?next=/app/canary', base))
  const secrets = { authorization: 'Bearer ak_canary', cookie: 'session=canary', 'user-agent': 'canary' }
  await fetch(new URL('/api/v1/me?key=ak_canary', base), { headers: secrets })
  program.child.kill('SIGTERM')
  await once(program.child, 'close')
  const logged = program.errors()
  assert.match(logged, /"msg":"delivery_attempted"/, 'something was logged')
  assert.doesNotMatch(logged, /canary/i)
  assert.ok(claim?.[1] && !logged.includes(claim[1]))
})
