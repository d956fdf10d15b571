import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { MINUTE } from '../../src/domain/time.ts'
import { addDevice } from '../support/devices/notified-owner.ts'
import { startPushService } from '../support/devices/push-service.ts'
import { createCalls, FROM_HERE, signIn } from '../support/fixtures/owner.ts'
import { anyPostgres } from '../support/postgres/postgres.ts'
import { aboutPostgres, dropDatabaseFor } from '../support/postgres/test-database.ts'
import { startService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'

const FIRST = 'the first secret of the instance that is under test'
const SECOND = 'the second secret, which nobody else has read so far'
/** Longer than the lease of a device. */
const LEASES_OVER_MS = 3 * MINUTE

test('two nodes notify a device once', { skip: aboutPostgres }, async () => {
  await using postgres = await anyPostgres()
  const env = { FORMSLOT_DATABASE_URL: await postgres.createDatabase(), FORMSLOT_SECRET: FIRST }
  let now = () => new Date()
  await using push = await startPushService(() => now())
  const egressPorts = [push.port]
  await using one = await startService({ env, egressPorts })
  now = one.now
  const ada = await signIn(one)
  await addDevice({ push, owner: ada })
  await using other = await startService({ env, egressPorts, now: one.now() })
  push.answerWith(async () => {
    await setTimeout(20)
    return { status: 201 }
  })
  for (let round = 1; round <= 10; round += 1) {
    await one.submit(ada.endpoint, { message: `round ${round}` })
    for (const node of [one, other]) node.pass({ minutes: 2 })
    await Promise.all([one, other, one, other].map((node) => node.deliver('devices')))
    assert.equal(push.pushed.length, 1 + round)
  }
})

test('a killed service repeats a notification at most once, in place of the first', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-devices-'))
  await using push = await startPushService(() => new Date())
  const trusted = path.join(folder.path, 'cert.pem')
  await writeFile(trusted, push.certificate)
  const dataDir = path.join(folder.path, 'data')
  {
    await using service = await startService({
      ...{ dataDir, database: 'file', env: { FORMSLOT_SECRET: FIRST } },
      ...{ egressPorts: [push.port], now: new Date(Date.now() - MINUTE) },
    })
    const ada = await signIn(service)
    await addDevice({ push, owner: ada })
    service.pass({ seconds: 1 })
    await service.submit(ada.endpoint, { message: 'notified at least once' })
    // Emails pass the same points.
    await service.deliver('email')
  }
  const env = {
    FORMSLOT_SECRET: FIRST,
    FORMSLOT_EGRESS_ALLOW: '127.0.0.0/8',
    FORMSLOT_EGRESS_PORTS: String(push.port),
    NODE_EXTRA_CA_CERTS: trusted,
  }
  const killed = await startServiceProcess({ dataDir, env, killAt: 1, killFrom: 'posted' })
  assert.equal((await killed?.ended)?.signal, 'SIGKILL')
  assert.equal(push.pushed.length, 2, 'the push service has it, and the database does not know')
  await using again = await startServiceProcess({ dataDir, env, clockOffsetMs: LEASES_OVER_MS })
  await until(() => push.pushed.length === 3)
  await again?.stop()
  await using last = await startServiceProcess({ dataDir, env, clockOffsetMs: 2 * LEASES_OVER_MS })
  await last?.setClock(2 * LEASES_OVER_MS)
  await last?.stop()
  const [, first, repeated, more] = push.pushed
  assert.equal(more, undefined)
  assert.deepEqual(
    [repeated?.tag, repeated?.topic, repeated?.body],
    [first?.tag, first?.topic, 'notified at least once'],
  )
})

test('after a rotation of the link secret, the old key signs for devices until they renew', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-devices-'))
  const dataDir = folder.path
  let now = () => new Date('2026-11-10T09:00:00.000Z')
  await using push = await startPushService(() => now())
  const egressPorts = [push.port]
  const before = await startService({ dataDir, egressPorts, env: { FORMSLOT_SECRET: FIRST } })
  now = before.now
  const ada = await signIn(before)
  const { id } = await addDevice({ push, owner: ada })
  const { server_key: oldKey } = (await ada.get('/devices')).json
  await before.close()
  const rotated = {
    FORMSLOT_SECRET: FIRST,
    FORMSLOT_LINK_SECRET: SECOND,
    FORMSLOT_OLD_LINK_SECRET: FIRST,
    FORMSLOT_OLD_LINK_SECRET_UNTIL: '2026-11-17',
  }
  const here = ({ base }: { base: string }) => ({
    ...ada.endpoint,
    endpoint_url: `${base}/f/${ada.endpoint.form_id}`,
  })
  {
    await using service = await startService({ dataDir, egressPorts, env: rotated, now: now() })
    now = service.now
    await service.submit(here(service), { message: 'signed with the old key' })
    service.pass({ minutes: 2 })
    await service.deliver('devices')
    assert.equal(push.pushed.at(-1)?.body, 'signed with the old key')
    await service.service.purge()
    const [row] = await service.sql('select subscription from devices')
    service.pass({ minutes: 2 })
    await service.submit(here(service), { message: 'sealed again' })
    service.pass({ minutes: 2 })
    await service.deliver('devices')
    assert.equal(push.pushed.at(-1)?.body, 'sealed again')
    const owner = createCalls(service, { cookie: ada.cookie, ...FROM_HERE })
    const { server_key: newKey } = (await owner.get('/devices')).json
    assert.notEqual(newKey, oldKey)
    const subscription = await push.subscribe('renewed', String(newKey))
    assert.equal((await owner.patch(`/devices/${id}`, { subscription })).status, 200)
    const [renewed] = await service.sql('select subscription from devices')
    assert.equal(String(row?.subscription).slice(0, 14), String(renewed?.subscription).slice(0, 14))
    await service.close()
  }
  await using service = await startService({
    ...{ dataDir, egressPorts, now: now() },
    env: { FORMSLOT_SECRET: FIRST, FORMSLOT_LINK_SECRET: SECOND },
  })
  now = service.now
  service.pass({ minutes: 2 })
  await service.submit(here(service), { message: 'without the old secret' })
  service.pass({ minutes: 2 })
  await service.deliver('devices')
  assert.equal(push.pushed.at(-1)?.body, 'without the old secret')
  await service.close()
  await dropDatabaseFor(dataDir)
})
