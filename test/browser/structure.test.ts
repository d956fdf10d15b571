import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const skip = withoutBrowser
const SETTINGS = ['account', 'keys', 'sessions', 'activity']

if (!withoutBrowser) await builtDashboard()

test('lists forms, telemetry and queues first, then usage and settings', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  const places = page.locator('header').getByRole('navigation').getByRole('link')
  const names = (await places.allInnerTexts()).map((text) => text.split('\n')[0])
  assert.deepEqual(names, ['Inbox', 'Forms', 'Telemetry', 'Queues', 'Usage', 'Settings'])
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await sections.last().waitFor()
  const titles = ['Account', 'People', 'Encryption', 'API keys', 'Notifications', 'Sessions', 'Activity']
  assert.deepEqual(await sections.allInnerTexts(), titles)
})

test('redirects former addresses of the dashboard', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = ada.endpoint.form_id
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const moved = {
    '/endpoints?state=retired': '/forms?state=retired',
    [`/endpoints/${id}?view=danger`]: `/forms/${id}/settings/danger`,
    [`/endpoints/${id}?view=table`]: `/forms/${id}?view=table`,
    [`/forms/${id}?view=settings`]: `/forms/${id}/settings/general`,
    [`/forms/${id}?view=emails`]: `/forms/${id}/settings/emails`,
    [`/forms/${id}/settings`]: `/forms/${id}/settings/general`,
    [`/forms/${id}/settings/unknown`]: `/forms/${id}/settings/general`,
    '/keys': '/settings/keys',
    '/sessions': '/settings/sessions',
    '/account': '/settings/account',
    '/settings': '/settings/account',
  }
  for (const [from, to] of Object.entries(moved)) {
    await page.goto(`${service.base}/app${from}`)
    await page.waitForURL(`${service.base}/app${to}`)
  }
})

test('retires forms, telemetry endpoints and queues in their settings', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const telemetry = Object((await ada.post('/telemetry', {})).json)
  const queue = Object((await ada.post('/queues', {})).json)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const screens = [
    { at: `/telemetry/${telemetry.id}`, button: 'Retire the endpoint' },
    { at: `/queues/${queue.id}`, button: 'Retire the queue' },
  ]
  for (const { at, button } of screens) {
    await page.screen(at)
    assert.equal(await page.getByRole('tab', { name: 'Retire' }).count(), 0)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: button }).waitFor()
  }
  await page.screen(`/forms/${ada.endpoint.form_id}`)
  await page.openSection('Retire or delete')
  await page.getByRole('button', { name: 'Retire the form' }).waitFor()
})

test('shows the titles of all screens at the same place', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const screens = ['/forms', `/forms/${ada.endpoint.form_id}`, '/telemetry', '/queues', '/usage']
  const places = new Set<string>()
  for (const at of [...screens, ...SETTINGS.map((section) => `/settings/${section}`)]) {
    await page.screen(at)
    const box = await page.getByRole('heading', { level: 1 }).boundingBox()
    places.add(`${Math.round(box?.x ?? 0)} ${Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)}`)
  }
  assert.equal(places.size, 1, [...places].join('; '))
})

test('sorts forms by name, use and latest submission', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const name of ['Orders', 'Contact', 'Surveys']) {
    service.pass({ minutes: 1 })
    const form = Object((await ada.post('/endpoints', { name })).json)
    const endpoint = { ...ada.endpoint, endpoint_url: form.endpoint_url, form_id: form.id }
    if (name === 'Orders') await service.submit(endpoint, { message: 'one' })
    if (name !== 'Surveys') await service.submit(endpoint, { message: 'two' })
  }
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/forms')
  const first = (name: string) =>
    page.locator('main').getByRole('listitem').first().getByRole('link', { name, exact: true })
  await first('Surveys').waitFor()
  for (const { by, name, at } of [
    { by: 'Name', name: 'Contact', at: /sort=name/ },
    { by: 'Most used', name: 'Orders', at: /sort=used/ },
    { by: 'Latest activity', name: 'Contact', at: /sort=latest/ },
    { by: 'Newest', name: 'Surveys', at: /\/forms$/ },
  ]) {
    await page.getByLabel('Sort by').click()
    await page.getByRole('option', { name: by }).click()
    await first(name).waitFor()
    await page.waitForURL(at)
  }
})
