import assert from 'node:assert/strict'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { backup } from '../../src/commands/backup/backup.ts'
import { restore } from '../../src/commands/backup/restore.ts'
import { doctor } from '../../src/commands/doctor.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import type { Keys } from '../../src/domain/keys.ts'
import { getDestinationPlace } from '../../src/domain/secret-place.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { codeIn, createCalls, FROM_HERE, openBrowserFor, signIn } from '../support/fixtures/owner.ts'
import { createQueue } from '../support/fixtures/queue.ts'
import { dropDatabaseFor } from '../support/postgres/test-database.ts'
import { openStoreBeside } from '../support/service/second-store.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'

const FIRST = 'the first secret of the instance that is under test'
const SECOND = 'the second secret, which nobody else has read so far'
const WITH_FIRST = { FORMSLOT_SECRET: FIRST }
const ROTATED = {
  FORMSLOT_SECRET: FIRST,
  FORMSLOT_LINK_SECRET: SECOND,
  FORMSLOT_OLD_LINK_SECRET: FIRST,
  FORMSLOT_OLD_LINK_SECRET_UNTIL: '2026-11-17',
}
const UNUSABLE = /links .* signed with another secret/

/** A data directory for several services, one after the other. */
async function openFolder() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const start = (env: Record<string, string>, now?: Date) =>
    startService({ env, dataDir: folder.path, ...(now ? { now } : {}) })
  return {
    path: folder.path,
    start,
    async [Symbol.asyncDispose]() {
      await dropDatabaseFor(folder.path)
      await folder.remove()
    },
  }
}

/** Returns the path of the newest link of this kind, which another port serves too. */
async function pathIn(service: TestService, kind: Parameters<TestService['linkIn']>[0]): Promise<string> {
  return new URL(await service.linkIn(kind)).pathname
}

const PAGE = { accept: 'text/html' }

test('after a rotation, earlier links work until the date, and ids, keys and sessions for good', async () => {
  await using folder = await openFolder()
  const before = await folder.start(WITH_FIRST)
  const ada = await signIn(before)
  const submissions = (await ada.get('/submissions')).json
  const { key } = (await ada.post('/keys', { name: 'deploy', scopes: ['read'] })).json
  const queue = await createQueue(before, ADA)
  const bo = await before.createEndpoint(BO)
  await before.submit(bo, { message: 'the first' })
  const [claim, decline] = [await pathIn(before, 'claim'), await pathIn(before, 'disown')]
  const browser = openBrowserFor(before)
  await browser.post('/sign-in', { email: ADA })
  const [signInLink, code] = [await pathIn(before, 'sign-in'), await codeIn(before)]
  await before.close()

  await using after = await folder.start(ROTATED, before.now())
  assert.deepEqual((await createCalls(after, { cookie: ada.cookie }).get('/submissions')).json, submissions)
  const byKey = createCalls(after, { authorization: `Bearer ${key}` })
  assert.deepEqual((await byKey.get('/submissions')).json, submissions)
  const published = await after.post(`/q/${queue.id}`, { json: { a: 1 }, headers: queue.headers })
  assert.equal(published.status, 201)
  assert.equal((await after.get(signInLink, PAGE)).status, 200)
  assert.equal((await after.get(claim, PAGE)).status, 200)
  assert.equal((await after.get(decline, PAGE)).status, 200)
  // The port of the service is another one, so the browser of the test is too; its cookies are those of before.
  const again = openBrowserFor(after)
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  assert.equal((await again.post('/sign-in/code', { code })).status, 303)

  await openBrowserFor(after).post('/sign-in', { email: ADA })
  await after.post(`/f/${bo.form_id}`, { form: { message: 'the second' } })
  const newer = await pathIn(after, 'disown')
  assert.notEqual(newer, decline)
  assert.equal((await after.get(newer, PAGE)).status, 200)

  after.pass({ days: 7 })
  for (const old of [claim, decline, signInLink]) {
    assert.equal((await after.get(old, PAGE)).status, 404, old)
  }
  assert.equal((await after.get(newer, PAGE)).status, 200)
  assert.deepEqual((await byKey.get('/submissions')).json, submissions)
})

test('replaces the generated secret; a date in the past refuses earlier links at once', async () => {
  await using folder = await openFolder()
  const before = await folder.start({})
  const endpoint = await before.createEndpoint()
  await before.submit(endpoint, { message: 'the first' })
  const claim = await pathIn(before, 'claim')
  await before.close()
  await using after = await folder.start({
    FORMSLOT_LINK_SECRET: SECOND,
    FORMSLOT_OLD_LINK_SECRET_FILE: path.join(folder.path, 'secret'),
    FORMSLOT_OLD_LINK_SECRET_UNTIL: '2026-11-01',
  })
  assert.equal((await after.get(claim, PAGE)).status, 404)
  await after.post(`/f/${endpoint.form_id}`, { form: { message: 'the second' } })
  assert.equal((await after.get(await pathIn(after, 'disown'), PAGE)).status, 200)
})

