import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doctor } from '../../src/commands/doctor.ts'
import { claimFor, openBrowserFor, signIn } from '../support/fixtures/owner.ts'
import { ADA, type Endpoint, startService, type TestService } from '../support/service/service.ts'

const UNLIMITED = {
  FORMSLOT_SUBMIT_RATE: '0',
  FORMSLOT_CREATE_PER_HOUR: '0',
  FORMSLOT_CREATE_SPACING_MS: '0',
  FORMSLOT_TRUST_PROXY: '127.0.0.1',
}

let networks = 0

/** Creates a form for each address, each from a network of its own, and submits to it, within a second. */
async function submitForEach(service: TestService, addresses: readonly string[]): Promise<Endpoint[]> {
  return Promise.all(
    addresses.map(async (recipient) => {
      networks += 1
      const headers = { 'x-forwarded-for': `10.0.${networks >> 8}.${networks & 255}` }
      const { json } = await service.post('/new', { form: { recipient }, headers })
      const endpoint = json as Endpoint
      const { status } = await service.submit(endpoint, { message: `for ${recipient}` })
      assert.equal(status, 200)
      return endpoint
    }),
  )
}

const listAddresses = (count: number, domain: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `person${n}@${domain(n)}`)

/** Delivers what is due, and returns the recipients of all emails so far. */
async function listRecipients(service: TestService): Promise<(string | undefined)[]> {
  await service.deliver()
  return (await service.emails()).map(({ to }) => to?.[0]?.address)
}

async function countHeld(service: TestService): Promise<number> {
  const metrics = await service.service.metrics.render()
  return Number(/^formslot_deliveries_held (\d+)$/m.exec(metrics)?.[1])
}

test('the instance sends no more unconfirmed emails an hour than the setting allows, and holds the rest', async () => {
  await using service = await startService({
    env: { ...UNLIMITED, FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '5' },
  })
  const ada = await signIn(service)
  service.pass({ hours: 1 })
  await submitForEach(
    service,
    listAddresses(12, (n) => `company${n}.dev`),
  )
  assert.equal((await listRecipients(service)).length, 1 + 5)
  assert.equal(await countHeld(service), 7)
  const metrics = await service.service.metrics.render()
  assert.match(metrics, /^formslot_unconfirmed_emails_per_hour 5$/m)

  await service.submit(ada.endpoint, { message: 'an order' })
  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: ADA })
  service.pass({ seconds: 2 })
  assert.equal((await listRecipients(service)).length, 1 + 5 + 2, 'confirmed forms and sign-in are not held')

  service.pass({ minutes: 59, seconds: 57 })
  assert.equal((await listRecipients(service)).length, 1 + 5 + 2)
  service.pass({ seconds: 1 })
  assert.equal((await listRecipients(service)).length, 1 + 10 + 2)
  service.pass({ hours: 1 })
  const recipients = await listRecipients(service)
  assert.equal(new Set(recipients).size, 1 + 12, 'none is lost')
  assert.equal(await countHeld(service), 0)
})

test('a held email is not retried over and over, and is sent when its form is confirmed', async () => {
  await using service = await startService({
    env: { ...UNLIMITED, FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '3' },
  })
  const ada = await signIn(service)
  const form = await claimFor(service)
  await service.submit(form, { message: 'waits' })
  await submitForEach(
    service,
    listAddresses(40, (n) => `company${n}.dev`),
  )
  await service.deliver()
  assert.equal(await countHeld(service), 40)
  const metrics = await service.service.metrics.render()
  const looks = Number(/result="held"\} (\d+)$/m.exec(metrics)?.[1])
  assert.ok(looks <= 10, `${looks} were looked at one by one`)

  assert.equal((await ada.post(`/endpoints/${form.form_id}/confirm`)).status, 200)
  await service.deliver()
  assert.equal(await countHeld(service), 39)
  assert.match((await service.emails()).at(-1)?.text ?? '', /waits/)
})

