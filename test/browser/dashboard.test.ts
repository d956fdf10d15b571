import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { startService } from '../support/service/service.ts'

const SCREENS = ['inbox', 'endpoints', 'endpoints/f_1', 'usage', 'keys', 'sessions', 'account', 'inbox/sub_1']
/** A second after the first attempt, and two after the next. */
const RETRIES_MS = [1_000, 2_000]

await builtDashboard()

test('shows an error on every screen while the API is unreachable, without layout or policy violations', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
  const page = await context.newPage()
  await page.clock.install()
  for (const screen of SCREENS) {
    await page.goto(`${service.base}/app/${screen}`)
    await page.locator('main [role="status"]:visible').first().waitFor()
    for (const wait of RETRIES_MS) await page.clock.fastForward(wait)
    await page.getByRole('heading', { name: 'Can’t reach Formslot' }).first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    await checkAppearances(page, screen, BOTH_THEMES)
  }
})

test('applies the chosen theme before the first paint and after a reload', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1280, height: 800 } })
  await context.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
  const page = await context.newPage()
  await page.goto(`${service.base}/app/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  assert.notEqual(await paper(), light)
  // The script of the dashboard is blocked; the colors still apply.
  await context.route('**/assets/index-*.js', (route) => route.abort())
  await page.reload()
  assert.notEqual(await paper(), light)
})

test('navigates by shortcuts, which are off while typing, under dialogs and when disabled', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
  const page = await context.newPage()
  await page.goto(`${service.base}/app/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  for (const [keys, name] of [
    ['gf', 'Forms'],
    ['gu', 'Usage and plan'],
    ['gk', 'API keys'],
    ['gs', 'Sessions'],
    ['ga', 'Account'],
    ['gf', 'Forms'],
  ] as const) {
    await page.keyboard.type(keys)
    await heading(name).waitFor()
    assert.equal(await page.title(), `${name} · Formslot`)
  }
  await page.evaluate(() => document.body.append(document.createElement('input')))
  await page.locator('body > input').focus()
  await page.keyboard.type('ga')
  assert.equal(await page.locator('body > input').inputValue(), 'ga')
  await page.evaluate(() => document.querySelector('body > input')?.remove())
  await page.keyboard.press('n')
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.waitFor()
  await page.keyboard.type('ga?')
  assert.equal(await field.inputValue(), 'ga?')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('New form').waitFor()
  await page.keyboard.type('ga')
  await list.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.type('ga?')
  assert.equal(await page.title(), 'Forms · Formslot')
  assert.equal(await page.getByRole('dialog').count(), 0)
})
