import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, startService, type TestService } from '../support/service/service.ts'

const HOURS = 6
const FEWER_HOURS = 2
const NETWORKS = Array.from({ length: 10 }, (_, n) => `203.0.113.${n}`)
/** Minutes of each hour at which somebody honest creates a form. */
const HONEST_MINUTES = [1, 25, 50]
const PROXY = { FORMSLOT_TRUST_PROXY: '127.0.0.1' }

/** Creates a form from this address and sends its first submission. Returns its recipient. */
async function createFrom(service: TestService, address: string, recipient: string): Promise<Endpoint> {
  const headers = { 'x-forwarded-for': address }
  const { status, json, text } = await service.post('/new', { form: { recipient }, headers })
  assert.equal(status, 201, text)
  const endpoint = json as Endpoint
  assert.equal((await service.submit(endpoint, { message: 'x' }, headers)).status, 200)
  return endpoint
}

async function listRecipients(service: TestService): Promise<string[]> {
  return (await service.emails()).map(({ to }) => to?.[0]?.address ?? '')
}

/**
 * Ten networks create as many forms as their limits allow for hours. Returns the number of claim emails to their forms,
 * after somebody honest got a claim email within five minutes each time.
 */
async function attack(
  service: TestService,
  { hours, domain }: { hours: number; domain: (n: number) => string },
): Promise<number> {
  let [forms, honest] = [0, 0]
  for (let hour = 0; hour < hours; hour += 1) {
    for (let n = 0; n < 10; n += 1) {
      await Promise.all(
        NETWORKS.map((network) => {
          forms += 1
          return createFrom(service, network, `mallory${forms}@${domain(forms)}`)
        }),
      )
      service.pass({ seconds: 2 })
      await service.deliver()
    }
    let [minute] = [20 / 60]
    for (const at of HONEST_MINUTES) {
      service.pass({ seconds: (at - minute) * 60 })
      await service.deliver()
      honest += 1
      const recipient = `honest${honest}@${domain(100_000 + honest)}`
      await createFrom(service, `198.51.100.${honest}`, recipient)
      await service.deliver()
      service.pass({ minutes: 5 })
      await service.deliver()
      minute = at + 5
      assert.ok((await listRecipients(service)).includes(recipient), `hour ${hour}, minute ${at}`)
    }
    service.pass({ minutes: 60 - minute })
  }
  const recipients = await listRecipients(service)
  assert.equal(forms, hours * 100)
  return recipients.filter((to) => to.startsWith('mallory')).length
}

test('ten networks do not delay the first claim email of others at one domain, for hours', async () => {
  await using service = await startService({ env: PROXY })
  const sent = await attack(service, { hours: HOURS, domain: () => 'target.dev' })
  assert.ok(sent <= HOURS * (30 + NETWORKS.length), `${sent} to their forms`)
  assert.ok(
    sent >= HOURS * 25,
    `${sent} to their forms: almost half of the limit is theirs as long as nobody needs it`,
  )
})

test('ten networks do not delay the first claim email of others on the instance, for hours', async () => {
  await using service = await startService({
    env: { ...PROXY, FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '60' },
  })
  const sent = await attack(service, { hours: FEWER_HOURS, domain: (n) => `company${n}.dev` })
  assert.ok(
    sent >= FEWER_HOURS * 25 && sent <= FEWER_HOURS * (30 + NETWORKS.length),
    `${sent} to their forms`,
  )
})

test('all addresses of an IPv6 /48 are one network, and the second email of a network follows an hour later', async () => {
  await using service = await startService({
    env: { ...PROXY, FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '4' },
  })
  const addresses = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']
  for (const [n, address] of addresses.entries()) await createFrom(service, address, `m${n}@company${n}.dev`)
  await createFrom(service, '2001:db8:2::1', 'honest@company.dev')
  await service.deliver()
  assert.deepEqual(await listRecipients(service), [
    'm0@company0.dev',
    'm1@company1.dev',
    'honest@company.dev',
  ])
  service.pass({ minutes: 59, seconds: 59 })
  await service.deliver()
  assert.equal((await listRecipients(service)).length, 3)
  service.pass({ seconds: 1 })
  await service.deliver()
  assert.equal((await listRecipients(service)).length, 5, 'none is lost')
})

test('a network is held as a whole, however many forms it has', async () => {
  await using service = await startService({
    env: {
      ...PROXY,
      FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '4',
      FORMSLOT_CREATE_PER_HOUR: '0',
      FORMSLOT_CREATE_SPACING_MS: '0',
    },
  })
  for (let n = 0; n < 40; n += 1) await createFrom(service, '203.0.113.1', `m${n}@company${n}.dev`)
  await service.deliver()
  const metrics = await service.service.metrics.render()
  assert.match(metrics, /^formslot_deliveries_held 38$/m)
  const looks = Number(/result="held"\} (\d+)$/m.exec(metrics)?.[1])
  assert.ok(looks <= 10, `${looks} were looked at one by one`)
})

test('the network that created a form is a hash, and forgotten when no limit needs it', async () => {
  await using service = await startService({ env: PROXY })
  const form = await createFrom(service, '203.0.113.1', 'jane@company.dev')
  await service.deliver()
  const read = async () => {
    const [endpoint] = await service.sql(`select network_key from endpoints where id = '${form.form_id}'`)
    const [email] = await service.sql(`select budget_network from outbox where kind = 'claim'`)
    return [endpoint?.network_key, email?.budget_network]
  }
  const [kept, counted] = await read()
  assert.match(String(kept), /^[\w-]{20,}$/)
  assert.equal(counted, kept)
  const purge = () => service.service.maintenance()
  service.pass({ minutes: 59 })
  await purge()
  assert.deepEqual(await read(), [kept, kept])
  service.pass({ minutes: 1 })
  await purge()
  assert.deepEqual(await read(), [kept, null])

  const page = await service.post(await service.linkIn('claim'), {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(page.status, 200)
  assert.deepEqual(await read(), [null, null])
})
