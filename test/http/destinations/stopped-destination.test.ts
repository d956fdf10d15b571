import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_STARTS_PER_DAY } from '../../../src/http/limits/start-rate.ts'
import { FROM_HERE, type Owner, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const SALES = 'sales@lovelace.dev'
const BROWSER = { accept: 'text/html' }
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }

type Listed = { id: string; email: string; confirmed: boolean; state: string; stopped_at: string | null }

async function listDestinations(owner: Owner): Promise<Listed[]> {
  const { settings } = (await owner.get(`/endpoints/${owner.endpoint.form_id}`)).json
  return Object(settings).destinations
}

/** Ada's form with Sales as a confirmed destination, and the page of Sales. */
async function openWithSales(service: TestService) {
  const ada = await signIn(service)
  const form = `/endpoints/${ada.endpoint.form_id}`
  assert.equal((await ada.post(`${form}/destinations`, { email: SALES })).status, 201)
  const link = await service.linkIn('destination')
  assert.equal((await service.post(link, { headers: FROM_HERE })).status, 200)
  const [{ id } = { id: '' }] = await listDestinations(ada)
  return { ada, form, link, id, sales: openBrowserFor(service) }
}

/** Texts of the emails to Sales. */
async function readEmailsToSales(service: TestService): Promise<string[]> {
  await service.deliver()
  return (await service.emails()).filter(({ to }) => to?.[0]?.address === SALES).map(({ text = '' }) => text)
}

test('a stopped destination stays in the settings of the form as stopped, and gets nothing until it starts again', async () => {
  await using service = await startService({ env: PRO })
  const { ada, id, link, sales } = await openWithSales(service)
  await service.submit(ada.endpoint, { message: 'waiting' })
  const stoppedAt = service.now().toISOString()
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  service.pass({ minutes: 5 })
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  await service.submit(ada.endpoint, { message: 'silent' })
  assert.doesNotMatch((await readEmailsToSales(service)).join(), /waiting|silent/)
  const [stopped] = await listDestinations(ada)
  assert.deepEqual(
    [stopped?.id, stopped?.email, stopped?.state, stopped?.confirmed, stopped?.stopped_at],
    [id, SALES, 'stopped', false, stoppedAt],
  )
  const exported = JSON.parse((await ada.get('/account/export')).text)
  assert.deepEqual(exported.endpoints[0].settings.destinations, [stopped])
  const dryRun = await service.post(`/f/${ada.endpoint.form_id}?dry_run=1`, { form: { message: 'x' } })
  assert.deepEqual(dryRun.json.would_route_to, [{ kind: 'email', target_hint: 'a***@l***.dev' }])

  assert.match((await sales.post(`${link}/start`)).text, /You receive messages from this form/)
  assert.match((await sales.post(`${link}/start`)).text, /You receive messages from this form/)
  await service.submit(ada.endpoint, { message: 'loud' })
  const texts = (await readEmailsToSales(service)).join()
  assert.match(texts, /loud/)
  assert.doesNotMatch(texts, /waiting|silent/, 'what was not sent meanwhile stays unsent')
  const [started] = await listDestinations(ada)
  assert.deepEqual([started?.state, started?.confirmed, started?.stopped_at], ['confirmed', true, null])
})

test('the owner of the form cannot start the emails to a stopped destination, only remove it', async () => {
  await using service = await startService({ env: PRO })
  const { ada, form, id, link } = await openWithSales(service)
  const submitted = await service.submit(ada.endpoint, { message: 'one' })
  await service.deliver()
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  const before = await listDestinations(ada)
  for (const change of [
    { destinations: [] },
    { destinations: [{ ...before[0], state: 'confirmed', stopped_at: null }] },
    { stopped_at: null },
    { stoppedAt: null },
  ]) {
    const answer = await ada.patch(form, change)
    assert.deepEqual([answer.status, answer.json.code], [400, 'value_invalid'])
  }
  const answers = [
    await ada.post(`${form}/destinations`, { email: SALES }),
    await ada.post(`${form}/destinations/${id}/resend`),
    await ada.post(`/submissions/${submitted.json.submission_id}/resend`, { destination_id: id }),
  ]
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.code]),
    [
      [409, 'destination_known'],
      [409, 'destination_stopped'],
      [409, 'destination_stopped'],
    ],
  )
  await ada.patch(form, { name: 'Shop', email_notifications: false })
  await ada.patch(form, { email_notifications: true })
  assert.deepEqual(await listDestinations(ada), before)
  for (const mailbox of 'abcdfghij') {
    assert.equal((await ada.post(`${form}/destinations`, { email: `${mailbox}@bo.dev` })).status, 201)
  }
  const tooMany = await ada.post(`${form}/destinations`, { email: 'e@bo.dev' })
  assert.equal(tooMany.json.code, 'limit_reached', 'a stopped destination counts')
  assert.equal((await ada.delete(`${form}/destinations/${id}`)).status, 204)
  assert.equal((await ada.post(`${form}/destinations`, { email: 'e@bo.dev' })).status, 201)
})

