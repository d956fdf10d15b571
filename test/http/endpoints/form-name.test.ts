import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, signIn } from '../../support/fixtures/owner.ts'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'same-origin' }

/** Submits from a page of this origin. */
async function submitFrom(service: TestService, endpoint: Endpoint, origin?: string): Promise<void> {
  await service.submit(endpoint, { message: 'x' }, origin === undefined ? {} : { origin })
}

/** The value of the field for the name on this page; null without the field. */
const fieldIn = (page: string) => /<input id="name" [^>]*value="([^"]*)"/.exec(page)?.[1] ?? null

test('suggests the host of the first site as the name of a form, and saves what its owner makes of it', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await submitFrom(service, endpoint)
  await submitFrom(service, endpoint, service.base)
  await submitFrom(service, endpoint, 'https://www.studio-nord.de')
  await submitFrom(service, endpoint, 'https://mallory.dev')
  const link = await service.linkIn('claim')
  const page = await service.get(link, BROWSER)
  assert.match(page.text, /<label for="name">What’s this form called\?<\/label>/)
  assert.equal(fieldIn(page.text), 'studio-nord.de')
  const opened = await service.post(`${link}/open`, { form: { name: ' Studio, contact ' }, headers: BROWSER })
  assert.equal(opened.status, 303)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { get } = createCalls(service, { cookie, ...BROWSER, accept: 'application/json' })
  assert.equal((await get(`/endpoints/${endpoint.form_id}`)).json.name, 'Studio, contact')
  assert.equal(fieldIn((await service.get(link, BROWSER)).text), null, 'asked once')
  await service.post(`${link}/open`, { form: { name: 'Mallory' }, headers: BROWSER })
  assert.equal((await get(`/endpoints/${endpoint.form_id}`)).json.name, 'Studio, contact')
})

test('confirms a form also without a usable name', async () => {
  await using service = await startService()
  for (const [origin, given] of [
    [undefined, ''],
    ['null', 'x'.repeat(101)],
    [`https://${'a.'.repeat(60)}dev`, undefined],
    ['http://localhost:4321', ''],
  ] as const) {
    const endpoint = await service.createEndpoint()
    await submitFrom(service, endpoint, origin)
    const link = await service.linkIn('claim')
    assert.equal(fieldIn((await service.get(link, BROWSER)).text), '', String(origin))
    const form = given === undefined ? {} : { form: { name: given } }
    const opened = await service.post(`${link}/open`, { ...form, headers: BROWSER })
    assert.equal(opened.status, 303)
    const [row] = await service.sql(
      `select confirmed_at, settings from endpoints where id = '${endpoint.form_id}'`,
    )
    assert.notEqual(row?.confirmed_at, null)
    assert.equal(JSON.parse(String(row?.settings)).name, undefined)
    service.pass({ days: 2 })
  }
})

test('remembers the site of a form that was tried on its start page first', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await submitFrom(service, endpoint, service.base)
  const siteOf = async () => (await service.sql('select site_host from endpoints'))[0]?.site_host
  for (const [origin, site] of [
    [undefined, null],
    ['http://localhost:4321', 'localhost:4321'],
    ['http://127.0.0.1:5173', 'localhost:4321'],
    ['http://app.localhost', 'localhost:4321'],
    ['https://localhost.studio-nord.de', 'localhost.studio-nord.de'],
    ['https://mallory.dev', 'localhost.studio-nord.de'],
  ] as const) {
    await submitFrom(service, endpoint, origin)
    assert.equal(await siteOf(), site, String(origin))
  }
})

test('calls a form by the host of its first page until its owner names it, in emails from the confirmation on', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ seconds: 2 })
  const form = await service.createEndpoint()
  const path = `/endpoints/${form.form_id}`
  const nameOf = async () => (await ada.get(path)).json.name
  const email = async () => {
    await service.deliver()
    const { from, subject, text, html } = (await service.emails()).at(-1) ?? {}
    return { shown: `${from?.name} | ${subject}`, all: `${subject} ${text} ${html}` }
  }
  await submitFrom(service, form, 'https://www.studio-nord.de')
  const claim = await email()
  assert.equal(claim.shown, 'Formslot | Your form received its first message')
  await service.get(await service.linkIn('claim'))
  assert.equal(await nameOf(), 'studio-nord.de')
  await submitFrom(service, form, 'https://studio-nord.de')
  const unconfirmed = await email()
  assert.equal(unconfirmed.shown, 'Formslot | New message from your form')
  for (const { all } of [claim, unconfirmed]) assert.doesNotMatch(all, /studio/)

  await ada.post(`${path}/confirm`)
  await submitFrom(service, form, 'https://mallory.dev')
  assert.equal((await email()).shown, 'Formslot | New message from studio-nord.de', 'a host is no sender')
  const names = async () => [
    await nameOf(),
    Object((await ada.get(`/submissions?endpoint=${form.form_id}`)).json.data)[0].endpoint_name,
    Object((await ada.get('/usage')).json.endpoints).find(({ id }: { id: string }) => id === form.form_id)
      .name,
    Object((await ada.get('/endpoints?q=STUDIO')).json.data)[0]?.name,
  ]
  assert.deepEqual(await names(), Array(4).fill('studio-nord.de'))
  await ada.patch(path, { name: 'Studio, contact' })
  assert.deepEqual(await names(), Array(4).fill('Studio, contact'))
  await ada.patch(path, { name: null })
  assert.equal(await nameOf(), 'studio-nord.de')

  const own = String((await ada.post('/endpoints', {})).json.id)
  await service.post(`/f/${own}`, { form: { message: 'x' }, headers: { origin: 'https://lovelace.dev' } })
  assert.equal((await ada.get(`/endpoints/${own}`)).json.name, 'lovelace.dev')
})

test('lets no stranger choose the sender or the whole subject of emails about a form without a name', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ seconds: 2 })
  const form = await service.createEndpoint()
  await submitFrom(service, form)
  await service.get(await service.linkIn('claim'))
  await ada.post(`/endpoints/${form.form_id}/confirm`)
  await ada.patch(`/endpoints/${form.form_id}`, { submitted_subject: true })
  const fields = { message: 'x', email: 'mallory@mallory.dev', _subject: 'New bank details' }
  await service.submit(form, fields, { origin: 'https://payroll.lovelace.dev' })
  await service.deliver()
  const { from, subject } = (await service.emails()).at(-1) ?? {}
  assert.equal(from?.name, 'Formslot')
  assert.equal(subject, 'New message from payroll.lovelace.dev · New bank details')
})

test('calls no form by a host that no website has', async () => {
  await using service = await startService()
  const form = await service.createEndpoint()
  const hosts = [
    'your-account-is-locked!call(555)1234',
    '{a}.dev',
    'a"b.dev',
    '*.dev',
    'a&b=c',
    '.',
    '..',
    'a..dev',
  ]
  for (const host of hosts) {
    await submitFrom(service, form, `https://${host}`)
    assert.equal((await service.sql('select site_host from endpoints'))[0]?.site_host, null, host)
  }
  await submitFrom(service, form, 'https://BÜCHER.my_site.dev:8443')
  assert.equal(
    (await service.sql('select site_host from endpoints'))[0]?.site_host,
    'xn--bcher-kva.my_site.dev:8443',
  )
})
