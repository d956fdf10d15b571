import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox } from '../support/browser/owner-page.ts'
import { startService, type TestService } from '../support/service/service.ts'

const skip = withoutBrowser
const SENDERS = ['Charles Babbage', 'Mary Somerville', 'Alan Turing', 'Joan Clarke', 'Konrad Zuse']
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The smallest phones. */
const SMALL = { width: 320, height: 640 }
/** A place within the list. */
const INSIDE = { x: 200, y: 300 }
const TARGET = 44
const SAFE_AREA = 34
/** A laptop of 1280 × 800 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 } }

if (!withoutBrowser) await builtDashboard()

test('shows the first row of the inbox within 120 px on phones', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openInbox(browser, service, PHONE)
  for (const viewport of [PHONE.viewport, SMALL]) {
    await page.setViewportSize(viewport)
    await page.reload()
    await rows().first().waitFor()
    const box = await rows().first().boundingBox()
    assert.ok(box && box.y < 120, `the first row begins at ${box?.y} of ${viewport.width} px`)
    assert.equal(await page.getByRole('searchbox').isVisible(), false)
  }
  await page.getByRole('button', { name: 'Search and filters' }).click()
  await page.getByRole('searchbox').waitFor()
  await page.checkScreen('the inbox on a phone')
})

test('keeps the actions on a submission at the bottom, 44 px wide and high, above the safe area', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openMany(service, browser, PHONE)
  const bar = page.locator('[data-bottom-bar]')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: SAFE_AREA } })

  async function checkBar(names: readonly string[]) {
    for (const viewport of [PHONE.viewport, SMALL]) {
      await page.setViewportSize(viewport)
      for (const name of names) {
        const box = await bar.getByRole('button', { name, exact: true }).boundingBox()
        assert.ok(
          box && box.width >= TARGET && box.height >= TARGET,
          `${name} is ${box?.width} × ${box?.height}`,
        )
        assert.ok(box.y > viewport.height / 2, `${name} begins at ${box.y} of ${viewport.height}`)
        assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `${name} ends at ${box.x + box.width}`)
        assert.ok(box.y + box.height <= viewport.height - SAFE_AREA, `${name} ends at ${box.y + box.height}`)
      }
      assert.equal(await page.getByRole('navigation', { name: 'Dashboard' }).isVisible(), false)
      await page.checkScreen(`a toolbar at the bottom, ${viewport.width} px wide`)
    }
  }

  await rows().filter({ hasText: 'Grace Hopper' }).getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  await checkBar(['Back to the list', 'Archive', 'Delete', 'Reply', 'More', 'Newer', 'Older'])
  await bar.getByRole('button', { name: 'Archive' }).click()
  await rows().filter({ hasText: 'Grace Hopper' }).waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor()

  await rows().first().getByRole('checkbox').click()
  await checkBar(['Archive', 'Mark as spam', 'Delete', 'More'])
  await bar.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor()
  assert.equal((await page.ask('/submissions?folder=archive')).data.length, 2)
})

test('refreshes the inbox by pulling it down, with what changed elsewhere', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openMany(service, browser, PHONE)
  await page.evaluate(archiveElsewhere, 'Alan Turing')
  await service.submit(endpoint, { name: 'Ida Rhodes', message: 'Hello' })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  assert.equal(await rows().filter({ hasText: 'Alan Turing' }).count(), 1)

  const sign = page.getByRole('status').filter({ hasText: /to refresh/ })
  const short = await drag(page, { from: INSIDE, by: { x: 0, y: 60 } })
  await sign.getByText('Pull to refresh').waitFor()
  await short.release()
  await sign.waitFor({ state: 'detached' })
  const aside = await drag(page, { from: INSIDE, by: { x: 60, y: 30 } })
  assert.equal(await sign.count(), 0)
  await aside.release()
  assert.equal(await page.getByRole('button', { name: '1 new' }).count(), 1)

  const pull = await drag(page, { from: INSIDE, by: { x: 10, y: 200 } })
  await sign.getByText('Release to refresh').waitFor()
  await page.checkScreen('a list that is pulled down')
  await pull.release()
  await rows().first().getByText('Ida Rhodes').waitFor()
  await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' })
  await rows().filter({ hasText: 'Alan Turing' }).waitFor({ state: 'detached' })

  await page.route('**/api/v1/submissions?**', (route) => route.abort())
  await (await drag(page, { from: INSIDE, by: { x: 0, y: 200 } })).release()
  await page.getByText('Not refreshed', { exact: true }).waitFor()
})

