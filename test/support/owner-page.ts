import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { TestService } from './service.ts'

export type OwnerPage = Page & {
  /** Goes to a screen of the dashboard. */
  screen(path: string): Promise<void>
  /** Fails if axe finds something on what is shown, or if it is wider than the window. */
  checkScreen(name: string): Promise<void>
  /** Fails if a script was refused by the policy, ran from what was submitted, or threw. */
  checkPolicy(): void
}

/** A page of a browser in which the owner with this cookie is signed in. */
export async function openOwnerPage(
  browser: Browser,
  service: TestService,
  options: BrowserContextOptions & { cookie: string },
): Promise<OwnerPage> {
  const { cookie, ...look } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...look,
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: service.base }])
  const page = await context.newPage()
  const broken: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(text)) broken.push(text)
  })
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('dialog', (dialog) => {
    broken.push(`a dialog of the browser: ${dialog.message()}`)
    return dialog.dismiss()
  })
  return Object.assign(page, {
    async screen(path: string) {
      await page.goto(`${service.base}/app${path}`)
      await page.locator('h1').first().waitFor()
    },
    async checkScreen(name: string) {
      const { violations } = await new AxeBuilder({ page }).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
        [],
        name,
      )
      const { width, window } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        window: innerWidth,
      }))
      assert.ok(width <= window, `${name} is ${width} px wide in ${window}`)
    },
    checkPolicy() {
      assert.deepEqual(broken, [])
    },
  })
}