test('a creation repeated after a rotation returns the key that was created', async () => {
  await using folder = await openFolder()
  const create = (service: TestService) =>
    service.post('/q/new', { form: { recipient: ADA }, headers: { 'idempotency-key': 'made-before' } })
  const before = await folder.start(WITH_FIRST)
  const created = await create(before)
  await before.close()
  await using after = await folder.start(ROTATED)
  const repeated = await create(after)
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
  assert.equal(repeated.json.api_key, created.json.api_key)
  const { queue_id: id, api_key: key } = repeated.json
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await after.post(`/q/${id}`, { json: { a: 1 }, headers })).status, 201)
})

test('a creation repeated when its key cannot be derived again says so, and returns no key that does not work', async () => {
  await using folder = await openFolder()
  const retry = { 'idempotency-key': 'made-before' }
  const create = (service: TestService) =>
    Promise.all(
      ['/q/new', '/t/new'].map((path) => service.post(path, { form: { recipient: ADA }, headers: retry })),
    )
  const unlimited = { FORMSLOT_CREATE_SPACING_MS: '0' }
  const before = await folder.start({ ...WITH_FIRST, ...unlimited })
  await create(before)
  const ada = await signIn(before)
  const owned = await ada.post('/queues', { name: 'Shop' }, retry)
  const credentials = { cookie: ada.cookie, ...FROM_HERE }
  await before.close()

  const rotated = await folder.start({ ...ROTATED, ...unlimited }, before.now())
  const replayed = await createCalls(rotated, credentials).post('/queues', { name: 'Shop' }, retry)
  assert.deepEqual([replayed.status, replayed.json.api_key], [201, owned.json.api_key], replayed.text)
  await rotated.close()

  const { FORMSLOT_SECRET, FORMSLOT_LINK_SECRET } = ROTATED
  await using after = await folder.start(
    { FORMSLOT_SECRET, FORMSLOT_LINK_SECRET, ...unlimited },
    before.now(),
  )
  const repeated = [
    ...(await create(after)),
    await createCalls(after, credentials).post('/queues', { name: 'Shop' }, retry),
  ]
  for (const { status, json } of repeated) {
    assert.deepEqual([status, json.code], [409, 'first_key_unavailable'])
    assert.equal(json.api_key ?? json.read_key, undefined)
  }
  const other = { 'idempotency-key': 'another-one' }
  const fresh = await after.post('/q/new', { form: { recipient: ADA }, headers: other })
  assert.equal(fresh.status, 201)
})

test('a creation repeated after its key was revoked returns no key', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const retry = { 'idempotency-key': 'made-once' }
  const made = await ada.post('/queues', {}, retry)
  assert.equal(made.status, 201, made.text)
  const { id } = made.json
  const { data } = (await ada.get(`/queues/${id}/keys`)).json as { data: { id: string }[] }
  await ada.delete(`/queues/${id}/keys/${data[0]?.id}`)
  const repeated = await ada.post('/queues', {}, retry)
  assert.deepEqual([repeated.status, repeated.json.code], [409, 'first_key_unavailable'])
})

test('refuses to start with a link secret that replaces another one without naming it', async () => {
  await using folder = await openFolder()
  await (await folder.start(WITH_FIRST)).close()
  await assert.rejects(folder.start({ ...WITH_FIRST, FORMSLOT_LINK_SECRET: SECOND }), UNUSABLE)
  await (await folder.start(ROTATED)).close()
  // The link secret got lost from the settings: links would be signed with the replaced one.
  await assert.rejects(folder.start(WITH_FIRST), UNUSABLE)
  await (await folder.start({ ...WITH_FIRST, FORMSLOT_LINK_SECRET: SECOND })).close()
})

const ADDRESS = 'https://hooks.acme.test/services/T0/B0/verysecret'
const SIGNING = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const [WITHOUT_OLD, BEFORE, AFTER] = [
  { FORMSLOT_SECRET: FIRST, FORMSLOT_LINK_SECRET: SECOND },
  createKeys(FIRST),
  createKeys(FIRST, { current: SECOND, old: null, clock: { now: () => new Date() } }),
]

/** Saves the secrets of a destination of a new form, sealed with the first link secret. */
async function saveSecret(service: TestService) {
  const { form_id: endpointId } = await service.createEndpoint()
  const of = { endpointId, destinationId: 'dst_1' }
  await using store = await openStoreBeside(service)
  const address = BEFORE.sealSecret(ADDRESS, getDestinationPlace('address', of))
  const signing = BEFORE.sealSecret(SIGNING, getDestinationPlace('signing', of))
  const secret = { kind: 'destination_secret', destinationId: 'dst_1', address, signing } as const
  await store.change({
    endpointId,
    now: service.now(),
    idempotencyKey: null,
    decide: () => ({ answer: null, remember: false, consequences: [secret] }),
  })
  return of
}

/** Opens the secrets of a destination with these keys. */
async function openSecret(service: TestService, keys: Keys, of: Awaited<ReturnType<typeof saveSecret>>) {
  await using store = await openStoreBeside(service)
  const found = await store.findDestinationSecret(of)
  return [
    keys.openSecret(found?.address ?? '', getDestinationPlace('address', of)),
    keys.openSecret(found?.signing ?? '', getDestinationPlace('signing', of)),
  ]
}