test('scrolls a list that is not at its top, and leaves no pull to the browser', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openMany(service, browser, { ...PHONE, viewport: { width: 390, height: 500 } })
  const scrolled = (to?: number) =>
    rows()
      .first()
      .evaluate((row, top) => {
        const scroller = row.closest('.overflow-y-auto')
        if (scroller && top !== null) scroller.scrollTop = top
        return scroller?.scrollTop ?? -1
      }, to ?? null)
  assert.equal(await scrolled(80), 80)
  const scroll = await drag(page, { from: INSIDE, by: { x: 0, y: 200 } })
  assert.equal(await page.getByText('to refresh').count(), 0)
  await scroll.release()
  assert.ok((await scrolled()) < 80)
  const overscroll = await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
  assert.equal(overscroll, 'none')
})

test('loads a list of forms again by pulling the page, and moves no sign where less motion is wanted', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page } = await openInbox(browser, service, PHONE)
  await page.screen('/forms')
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor()
  const sign = page.getByRole('status').filter({ hasText: /to refresh|Refreshing/ })
  const tops: Record<string, (number | undefined)[]> = {}
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion })
    tops[reducedMotion] = []
    for (const y of [60, 120, 180]) {
      const pull = await drag(page, { from: INSIDE, by: { x: 0, y } })
      await sign.waitFor()
      tops[reducedMotion].push((await sign.boundingBox())?.y)
      const asked = y === 180 ? page.waitForRequest(/\/api\/v1\/endpoints(?:\?|$)/) : null
      await pull.release()
      await asked
      await sign.waitFor({ state: 'detached' })
    }
  }
  assert.equal(new Set(tops.reduce).size, 1)
  assert.equal(new Set(tops['no-preference']).size, 3)
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
  const box = await row.boundingBox()
  const from = { x: 300, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  await (await drag(page, { from, by: { x: -30, y: 0 } })).release()
  await (await drag(page, { from, by: { x: -260, y: 0 } })).release()
  await row.waitFor({ state: 'detached' })
  await page.getByText('Archived', { exact: true }).waitFor()
  assert.equal((await page.ask('/submissions?folder=archive')).data.length, 1)
  assert.match(page.url(), /\/inbox$/)
})

/** Moves a finger over the page, which stays there until it is released. */
async function drag(
  page: Page,
  { from, by }: { from: { x: number; y: number }; by: { x: number; y: number } },
): Promise<{ release: () => Promise<unknown> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let part = 1; part <= 10; part += 1) {
    const touchPoints = [{ x: from.x + (by.x * part) / 10, y: from.y + (by.y * part) / 10 }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  return { release: () => cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }) }
}

/** Runs in the page: archives a submission as another browser of its owner would. */
async function archiveElsewhere(name: string): Promise<void> {
  const { data } = await (await fetch('/api/v1/submissions')).json()
  const found = data.find(({ fields }: { fields: [string, unknown][] }) =>
    fields.some(([, value]) => value === name),
  )
  await fetch('/api/v1/submissions/bulk', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [found.id], action: 'archive' }),
  })
}

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

test('leads to saved views from the menu More on phones', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, rows } = await openInbox(browser, service, PHONE)
  await rows().first().waitFor()
  await page.evaluate(
    async (json) => {
      await fetch('/api/v1/views', {
        method: 'POST',
        body: json,
        headers: { 'content-type': 'application/json' },
      })
    },
    JSON.stringify({ name: 'Starred', filter: { starred: true } }),
  )
  await page.reload()
  await rows().first().waitFor()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Starred' }).waitFor()
  await page.checkScreen('saved views in the menu of a phone')
  await page.getByRole('menuitem', { name: 'Starred' }).click()
  await page.waitForURL(/starred=1/)
})
