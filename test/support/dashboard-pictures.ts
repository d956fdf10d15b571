/**
 * Photographs every screen of the dashboard on a real service, full, empty and failing, light and dark, wide and on a
 * phone, into the folder `pictures/dashboard/`. Arguments choose the screens by the beginning of their names:
 *
 *   node test/support/dashboard-pictures.ts inbox endpoint
 */
import { mkdir } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { builtDashboard } from './dashboard.ts'
import { dashboardScenes } from './dashboard-scenes.ts'
import { signIn } from './owner.ts'
import { ADA, BO, startService, type TestService } from './service.ts'

const FOLDER = 'pictures/dashboard'
const SIZES = {
  phone: { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true },
  wide: { viewport: { width: 1280, height: 800 } },
}
const HOURS_BETWEEN = 7

const MESSAGES: readonly Record<string, string>[] = [
  {
    name: 'Jane Miller',
    email: 'jane@acme.org',
    message:
      'Hello,\n\nI saw your workshop and would like to know when the next one is, and whether beginners are welcome.\n\nBest wishes\nJane',
  },
  { name: 'Tomás Ortega', email: 'tomas@ortega.es', message: '¿Hacéis envíos a Canarias?', order: '48-2291' },
  { email: 'ops@northwind.io', subject: 'Invoice 2026-118', message: 'Please find the open items below.' },
  { name: '山田 花子', email: 'hanako@yamada.jp', message: '来週の予約をお願いします。' },
  { name: 'Bob <b>Tables</b>', email: 'bob@tables.dev', message: "Robert'); <script>alert(1)</script>" },
  { name: 'Priya', email: 'priya@lumen.in', message: 'Loved it. Could you send the slides?' },
]

const chosen = process.argv.slice(2)
await builtDashboard()
await mkdir(FOLDER, { recursive: true })
await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
const ada = await signIn(service, ADA)
const screens = await furnish()
const bo = await signIn(service, BO)
await using browser = await openBrowser()

for (const [size, device] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = `${size}-${colorScheme}`
    const context = await browser.newContext({ ...device, colorScheme, reducedMotion: 'reduce' })
    await enter(context, service, ada.cookie)
    const page = await context.newPage()
    for (const [name, address] of Object.entries(screens)) await shoot(page, name, address, look)
    for (const [name, scene] of Object.entries(dashboardScenes(screens))) {
      if (!isChosen(name)) continue
      // What one scene routes or changes is nothing to the next.
      const scenery = await browser.newContext({ ...device, colorScheme, reducedMotion: 'reduce' })
      await enter(scenery, service, ada.cookie)
      const stage = await scenery.newPage()
      await shoot(stage, name, scene.at, look, scene.act)
      await scenery.close()
    }
    // Nothing answers but the pages themselves.
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
    for (const name of ['inbox', 'endpoints', 'usage'] as const) {
      await shoot(page, `${name}-failing`, screens[name] ?? '', look)
    }
    await context.close()

    const other = await browser.newContext({ ...device, colorScheme, reducedMotion: 'reduce' })
    await enter(other, service, bo.cookie)
    const beside = await other.newPage()
    for (const name of ['inbox-spam', 'keys'] as const) {
      await shoot(beside, `${name}-empty`, screens[name] ?? '', look)
    }
    await shoot(beside, 'endpoint-not-found', '/app/endpoints/f_0000000000000000', look)
    await other.close()
  }
}

/** What Ada has: an endpoint in use, one that waits, one that is retired, and a key. */
async function furnish(): Promise<Record<string, string>> {
  const contact = ada.endpoint.form_id
  // While the sign-in is fresh.
  const waiting = String((await ada.post('/endpoints', { name: 'Workshop registration' })).json.id)
  const old = String((await ada.post('/endpoints', { name: 'Spring survey' })).json.id)
  const key = await ada.post('/keys', { name: 'Backup script', scopes: ['read'] })
  if (key.status !== 201) throw new Error(`no key was made: ${key.text}`)
  await ada.post(`/endpoints/${old}/retire`)
  await ada.patch(`/endpoints/${contact}`, { name: 'Contact, lovelace.dev' })
  for (const [index, message] of [...MESSAGES, ...MESSAGES, ...MESSAGES].entries()) {
    await service.submit(ada.endpoint, message)
    if (index % 3 !== 0) service.pass({ hours: HOURS_BETWEEN })
  }
  await service.submit(ada.endpoint, { name: 'Bot', message: 'Cheap pills', _gotcha: 'yes' })
  await service.deliver()
  const newest = Object((await ada.get(`/submissions?endpoint=${contact}&limit=1`)).json.data)[0]
  return {
    inbox: '/app/inbox',
    'inbox-spam': '/app/inbox?folder=spam',
    'inbox-of-one': `/app/inbox?endpoint=${contact}`,
    'inbox-first': `/app/inbox?endpoint=${waiting}`,
    'inbox-archive': '/app/inbox?folder=archive',
    'inbox-nothing-found': '/app/inbox?q=zebra',
    submission: `/app/inbox/${newest.id}`,
    endpoints: '/app/endpoints',
    endpoint: `/app/endpoints/${contact}`,
    'endpoint-first': `/app/endpoints/${waiting}`,
    'endpoint-snippets': `/app/endpoints/${contact}?view=snippets`,
    'endpoint-settings': `/app/endpoints/${contact}?view=settings`,
    'endpoint-letters': `/app/endpoints/${contact}?view=letters`,
    'endpoint-retire': `/app/endpoints/${contact}?view=danger`,
    'endpoint-retired': `/app/endpoints/${old}?view=danger`,
    usage: '/app/usage',
    keys: '/app/keys',
    sessions: '/app/sessions',
    account: '/app/account',
  }
}

async function enter(context: BrowserContext, { base }: TestService, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: base }])
}

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.some((beginning) => name.startsWith(beginning))
}

async function shoot(
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
  await page.screenshot({
    path: `${FOLDER}/${name}-${look}.png`,
    fullPage: !dialog && !/^(inbox|submission)/.test(name),
  })
}

/** Nothing is on its way any more, frames neither. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
  for (const frame of page.frames()) await frame.waitForLoadState()
}
