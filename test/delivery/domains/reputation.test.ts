import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doctor } from '../../../src/commands/doctor.ts'
import { toEmailHour } from '../../../src/domain/outbox/email-counts.ts'
import { openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { ADA, type Endpoint, startService, type TestService } from '../../support/service/service.ts'
import { startSmtpFaultServer } from '../../support/smtp/fault-server.ts'

const ENV = {
  FORMSLOT_SUBMIT_RATE: '0',
  FORMSLOT_CREATE_PER_HOUR: '0',
  FORMSLOT_CREATE_SPACING_MS: '0',
  FORMSLOT_TRUST_PROXY: '127.0.0.1',
}
const MALLORY = '203.0.113.7'

/** Creates a form from this network, and sends its first submission. */
async function createFrom(service: TestService, network: string, recipient: string): Promise<void> {
  const headers = { 'x-forwarded-for': network }
  const { status, json, text } = await service.post('/new', { form: { recipient }, headers })
  assert.equal(status, 201, text)
  assert.equal((await service.submit(json as Endpoint, { message: 'x' }, headers)).status, 200)
}

/** Saves the counts, and lets the reputation be read again. */
async function settle(service: TestService): Promise<void> {
  await service.service.maintenance()
  service.pass({ minutes: 1 })
}

/** Starts a service whose mail server knows no address of `made-up.dev`, of which each network has made up two. */
async function start(env: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startSmtpFaultServer())
  const service = stack.use(await startService({ mail: server, env: { ...ENV, ...env } }))
  const told: string[] = []
  server.play((point) => {
    if (point !== 'rcpt_to') return null
    const [, recipient = ''] = /<(.*)>/.exec(server.commands.at(-1) ?? '') ?? []
    told.push(recipient)
    return /made-up/.test(recipient) ? { kind: 'answer', line: '550 5.1.1 no such user' } : null
  })
  return { service, told, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function readMetric(service: TestService, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await service.service.metrics.render())?.[1])
}

async function examine(service: TestService) {
  const { text } = await doctor(service.config, { format: 'json', sendTest: null, now: service.now() })
  const findings: { name: string; status: string; message: string }[] = JSON.parse(text).findings
  return findings.find(({ name }) => name === 'reputation')
}

/** As if these networks had had emails within this hour. */
async function count(service: TestService, networks: number, each: { sent: number; bounced: number }) {
  const hour = toEmailHour(service.now())
  for (let n = 0; n < networks; n += 1)
    await service.sql(
      `insert into unproven_email_hours values (${hour}, 'n${hour}-${n}', ${each.sent}, ${each.bounced}, 0)`,
    )
}

test('a network that creates endpoints for addresses that do not exist waits, and all others continue', async () => {
  await using stage = await start()
  const { service, told } = stage
  for (let n = 0; n < 3; n += 1) await createFrom(service, MALLORY, `x${n}@made-up${n}.dev`)
  await service.deliver()
  await settle(service)
  assert.equal(told.length, 3)
  assert.equal(await readMetric(service, 'formslot_unconfirmed_email_networks_held'), 1)
  assert.equal(await readMetric(service, 'formslot_email_ceiling_reduced'), 0)
  const found = await examine(service)
  assert.equal(found?.status, 'warn')
  assert.match(found?.message ?? '', /of 3 unconfirmed emails in 24 hours, 3 bounced .* 1 networks wait/)

  await createFrom(service, MALLORY, 'y@made-up9.dev')
  await createFrom(service, '198.51.100.1', ADA)
  await service.deliver()
  assert.deepEqual(told.slice(3), [ADA])
  service.pass({ hours: 1 })
  await service.deliver()
  assert.equal(told.length, 4, 'it waits another hour')
  service.pass({ hours: 23 })
  await service.deliver()
  service.pass({ hours: 1 })
  await service.deliver()
  assert.equal(told.at(-1), 'y@made-up9.dev', 'none is lost')
  assert.equal((await examine(service))?.status, 'ok')
})

test('while emails of many networks bounce, a tenth of the ceiling is left, one email per network first', async () => {
  await using stage = await start({ FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '40' })
  const { service, told } = stage
  const ada = await signIn(service)
  service.pass({ hours: 1 })
  await count(service, 40, { sent: 2, bounced: 1 })
  await settle(service)
  assert.equal(await readMetric(service, 'formslot_email_ceiling_reduced'), 1)
  assert.match((await examine(service))?.message ?? '', /only 4 an hour are sent/)
  const before = told.length
  for (let n = 0; n < 8; n += 1) await createFrom(service, MALLORY, `m${n}@company${n}.dev`)
  await createFrom(service, '198.51.100.1', 'honest@honest.dev')
  await service.deliver()
  assert.equal(told.length, before + 3, 'two without turns, and one more network')
  assert.ok(told.includes('honest@honest.dev'))

  await service.submit(ada.endpoint, { message: 'an order' })
  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: ADA })
  service.pass({ seconds: 2 })
  await service.deliver()
  assert.equal(told.length, before + 5, 'confirmed forms and sign-in are not held')

  service.pass({ hours: 25 })
  await service.deliver()
  assert.equal(await readMetric(service, 'formslot_email_ceiling_reduced'), 0)
  for (let n = 0; n < 6; n += 1) {
    service.pass({ hours: 1 })
    await service.deliver()
  }
  assert.equal(told.length, before + 11, 'it ends by itself, and none is lost')
})

test('an operator who has turned the limits off is not limited by bounces', async () => {
  await using stage = await start({ FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '0' })
  const { service, told } = stage
  await count(service, 40, { sent: 0, bounced: 3 })
  for (let n = 0; n < 5; n += 1) await createFrom(service, MALLORY, `x${n}@made-up${n}.dev`)
  await service.deliver()
  await settle(service)
  await createFrom(service, MALLORY, 'y@made-up9.dev')
  await service.deliver()
  assert.equal(told.length, 6)
  assert.equal((await examine(service))?.status, 'ok')
  assert.equal(await readMetric(service, 'formslot_email_ceiling_reduced'), 0)
  assert.equal(await readMetric(service, 'formslot_unconfirmed_email_networks_held'), 0)
})

test('a bounce of a later attempt counts for the network, too', async () => {
  await using stage = await start()
  const { service } = stage
  await createFrom(service, MALLORY, 'x@made-up.dev')
  await service.sql('update outbox set started_at = created_at, attempts = 1')
  await service.deliver()
  await settle(service)
  const rows = await service.sql("select network, bounced from unproven_email_hours where network <> ''")
  assert.equal(Number(rows[0]?.bounced), 1)
})
