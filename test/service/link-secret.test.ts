import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { codeIn, createCalls, FROM_HERE, openBrowserFor, signIn } from '../support/fixtures/owner.ts'
import { createQueue } from '../support/fixtures/queue.ts'
import { dropDatabaseFor } from '../support/postgres/test-database.ts'
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
