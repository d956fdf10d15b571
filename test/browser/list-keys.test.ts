import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox, openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const skip = withoutBrowser
const SENDERS = 20
const ENDPOINTS = ['Contact', 'Orders', 'Surveys']

if (!withoutBrowser) await builtDashboard()

test('a link to an old submission shows its row in the list', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  const row = page.getByRole('link', { name: /\bGrace Hopper\b/ })
  await row.click()
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  for (let place = 1; place <= SENDERS; place += 1) {
    service.pass({ minutes: 1 })
    await service.submit(endpoint, { name: `Sender ${place}` })
  }
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  await row.waitFor()
  assert.ok(await row.evaluate((link) => link.getBoundingClientRect().bottom <= window.innerHeight))
})

test('moves in the inbox with arrows, Home, End and Page keys, also without single-key shortcuts', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  for (let place = 1; place <= SENDERS; place += 1) {
    service.pass({ minutes: 1 })
    await service.submit(endpoint, { name: `Sender ${place}`, message: 'Hello' })
  }
  await page.evaluate(() => localStorage.setItem('formslot-shortcuts', 'off'))
  await page.reload()
  const row = (name: string) => page.getByRole('link', { name: new RegExp(`\\b${name}\\b`) })
  await row(`Sender ${SENDERS}`).waitFor()

  await press('ArrowDown', row('Sender 20'))
  await press('ArrowDown', row('Sender 19'))
  await press('ArrowUp', row('Sender 20'))
  await press('ArrowUp', row('Sender 20'))
  await press('End', row('Grace Hopper'))
  await press('ArrowDown', row('Grace Hopper'))
  await press('Home', row('Sender 20'))
  await page.keyboard.press('PageDown')
  const below = await focusedPlace()
  assert.ok(below > 2 && below < SENDERS, `a page leads to row ${below}`)
  await press('PageUp', row('Sender 20'))

  await page.keyboard.press('j')
  await row('Sender 20').and(page.locator(':focus')).waitFor()
  await press('ArrowDown', row('Sender 19'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Sender 19' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { level: 2, name: 'Sender 18' }).waitFor()
  await row('Sender 18').and(page.locator(':focus')).waitFor()

  async function press(key: string, target: Locator) {
    await page.keyboard.press(key)
    await target.and(page.locator(':focus')).waitFor()
  }

  function focusedPlace(): Promise<number> {
    return page.evaluate(() => Number(document.activeElement?.closest('li')?.dataset.place ?? -1))
  }
})

test('moves the focus with the open message, from the list and from within the message', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  for (let place = 1; place <= 5; place += 1) {
    service.pass({ minutes: 1 })
    await service.submit(endpoint, { name: `Sender ${place}`, message: 'Hello' })
  }
  await page.reload()
  const row = (name: string) => page.rows().filter({ hasText: name }).getByRole('link')
  await row('Sender 5').click()
  await isOpen('Sender 5')

  await press('j', 'Sender 4')
  await press('j', 'Sender 3')
  await press('k', 'Sender 4')
  await press('ArrowDown', 'Sender 3')
  await press('j', 'Sender 2')
  await press('ArrowUp', 'Sender 3')

  await page.getByRole('tab', { name: 'Raw' }).focus()
  await press('k', 'Sender 4')
  await press('ArrowUp', 'Sender 5')
  const older = page.getByRole('button', { name: 'Older' })
  await older.click()
  await isOpen('Sender 4')
  await older.and(page.locator(':focus')).waitFor()

  async function press(key: string, name: string) {
    await page.keyboard.press(key)
    await isOpen(name)
    await row(name).and(page.locator(':focus')).waitFor()
  }

  async function isOpen(name: string) {
    await page.getByRole('heading', { level: 2, name }).waitFor()
    await row(name).and(page.locator('[aria-current="page"]')).waitFor()
  }
})

test('moves in lists of endpoints and keys with arrows, Home, End and Page keys', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const name of ENDPOINTS) {
    service.pass({ minutes: 1 })
    await ada.post('/endpoints', { name })
  }
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const row = (name: string) => page.locator('main').getByRole('link', { name, exact: true })

  await page.screen('/forms')
  await page.getByRole('searchbox').focus()
  await press('ArrowDown', row('Surveys'))
  await press('ArrowDown', row('Orders'))
  await press('End', row(ada.endpoint.form_id))
  await press('ArrowUp', row('Contact'))
  await press('Home', row('Surveys'))
  await press('PageDown', row(ada.endpoint.form_id))
  await press('PageUp', row('Surveys'))

  async function press(key: string, target: Locator) {
    await page.keyboard.press(key)
    await target.and(page.locator(':focus')).waitFor()
  }
})

test('runs shortcuts in the list after choosing an endpoint', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openInbox(browser, service)
  await service.submit(endpoint, { name: 'Charles Babbage', message: 'Hello' })
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'formslot-csrf': '1' }
    await fetch('/api/v1/endpoints', { method: 'POST', headers, body: '{"name":"Job applications"}' })
  })
  await page.reload()
  await rows().first().waitFor()

  await page.getByRole('button', { name: 'Form: All forms' }).click()
  await page.getByRole('option', { name: endpoint.form_id }).click()
  await page.waitForURL(new RegExp(`endpoint=${endpoint.form_id}`))
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await rows().nth(1).waitFor()
  await page.keyboard.press('j')
  await rows().first().getByRole('link').and(page.locator(':focus')).waitFor()
  assert.match(page.url(), new RegExp(`endpoint=${endpoint.form_id}$`))

  await page.getByRole('button', { name: /^Form: / }).focus()
  await page.keyboard.press('j')
  await rows().nth(1).getByRole('link').and(page.locator(':focus')).waitFor()
  assert.match(page.url(), new RegExp(`endpoint=${endpoint.form_id}$`))
})
