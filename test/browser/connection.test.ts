import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openInbox } from '../support/browser/owner-page.ts'
import { startService } from '../support/service/service.ts'

await builtDashboard()

test('stays in the dashboard while the service restarts, and comes back by itself', {
  skip: withoutBrowser,
}, async () => {
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-connection-'))
  opened.defer(() => rm(dataDir, { recursive: true }))
  await using service = await startService({ dataDir })
  await using browser = await openBrowser()
  const { page } = await openInbox(browser, service)
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await page.waitForParts()

  await service.close()
  const banner = page.getByText('Connection lost. Reconnecting…')
  await banner.waitFor()
  await page.checkScreen('connection lost')
  await page.getByRole('link', { name: 'Usage', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Can’t reach Formslot' }).first().waitFor()

  opened.use(
    await startService({ dataDir, env: { FORMSLOT_PORT: String(service.port) }, now: service.now() }),
  )
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
  await page.getByRole('heading', { name: 'Can’t reach Formslot' }).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => Reflect.get(window, 'neverReloaded')), true)
})

test('says why a screen waits for a service that never answers, and loads it when it does', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page } = await openInbox(browser, service)
  await page.waitForParts()
  await page.clock.install()
  let isAway = true
  // A host that is gone answers nothing, not even a refusal, and the browser still has a network.
  await page.route('**/api/v1/usage', (route) => (isAway ? undefined : route.continue()))
  await page.route('**/healthz', (route) => (isAway ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Usage', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
  await page.clock.fastForward(4_000)
  await page.getByRole('heading', { name: 'Can’t reach Formslot' }).first().waitFor()
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
  await page.checkScreen('a screen that waits for the service')
  isAway = false
  await page.getByRole('heading', { level: 2, name: /plan$/ }).waitFor()
})

test('says why a screen waits while the browser is offline, and loads it afterwards', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page } = await openInbox(browser, service)
  await page.waitForParts()
  await page.route('**/api/v1/usage', () => undefined)
  await page.getByRole('link', { name: 'Usage', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
  await page.context().setOffline(true)
  await page
    .getByRole('heading', { name: 'Can’t reach Formslot' })
    .or(page.getByRole('heading', { name: 'You’re offline' }))
    .first()
    .waitFor()
  await page.unroute('**/api/v1/usage')
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 2, name: /plan$/ }).waitFor()
})

test('offers a retry for a part that could not be loaded, without leaving the page', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page } = await openInbox(browser, service)
  await page.route('**/assets/account-*.js', (route) => route.abort('connectionrefused'))
  await openUsage(page, service)
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await goToMissingAccount(page)
  await page.checkScreen('a page that could not be loaded')
  await page.unroute('**/assets/account-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Account', exact: true }).waitFor()
  assert.equal(await page.evaluate(() => Reflect.get(window, 'neverReloaded')), true)
})

test('reloads the page for a part that an upgrade has replaced', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page } = await openInbox(browser, service)
  await page.route('**/assets/account-*.js', (route) => route.fulfill({ status: 404 }))
  await openUsage(page, service)
  await goToMissingAccount(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor()
  await page.unroute('**/assets/account-*.js')
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Account', exact: true }).waitFor()
  assert.equal(await page.evaluate(() => Reflect.get(window, 'neverReloaded')), undefined)
})

/** Opens the usage screen and waits for the requests of parts: the retry of a part waits for one that is on its way. */
async function openUsage(page: OwnerPage, { base }: { base: string }): Promise<void> {
  await page.goto(`${base}/app/usage`)
  await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
  await page.waitForParts()
}

async function goToMissingAccount(page: OwnerPage): Promise<void> {
  await page.keyboard.type('ga')
  await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor()
}