async function findSecretsFinding(service: TestService) {
  const { text } = await doctor(service.config, { format: 'json', sendTest: null, now: service.now() })
  const { findings } = JSON.parse(text) as { findings: Finding[] }
  return findings.find(({ name }) => name === 'sealed secrets')
}

/** A log that keeps its lines. */
function openLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  return { log, find: (event: string) => lines.filter(({ msg }) => msg === event) }
}

test('the purge seals the secrets of destinations with the new link secret; the doctor says when the old one may go', async () => {
  await using folder = await openFolder()
  const before = await folder.start(WITH_FIRST)
  const of = await saveSecret(before)
  assert.match((await findSecretsFinding(before))?.message ?? '', /^2 secrets of destinations, all sealed/)
  await before.close()
  const { log, find } = openLog()
  await using rotated = await startService({ env: ROTATED, dataDir: folder.path, now: before.now(), log })
  const still = await findSecretsFinding(rotated)
  assert.equal(still?.status, 'warn')
  assert.match(still?.fix ?? '', /do not remove FORMSLOT_OLD_LINK_SECRET yet: 2 secrets/)
  await rotated.service.purge()
  assert.deepEqual(await openSecret(rotated, AFTER, of), [ADDRESS, SIGNING])
  assert.equal((await findSecretsFinding(rotated))?.status, 'ok')
  assert.deepEqual([find('secrets_resealed')[0]?.destinations, find('secrets_lost').length], [1, 0])
})

test('a start without the old link secret says how many destinations get nothing, and the doctor fails', async () => {
  await using folder = await openFolder()
  const before = await folder.start(WITH_FIRST)
  const of = await saveSecret(before)
  await before.close()
  const rotated = await folder.start(ROTATED, before.now())
  await rotated.close()
  const { log, find } = openLog()
  await using service = await startService({ env: WITHOUT_OLD, dataDir: folder.path, now: before.now(), log })
  const [lost] = find('secrets_lost')
  assert.equal(lost?.destinations, 1)
  assert.match(String(lost?.fix), /FORMSLOT_OLD_LINK_SECRET/)
  const finding = await findSecretsFinding(service)
  assert.equal(finding?.status, 'fail')
  assert.match(finding?.message ?? '', /^2 secrets of destinations cannot be opened/)
  await service.service.purge()
  assert.deepEqual(await openSecret(service, BEFORE, of), [ADDRESS, SIGNING])
})

test('a backup from before a rotation is restored into an instance that names both link secrets', async () => {
  await using folder = await openFolder()
  const before = await startService({ env: WITH_FIRST, dataDir: folder.path, database: 'file' })
  const of = await saveSecret(before)
  const file = path.join(folder.path, 'before.tar')
  await backup(before.config, {
    file,
    now: before.now(),
    withSecret: true,
    withMailbox: false,
    withFiles: false,
    say() {},
    show() {},
  })
  await before.close()
  const dataDir = path.join(folder.path, 'restored')
  await restore(before.config, { file, to: dataDir, check: false, now: before.now() })
  const options = { dataDir, database: 'file', now: before.now() } as const
  const rotated = await startService({ ...options, env: ROTATED })
  await rotated.service.purge()
  assert.deepEqual(await openSecret(rotated, AFTER, of), [ADDRESS, SIGNING])
  await rotated.close()
  const { log, find } = openLog()
  await using after = await startService({ ...options, env: WITHOUT_OLD, log })
  assert.deepEqual(find('secrets_lost'), [])
  assert.deepEqual(await openSecret(after, AFTER, of), [ADDRESS, SIGNING])
})

test('the database contains no address and no signing secret of a destination that can be read', async () => {
  await using folder = await openFolder()
  const before = await folder.start(WITH_FIRST)
  await saveSecret(before)
  await before.close()
  await using rotated = await folder.start(ROTATED, before.now())
  const texts = [await readDatabase(rotated)]
  await rotated.service.purge()
  texts.push(await readDatabase(rotated))
  for (const text of texts) {
    assert.ok(text.includes('destination_secrets') && text.includes(ADA), 'the database was read')
    for (const part of [
      ADDRESS,
      'hooks.acme',
      'verysecret',
      SIGNING,
      'whsec_',
      SIGNING.slice('whsec_'.length),
    ])
      assert.ok(!text.includes(part), part)
  }
})

/** Returns everything that the database contains: the bytes of its files, or the rows of all its tables. */
async function readDatabase({ config, sql }: TestService): Promise<string> {
  const { database } = config
  if (database.kind === 'sqlite') {
    const folder = path.dirname(database.file)
    const files = (await readdir(folder)).filter((name) => name.startsWith(path.basename(database.file)))
    const contents = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'latin1')))
    return contents.join('')
  }
  const tables = await sql("select tablename from pg_tables where schemaname = 'public'")
  const rows = await Promise.all(tables.map(({ tablename }) => sql(`select * from "${tablename}"`)))
  return JSON.stringify([tables, rows])
}
