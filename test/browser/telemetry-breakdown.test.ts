import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const PROPS = 8
const USERS = 45

if (!withoutBrowser) await builtDashboard()

test('breaks events down by any property, and finds a value that the list does not show', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const props = Object.fromEntries(Array.from({ length: PROPS }, (_, place) => [`prop ${place}`, place]))
  const events = Array.from({ length: USERS }, (_, place) => ({
    name: 'visit',
    url: `https://ada.dev/page/${String(place).padStart(2, '0')}`,
    props: { ...props, اللغة: place % 2 === 0 ? 'العربية' : '__proto__', session: `<b>${place}</b>` },
  }))
  await service.post(String(telemetry_url), { json: events })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}`)

  const section = page.getByRole('region', { name: 'Properties' })
  await section.getByText('Of all events in this period.').waitFor()
  assert.equal(await section.getByText('in 45 events').count(), 6)
  await section.getByLabel('Find a property').fill('اللغة')
  await section.getByRole('row').filter({ hasText: '__proto__' }).getByText('22').waitFor()
  assert.equal(await section.getByText('in 45 events').count(), 1)
  await section.getByRole('button', { name: 'Show events with اللغة __proto__' }).click()
  const list = page.getByRole('list', { name: 'Events' })
  await list.getByRole('listitem').first().waitFor()
  assert.equal(await list.getByRole('listitem').count(), 22)
  assert.equal(await list.getByText('"العربية"').count(), 0)
  await page.getByRole('button', { name: 'Clear the filter اللغة __proto__' }).click()
  await page.waitForFunction(() => document.querySelectorAll('ul[aria-label="Events"] > li').length === 45)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await section.getByLabel('Find a property').fill('no such')
  await section.getByText('None of the most frequent properties contains “no such”.').waitFor()
  await section.getByLabel('Find a property').fill('')
  await section.getByRole('button', { name: 'Show all 10 properties' }).click()
  assert.equal(await section.getByText('in 45 events').count(), 10)

  const pages = page.getByRole('list', { name: 'Top pages' })
  assert.equal(await pages.getByRole('listitem').count(), 20)
  await page.getByRole('button', { name: 'Show all: Pages' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('45 values.').waitFor()
  assert.equal(await dialog.getByRole('listitem').count(), USERS)
  await checkAppearances(page, 'all values', BOTH_THEMES)
  await dialog.getByRole('searchbox').fill('PAGE/44')
  await dialog.getByText('1 value with “PAGE/44”.').waitFor()
  await dialog.getByText('https://ada.dev/page/44').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await section.getByRole('button', { name: 'Show all: session' }).click()
  await dialog.getByRole('searchbox').fill('<b>44')
  await dialog.getByText('<b>44</b>').waitFor()
})
