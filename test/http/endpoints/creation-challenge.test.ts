import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCreationsBeforeChallenge } from '../../../src/domain/challenges/challenge.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import { solve, solveFor } from '../../support/fixtures/challenge.ts'
import { createTools } from '../../support/fixtures/mcp.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, startService } from '../../support/service/service.ts'

const EASY = { FORMSLOT_CHALLENGE_DIFFICULTY: 'low', FORMSLOT_CREATE_SPACING_MS: '0' }

test('each creation needs a solved challenge of its own while the operator asks for one', async () => {
  await using service = await startService({ env: { ...EASY, FORMSLOT_CREATE_CHALLENGE: 'always' } })
  const create = (path: string, form: Record<string, string>, headers = {}) =>
    service.post(path, { form: { recipient: ADA, ...form }, headers })
  const getCode = async (path: string, form = {}) => {
    const { status, json } = await create(path, form)
    return [status, json.code]
  }
  const spent: string[] = []
  for (const path of ['/new', '/t/new', '/q/new']) {
    const refused = await create(path, {})
    assert.deepEqual([refused.status, refused.json.code], [429, 'create_challenge'])
    assert.match(String(refused.json.hint), /`new` of the command line/)
    assert.equal(Object(refused.json.challenge).parameters.data.f, 'new')
    assert.deepEqual(await getCode(path, { altcha: 'x' }), [429, 'create_challenge'])
    const altcha = await solve(refused.json.challenge)
    const dryRun = await create(`${path}?dry_run=1`, { altcha })
    assert.equal(dryRun.status, 200, dryRun.text)
    const headers = { 'idempotency-key': `made-by-${path}` }
    const created = await create(path, { altcha }, headers)
    assert.equal(created.status, 201, created.text)
    assert.equal(created.json.ignored_fields, undefined)
    for (const form of [{}, { altcha }] as Record<string, string>[]) {
      const again = await create(path, form, headers)
      assert.equal(again.headers.get('idempotent-replayed'), 'true', 'a repeat needs no proof')
      assert.equal(again.headers.get('location'), created.headers.get('location'))
    }
    spent.push(altcha)
  }
  for (const altcha of spent) {
    const again = await create('/new', { altcha })
    assert.match(String(again.json.message), /already been used/)
    assert.ok(again.json.challenge)
  }
  const [row] = await service.sql('select count(*) as count from endpoints')
  assert.equal(Number(row?.count), 3)
})

test('by default one plain POST creates an endpoint, and a proof is a field like any other', async () => {
  await using service = await startService({ env: EASY })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { challenge: 'required' })
  const altcha = await solveFor(service, ada.endpoint.endpoint_url)
  const created = await service.post('/new', { form: { recipient: ADA, altcha } })
  assert.equal(created.status, 201)
  assert.deepEqual(created.json.ignored_fields, ['altcha'])
})

test('asks for a proof by itself above half as many creations an hour as emails, and no longer after that', async () => {
  await using service = await startService({
    env: { ...EASY, FORMSLOT_CREATE_CHALLENGE: 'auto', FORMSLOT_CREATE_PER_HOUR: '0' },
  })
  const create = () => service.post('/new', { form: { recipient: ADA } })
  // The creations of others, as rows: 250 requests would take seconds.
  const at = service.now().getTime()
  const rows = Array.from({ length: getCreationsBeforeChallenge(500) - 1 }, (_, index) => {
    return `(${keyAt(later(service.now(), -MINUTE)) + index}, 'somebody', ${at})`
  })
  await service.sql(`insert into creations (key, address_key, created_at) values ${rows.join(', ')}`)
  assert.equal((await create()).status, 201, 'the 250th')
  service.pass({ seconds: 5 })
  assert.equal((await create()).status, 201, 'the 251st')
  service.pass({ seconds: 5 })
  assert.deepEqual((await create()).json.code, 'create_challenge')
  service.pass({ minutes: 59, seconds: 59 })
  assert.equal((await create()).status, 201)
})

test('the tools that create endpoints pass the challenge and its solution on', async () => {
  await using service = await startService({ env: { ...EASY, FORMSLOT_CREATE_CHALLENGE: 'always' } })
  const tools = createTools(service)
  for (const name of ['create_form_endpoint', 'create_telemetry_endpoint', 'create_queue']) {
    const refused = await tools.fail(name, { recipient: ADA })
    assert.equal(refused.code, 'create_challenge')
    const made = await tools.get(name, { recipient: ADA, altcha: await solve(refused.challenge) })
    assert.equal(made.unclaimed, true)
  }
})