test('a scanner that follows the links of the emails, or posts without being a browser, starts and stops nothing', async () => {
  await using service = await startService({ env: PRO })
  const { ada, link } = await openWithSales(service)
  const elsewhere = { origin: 'https://mail.dev', 'sec-fetch-site': 'cross-site' }
  async function scan(): Promise<void> {
    for (const address of [link, `${link}/stop`, `${link}/start`]) {
      for (const method of ['GET', 'HEAD']) {
        assert.equal((await service.post(address, { method, headers: BROWSER })).status, 200, address)
      }
      const refused = await service.post(address, { headers: elsewhere })
      assert.deepEqual([refused.status, /cross_site_action/.test(refused.text)], [403, true], address)
    }
    assert.equal((await service.post(`${link}/start`)).status, 403)
    // One-click requests can stop emails, not start them.
    for (const headers of [{}, elsewhere]) {
      assert.equal((await service.post(`${link}/start`, { form: ONE_CLICK, headers })).status, 403)
    }
  }
  await scan()
  assert.equal((await listDestinations(ada))[0]?.state, 'confirmed')
  await service.submit(ada.endpoint, { message: 'one' })
  await service.deliver()
  const emails = await findEmailsLink(service)
  for (const headers of [{}, elsewhere]) {
    assert.equal((await service.post(`${emails}/start`, { headers })).status, 403)
    assert.equal((await service.post(`${emails}/start`, { form: ONE_CLICK, headers })).status, 403)
  }
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  await service.deliver()
  await scan()
  // The button that confirms is not the one that starts again.
  await service.post(link, { headers: FROM_HERE })
  assert.equal((await listDestinations(ada))[0]?.state, 'stopped')
})

for (const end of ['removes the address', 'retires the form', 'deletes the account'] as const) {
  test(`the link that starts the emails again is dead once the owner ${end}`, async () => {
    await using service = await startService({ env: PRO })
    const { ada, form, id, link, sales } = await openWithSales(service)
    await service.post(`${link}/stop`, { form: ONE_CLICK })
    await service.deliver()
    const ended =
      end === 'removes the address'
        ? await ada.delete(`${form}/destinations/${id}`)
        : end === 'retires the form'
          ? await ada.post(`${form}/retire`)
          : await ada.delete('/account')
    assert.ok(ended.status < 300, ended.text)
    for (const page of [await sales.get(`${link}/start`), await sales.post(`${link}/start`)]) {
      assert.match(page.text, /<h1>You don’t receive messages from this form/)
      assert.match(page.text, /ask the owner of the form to add your address/)
      assert.doesNotMatch(page.text, /<form/)
    }
  })
}

test('the page that starts the emails again is in eight languages and names the address only in part', async () => {
  await using service = await startService({ env: PRO })
  const { link } = await openWithSales(service)
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  const headings = new Set<string | undefined>()
  for (const language of ['en', 'de', 'es', 'fr', 'ja', 'pt', 'zh', 'ar']) {
    const { text } = await service.get(`${link}/start`, { ...BROWSER, 'accept-language': language })
    headings.add(/<h1>([^<]+)/.exec(text)?.[1])
    assert.match(text, /s\*\*\*@l\*\*\*\.dev/)
    assert.doesNotMatch(text, /sales@|ada@/)
    assert.equal([...text.matchAll(/<form/g)].length, 1, 'one button')
  }
  assert.equal(headings.size, 8)
})

test('the audit log says when emails were stopped and started by a link', async () => {
  await using service = await startService({ env: PRO })
  const { ada, form, id, link } = await openWithSales(service)
  await service.submit(ada.endpoint, { message: 'one' })
  await service.deliver()
  const emails = await findEmailsLink(service)
  for (const address of [`${link}/stop`, `${link}/start`, emails, `${emails}/start`]) {
    for (let times = 0; times < 2; times += 1) {
      assert.equal((await service.post(address, { headers: FROM_HERE })).status, 200)
    }
  }
  const { data } = Object((await ada.get('/audit')).json)
  const entries = data.slice(0, 4).toReversed()
  const subject = form.slice('/endpoints/'.length)
  assert.deepEqual(
    entries.map((one: Record<string, unknown>) => [one.action, one.actor, one.subject, one.detail]),
    [
      ['destination_stopped', null, subject, id],
      ['destination_started', null, subject, id],
      ['emails_stopped', null, subject, null],
      ['emails_started', null, subject, null],
    ],
  )
  assert.equal(data[4].action, 'destination_added')
})

test('whoever has a link cannot stop and start emails without end, and stopping always works', async () => {
  await using service = await startService({ env: PRO })
  const { ada, link } = await openWithSales(service)
  await service.submit(ada.endpoint, { message: 'one' })
  await service.deliver()
  const own = (await service.emails()).findLast(({ to }) => to?.[0]?.address === ADA)
  const header = own?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const emails = /<(.*)>/.exec(header)?.[1] ?? assert.fail(header)
  for (const [stop, start] of [
    [`${link}/stop`, `${link}/start`],
    [emails, `${emails}/start`],
  ] as const) {
    for (let times = 0; times < MAX_STARTS_PER_DAY; times += 1) {
      assert.equal((await service.post(stop, { form: ONE_CLICK })).status, 200)
      assert.equal((await service.post(start, { headers: FROM_HERE })).status, 200)
    }
    assert.equal((await service.post(stop, { form: ONE_CLICK })).status, 200)
    const refused = await service.post(start, { headers: FROM_HERE })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), String(24 * 60 * 60))
    assert.match(refused.text, /Please try again in 24 hours/)
  }
  const [stopped] = await listDestinations(ada)
  assert.equal(stopped?.state, 'stopped')
  service.pass({ days: 1 })
  assert.equal((await service.post(`${link}/start`, { headers: FROM_HERE })).status, 200)
})

/** The link of the newest email to Ada that stops her emails. */
async function findEmailsLink(service: TestService): Promise<string> {
  const own = (await service.emails()).findLast(({ to }) => to?.[0]?.address === ADA)
  const header = own?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return /<(.*)>/.exec(header)?.[1] ?? assert.fail(header)
}
