import type { Browser, BrowserContextOptions } from 'playwright-core'
import { codeIn, signIn } from '../fixtures/owner.ts'
import { startService, type TestService } from '../service/service.ts'
import { checkScreen } from './axe.ts'
import { openBrowser } from './browser.ts'

/** Opens a page in its own browser context, signed in with this cookie if there is one. */
export async function openOwnerPage(
  browser: Browser,
  service: TestService,
  options: BrowserContextOptions & { cookie?: string } = {},
) {
  const { cookie, ...look } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...look,
  })
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url: service.base }])
  const page = await context.newPage()

  /** Waits until the screen has loaded its data. */
  async function settled() {
    await page.locator('h1, h2').first().waitFor()
    await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
  }

  return Object.assign(page, {
    /** Goes to a screen of the dashboard. */
    async screen(path: string) {
      await page.goto(`${service.base}/app${path}`)
      await page.locator('h1').first().waitFor()
      await settled()
    },
    /** Goes to an address of the dashboard that is open, as its own links do: without loading it again. */
    async follow(address: string) {
      await page.evaluate((to) => history.pushState(null, '', to), address)
      await page.waitForFunction(isShown, address)
      await settled()
    },
    settled,
    /** Opens a section of the settings of the form whose screen is shown. */
    async openSection(name: string) {
      await page.getByRole('tab', { name: 'Settings' }).click()
      const select = page.getByRole('combobox', { name: 'Settings of the form' })
      const list = page.locator('nav[aria-label="Settings of the form"]')
      const link = list.getByRole('link', { name })
      await select.or(link).first().waitFor()
      if (await select.isVisible()) await select.click()
      await link.or(page.getByRole('option', { name })).click()
      await list.locator('[aria-current=page]', { hasText: name }).waitFor({ state: 'attached' })
    },
    /** Fills a list of settings, which is one line while it is empty. */
    async fillList(name: string, text: string) {
      const add = page.getByRole('button', { name: `Add: ${name}` })
      const field = page.getByRole('textbox', { name })
      await add.or(field).waitFor()
      if (await add.isVisible()) await add.click()
      await field.fill(text)
    },
    /** Waits for the parts of other screens, which are loaded some seconds after the first one. */
    async waitForParts() {
      await page.waitForFunction(() => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name)
        return ['empty-folder', 'usage'].every((part) => files.some((file) => file.includes(`/${part}-`)))
      })
    },
    /** Has somebody else change an endpoint just before the next change that the page sends to it. */
    async changeBeforeSaving(change: () => Promise<unknown>) {
      let isChanged = false
      await page.route('**/api/v1/endpoints/*', async (route) => {
        if (!isChanged && route.request().method() === 'PATCH') {
          isChanged = true
          await change()
        }
        await route.continue()
      })
    },
    /** Types the code from the email into the dialog that asks for a fresh sign-in. */
    async confirmSignIn() {
      await page.getByText('We sent a code to').waitFor()
      await page.getByLabel('Code', { exact: true }).fill(await codeIn(service))
      await page.keyboard.press('Enter')
    },
    /** The rows of the inbox in sight, from the top. */
    rows: () => page.getByRole('list', { name: /^(Inbox|Spam|Archive|Trash)(, |$)/ }).getByRole('listitem'),
    /** Asks the API as the page does. */
    ask: (path: string) => page.evaluate(async (path) => (await fetch(`/api/v1${path}`)).json(), path),
    /** Fails if axe finds a violation on the shown page, or if the page is wider than the window. */
    checkScreen: (name: string) => checkScreen(page, name),
  })
}

/** Runs in the page: returns true once the router has rendered this URL. */
function isShown(address: string): boolean {
  const { isLoading, resolvedLocation } = Reflect.get(globalThis, '__TSR_ROUTER__').state
  return !isLoading && resolvedLocation?.publicHref === address
}

export type OwnerPage = Awaited<ReturnType<typeof openOwnerPage>>

/** Ada's inbox, as after the first submission to her first endpoint and a press on "Yes, it’s mine. Open my inbox". */
export async function openInbox(browser: Browser, service: TestService, look: BrowserContextOptions = {}) {
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { name: 'Grace Hopper', email: 'grace@navy.mil', message: 'A moth.' })
  const page = await openOwnerPage(browser, service, look)
  await page.goto(await service.linkIn('claim'))
  await page.getByRole('button', { name: 'Yes, it’s mine. Open my inbox' }).click()
  await page.waitForURL(`${service.base}/app/inbox`)
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  return { page, endpoint, rows: page.rows, ask: page.ask }
}

/** A service of its own with Ada signed in, and a page of hers in a browser, which close together. */
export async function openAdasPage() {
  await using opening = new AsyncDisposableStack()
  const service = opening.use(await startService())
  const ada = await signIn(service)
  const browser = opening.use(await openBrowser(service))
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const opened = opening.move()
  return { service, ada, page, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
