import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkScreen } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { startService } from '../support/service/service.ts'

test('the slash key opens the search, arrows choose a result, and Escape brings the menu back', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const page = await browser.newPage()
  await page.goto(`${service.base}/docs/forms`)
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  const results = page.locator('search li a')
  const menu = page.getByRole('link', { name: 'Encrypted email', exact: true })
  await page.keyboard.press('/')
  assert.equal(await field.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.type('Webhook SIGNATURE')
  await results.first().waitFor()
  await checkScreen(page, 'results')
  assert.equal(await menu.isVisible(), false)
  assert.match(
    (await page.getByRole('status').first().textContent()) ?? '',
    /^(?:\d+|The first \d+) results?$/,
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = await results.nth(1).getAttribute('href')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('href')), second)
  await page.keyboard.press('Escape')
  assert.equal(await field.inputValue(), '')
  assert.equal(await menu.isVisible(), true)
  await page.keyboard.type('quiet hours')
  await results.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/emails/)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing is called xyzzy')
  await page.getByText('Nothing found.').waitFor()
})

test('results are text, however the query looks, and a search that fails can be repeated', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const page = await browser.newPage()
  let fails = true
  await page.route('**/docs/search.json', (route) => (fails ? route.abort() : route.continue()))
  await page.goto(`${service.base}/docs`)
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  await field.fill('<form')
  await page.getByText('The search could not be loaded.').waitFor()
  fails = false
  await field.fill('<form ')
  await page.locator('search li a').first().waitFor()
  assert.equal(await page.locator('search form').count(), 0)
})

test('a page is copied as Markdown', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const page = await browser.newPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${service.base}/docs/queues`)
  await page.getByRole('button', { name: 'Copy page as Markdown' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, (await service.get('/docs/queues.md')).text)
})
