import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox } from '../support/browser/owner-page.ts'
import { startService } from '../support/service/service.ts'

const skip = withoutBrowser
/** More than the first page of a list. */
const MANY = 55

if (!withoutBrowser) await builtDashboard()

test('never says "50+", and counts the unread submissions of the spam folder', { skip }, async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  for (let place = 1; place <= MANY; place += 1) {
    service.pass({ minutes: 1 })
    await service.submit(endpoint, { name: `Sender ${place}`, message: `Hello ${place}` })
  }
  for (const _gotcha of ['a', 'b']) await service.submit(endpoint, { name: 'Mallory', _gotcha })
  await page.reload()
  await page.getByText(`Sender ${MANY}`).waitFor()
  await page.getByRole('link', { name: 'Spam 2 unread' }).waitFor()
  const status = () => page.getByRole('region', { name: 'Inbox' }).getByRole('status').allTextContents()
  assert.doesNotMatch((await status()).join(), /\d\+/)
  await page.keyboard.type('je')
  await page.getByText('Archived', { exact: true }).waitFor()
  assert.doesNotMatch((await status()).join(), /\d\+/)
})

test('shows what is chosen, open and unread in forced colors', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service, { forcedColors: 'active' })
  await service.submit(endpoint, { name: 'Ada Byron', message: 'Hello' })
  await page.reload()
  await page.rows().filter({ hasText: 'Grace' }).getByRole('link').click()
  await page.getByRole('tab', { name: 'Delivery' }).waitFor()
  // The row changes in a frame of its own.
  await page.waitForFunction(() => {
    const row = document.querySelector('li > div:has(> a[aria-current])')
    return row && getComputedStyle(row).borderLeftWidth !== '1px'
  })
  const colors = await page.evaluate(() => {
    const style = (selector: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`there is no ${selector}`)
      return getComputedStyle(element)
    }
    return {
      page: getComputedStyle(document.body).backgroundColor,
      folder: style('nav[aria-label="Folders"] [aria-current]').borderBottomColor,
      otherFolder: style('nav[aria-label="Folders"] a:not([aria-current])').borderBottomColor,
      tab: style('[role="tab"][aria-selected="true"]').borderBottomColor,
      otherTab: style('[role="tab"][aria-selected="false"]').borderBottomColor,
      openRow: style('li > div:has(> a[aria-current])').borderLeftWidth,
      otherRow: style('li > div:not(:has(> a[aria-current]))').borderLeftWidth,
      dot: style('li .rounded-full.size-2').backgroundColor,
    }
  })
  assert.notEqual(colors.folder, colors.page)
  assert.equal(colors.otherFolder, colors.page)
  assert.notEqual(colors.tab, colors.page)
  assert.equal(colors.otherTab, colors.page)
  assert.equal(colors.openRow, '8px')
  assert.equal(colors.otherRow, '0px')
  assert.notEqual(colors.dot, colors.page)
})

test('opens the export menu within a landmark', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page } = await openInbox(browser, service)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).waitFor()
  await page.checkScreen('the export menu')
})
