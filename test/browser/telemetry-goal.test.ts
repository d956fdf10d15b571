import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('a daily goal is set in the settings, and one line says how far the day is', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const send = () => service.post(String(telemetry_url), { json: [{ name: 'signup' }, { name: 'view' }] })
  await send()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}?view=settings`)
  const section = page.getByRole('region', { name: 'Daily goal' })
  await section.getByLabel('Event').fill('signup')
  await section.getByLabel('Per day').fill('2')
  await page.keyboard.press('Enter')
  await page.getByText('Goal saved').waitFor()
  await section.getByRole('button', { name: 'Remove the goal' }).waitFor()
  await checkAppearances(page, 'settings with a goal', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('1 of 2 “signup” today').waitFor()
  await page.getByText('1 to go.').waitFor()
  await send()
  await page.getByText('2 of 2 “signup” today').waitFor()
  await page.getByText('Goal reached.').waitFor()
  await checkAppearances(page, 'an overview with a goal', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await section.getByRole('button', { name: 'Remove the goal' }).click()
  await page.getByText('Goal removed').waitFor()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('2 of 2 “signup” today').waitFor({ state: 'detached' })
})