test('the addresses of one domain get sixty unconfirmed emails an hour, those of large providers more', async () => {
  await using service = await startService({ env: UNLIMITED })
  await submitForEach(
    service,
    listAddresses(62, () => 'target.dev'),
  )
  await submitForEach(
    service,
    listAddresses(62, () => 'gmail.com'),
  )
  await submitForEach(service, ['one@other.dev'])
  const recipients = await listRecipients(service)
  const countOf = (domain: string) => recipients.filter((to) => to?.endsWith(`@${domain}`)).length
  assert.deepEqual([countOf('target.dev'), countOf('gmail.com'), countOf('other.dev')], [60, 62, 1])
  assert.equal(await countHeld(service), 2)
  service.pass({ hours: 1 })
  assert.equal((await listRecipients(service)).length, 62 + 62 + 1)
})

test('half of what the instance and a domain may send is kept for claim emails', async () => {
  const perHour = 12
  // Their two claim emails, one of the others without turns, and one in the turn of the other network.
  const flood = 4
  await using service = await startService({
    env: { ...UNLIMITED, FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: String(perHour) },
  })
  const flooded = await submitForEach(service, ['mallory@one.dev', 'mallory@two.dev'])
  await service.deliver()
  for (const endpoint of flooded) {
    for (let n = 0; n < 9; n += 1) await service.submit(endpoint, { message: `flood ${n}` })
  }
  assert.equal((await listRecipients(service)).length, flood)
  assert.equal(await countHeld(service), 2 * 10 - flood)
  const owners = listAddresses(perHour - flood + 1, (n) => `company${n}.dev`)
  await submitForEach(service, owners)
  const recipients = await listRecipients(service)
  assert.equal(recipients.length, perHour)
  assert.ok(
    recipients.slice(flood).every((to) => to?.startsWith('person')),
    'the emails of others are sent at once',
  )
  service.pass({ hours: 1 })
  const later = await listRecipients(service)
  assert.equal(later.filter((to) => to?.startsWith('person')).length, owners.length)
  for (let hour = 0; hour < 4; hour += 1) {
    service.pass({ hours: 1 })
    await service.deliver()
  }
  assert.equal((await service.emails()).length, 2 * 10 + owners.length, 'none is lost')
})

test('the form of one stranger does not use up what a domain may send', async () => {
  await using service = await startService({ env: UNLIMITED })
  const flooded = await submitForEach(
    service,
    listAddresses(6, () => 'target.dev'),
  )
  await service.deliver()
  for (const endpoint of flooded) {
    for (let n = 0; n < 9; n += 1) await service.submit(endpoint, { message: `flood ${n}` })
  }
  assert.equal((await listRecipients(service)).length, 20)
  await submitForEach(service, ['owner@target.dev'])
  assert.equal((await listRecipients(service)).at(-1), 'owner@target.dev')
})

test('the operator names the domains that are large, and turns both limits off with 0', async () => {
  for (const [name, value] of [
    ['FORMSLOT_LARGE_MAIL_DOMAINS', 'gmail.com, Target.DEV'],
    ['FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR', '0'],
  ] as const) {
    await using service = await startService({ env: { ...UNLIMITED, [name]: value } })
    await submitForEach(
      service,
      listAddresses(62, () => 'target.dev'),
    )
    assert.equal((await listRecipients(service)).length, 62)
  }
})

test('the doctor tells how many unconfirmed emails were sent, and warns at the limit', async () => {
  await using service = await startService({
    env: { ...UNLIMITED, FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '3' },
  })
  const examine = async () => {
    const { text } = await doctor(service.config, { format: 'json', sendTest: null, now: service.now() })
    const { findings } = JSON.parse(text)
    return findings.find(({ name }: { name: string }) => name === 'unconfirmed emails')
  }
  await submitForEach(
    service,
    listAddresses(2, (n) => `company${n}.dev`),
  )
  await service.deliver()
  assert.deepEqual([(await examine()).status, (await examine()).message], ['ok', '2 of 3 in the last hour'])
  await submitForEach(service, ['a@third.dev', 'b@fourth.dev'])
  await service.deliver()
  const atLimit = await examine()
  assert.equal(atLimit.status, 'warn')
  assert.match(atLimit.fix, /raise FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR/)
  service.pass({ hours: 1 })
  assert.equal((await examine()).message, '0 of 3 in the last hour')
})
