/**
 * Photographs every screen of the dashboard on a real service, full, empty and failing, light and dark, wide and on a
 * phone, into the folder `pictures/dashboard/`. Arguments choose the screens by the beginning of their names:
 *
 *   node test/support/pictures/dashboard-pictures.ts inbox endpoint
 *
 * `readme` chooses the pictures of the README, in `docs/pictures/`.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../browser/browser.ts'
import { builtDashboard } from '../browser/dashboard.ts'
import { furnish } from '../fixtures/furnished-account.ts'
import { signIn } from '../fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../service/service.ts'
import { dashboardScenes } from './dashboard-scenes.ts'

const FOLDER = 'pictures/dashboard'
const SIZES = {
  phone: { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true },
  wide: { viewport: { width: 1280, height: 800 } },
}

/** Pictures of the README with their screens. */
const README_PICTURES = { inbox: 'submission', telemetry: 'telemetry-one', queue: 'queue' } as const
const README_FOLDER = path.resolve(import.meta.dirname, '../../../docs/pictures')

const chosen = process.argv.slice(2)
await builtDashboard()
await mkdir(FOLDER, { recursive: true })
await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
const ada = await signIn(service, ADA)
const screens = await furnish(service, ada)
const bo = await signIn(service, BO)
await using browser = await openBrowser()

for (const [size, device] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = `${size}-${colorScheme}`
    const context = await browser.newContext({ ...device, colorScheme, reducedMotion: 'reduce' })
    await enter(context, service, ada.cookie)
    const page = await context.newPage()
    for (const [name, address] of Object.entries(screens)) await takeScreenshot(page, name, address, look)
    for (const [name, scene] of Object.entries(dashboardScenes(screens))) {
      if (!isChosen(name)) continue
      // Each scene has its own routes and state.
      const scenery = await browser.newContext({ ...device, colorScheme, reducedMotion: 'reduce' })
      await enter(scenery, service, ada.cookie)
      const stage = await scenery.newPage()
      await takeScreenshot(stage, name, scene.at, look, scene.act)
      await scenery.close()
    }
    // Only pages are served; API requests fail.
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          error: 'temporarily unavailable',
          code: 'store_unavailable',
          message: 'The store cannot be reached.',
          hint: 'Try again later.',
          request_id: 'req_0000000000',
        }),
      }),
    )
    for (const name of [
      'inbox',
      'endpoints',
      'telemetry',
      'telemetry-one',
      'queues',
      'queue',
      'usage',
    ] as const) {
      await takeScreenshot(page, `${name}-failing`, screens[name] ?? '', look)
    }
    await context.close()

    const other = await browser.newContext({ ...device, colorScheme, reducedMotion: 'reduce' })
    await enter(other, service, bo.cookie)
    const beside = await other.newPage()
    for (const name of ['inbox-spam', 'telemetry', 'queues', 'keys'] as const) {
      await takeScreenshot(beside, `${name}-empty`, screens[name] ?? '', look)
    }
    await takeScreenshot(beside, 'endpoint-not-found', '/app/forms/f_0000000000000000', look)
    await other.close()
  }
}

if (isChosen('readme')) {
  const context = await browser.newContext({ ...SIZES.wide, colorScheme: 'light', reducedMotion: 'reduce' })
  await enter(context, service, ada.cookie)
  const page = await context.newPage()
  await page.clock.setFixedTime(service.now())
  for (const [file, screen] of Object.entries(README_PICTURES)) {
    await page.goto(new URL(screens[screen] ?? '', service.base).href)
    await settled(page)
    await page.screenshot({ path: path.join(README_FOLDER, `${file}.png`) })
  }
}

async function enter(context: BrowserContext, { base }: TestService, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: base }])
}

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.some((beginning) => name.startsWith(beginning))
}

async function takeScreenshot(
  page: Page,
  name: string,
  address: string,
  look: string,
  act?: (page: Page) => Promise<unknown>,
): Promise<void> {
  if (!isChosen(name)) return
  await page.goto(new URL(address, service.base).href)
  await settled(page)
  if (act) {
    await act(page)
    await settled(page)
  }
  const dialog = (await page.getByRole('dialog').count()) > 0
  const window = page.viewportSize()
  const isWhole = !dialog && !/^(inbox|submission)/.test(name)
  // The window is as tall as the page: outside of it frames are not drawn, and fixed bars would appear in the middle.
  if (window && isWhole) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...window, height })
    await settled(page)
  }
  await page.screenshot({ path: `${FOLDER}/${name}-${look}.png` })
  if (window) await page.setViewportSize(window)
}

/** Waits until all requests have finished, also those of frames. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
  for (const frame of page.frames()) await frame.waitForLoadState()
}
