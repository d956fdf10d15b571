import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner shares statistics by a public link, and revokes it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const views = Array.from({ length: 40 }, () => ({ name: '<b>page</b>view', props: { plan: 'secret' } }))
  await service.post(String(telemetry_url), { json: views })
  service.pass({ minutes: 16 })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}?view=settings`)
  const section = page.getByRole('region', { name: 'Public link' })
  await section.getByRole('button', { name: 'Create a public link' }).click()
  await page.confirmSignIn()
  const url = await section.getByRole('textbox', { name: 'Public link' }).inputValue()
  await checkAppearances(page, 'settings with a public link', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })

  const stranger = await openOwnerPage(browser, service)
  await stranger.goto(url)
  await stranger.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
  await stranger.getByRole('row', { name: '<b>page</b>view 40' }).waitFor()
  await checkAppearances(stranger, 'public statistics', ALL_THEMES_AND_SIZES)
  await stranger.getByText('As a table').click()
  await stranger.getByRole('row', { name: /so far 40$/ }).waitFor()
  await stranger.getByRole('link', { name: '24 hours' }).click()
  await stranger.getByText('Events by hour, in UTC').waitFor()
  await checkAppearances(stranger, 'public statistics of a day', ALL_THEMES_AND_SIZES)
  assert.equal(await stranger.evaluate(() => document.cookie), '')

  await section.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Public link revoked').waitFor()
  await section.getByRole('button', { name: 'Create a public link' }).waitFor()
  await stranger.reload()
  await stranger.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await checkAppearances(stranger, 'a revoked public link', BOTH_THEMES)
})
