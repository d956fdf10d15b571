import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox } from '../support/browser/owner-page.ts'
import { startService, type TestService } from '../support/service/service.ts'

const skip = withoutBrowser
const SENDERS = ['Charles Babbage', 'Mary Somerville', 'Alan Turing', 'Joan Clarke', 'Konrad Zuse']
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** A laptop of 1280 × 800 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 } }

if (!withoutBrowser) await builtDashboard()

test('shows the first row of the inbox within 120 px on a phone', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openInbox(browser, service, PHONE)
  const box = await rows().first().boundingBox()
  assert.ok(box && box.y < 120, `the first row begins at ${box?.y}`)
  assert.equal(await page.getByRole('searchbox').isVisible(), false)
  await page.getByRole('button', { name: 'Search and filters' }).click()
  await page.getByRole('searchbox').waitFor()
  await page.checkScreen('the inbox on a phone')
})

test('shows five rows at 200 % zoom, and reveals the search with /', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openMany(service, browser, ZOOMED)
  await rows().nth(5).waitFor()
  const top = (await rows().first().boundingBox())?.y ?? 0
  const bottom = (await page.locator('nav.fixed').boundingBox())?.y ?? 0
  const boxes = await Promise.all([0, 1, 2, 3, 4].map((at) => rows().nth(at).boundingBox()))
  for (const box of boxes) {
    const end = (box?.y ?? 0) + (box?.height ?? 0)
    assert.ok(box && box.y >= top && end <= bottom, `a row ends at ${end}, the list at ${bottom}`)
  }
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.checkScreen('the inbox at 200 %')
})

test('archives a row that is swiped, and keeps one that is hardly moved', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openMany(service, browser, PHONE)
  const row = rows().filter({ hasText: 'Alan Turing' })
  await swipe(row, -30)
  await swipe(row, -260)
  await row.waitFor({ state: 'detached' })
  await page.getByText('Archived', { exact: true }).waitFor()
  assert.equal((await page.ask('/submissions?folder=archive')).data.length, 1)
  assert.match(page.url(), /\/inbox$/)

  async function swipe(target: Locator, by: number) {
    const box = await target.boundingBox()
    assert.ok(box)
    const cdp = await page.context().newCDPSession(page)
    const from = { x: box.x + 300, y: box.y + box.height / 2 }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (let part = 1; part <= 10; part += 1) {
      const touchPoints = [{ x: from.x + (by * part) / 10, y: from.y }]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
})

/** Opens an inbox with six submissions. */
async function openMany(
  service: TestService,
  browser: Parameters<typeof openInbox>[0],
  look: Parameters<typeof openInbox>[2],
) {
  const inbox = await openInbox(browser, service, look)
  for (const name of SENDERS) {
    service.pass({ minutes: 1 })
    await service.submit(inbox.endpoint, { name, message: 'Hello' })
  }
  await inbox.page.reload()
  await inbox.rows().nth(4).waitFor()
  return inbox
}
