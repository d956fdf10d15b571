import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls } from '../../support/fixtures/owner.ts'
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
    assert.equal(row?.settings, null)
    service.pass({ seconds: 2 })
  }
})

test('remembers the site of a form that was tried on its start page first', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await submitFrom(service, endpoint, service.base)
  const siteOf = async () => (await service.sql('select site_host from endpoints'))[0]?.site_host
  assert.equal(await siteOf(), null)
  await submitFrom(service, endpoint, 'http://localhost:4321')
  assert.equal(await siteOf(), 'localhost:4321')
})
