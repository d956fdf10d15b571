import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { sharedServer } from '../run/shared-server.ts'
import { EXECUTABLE, launchBrowser, PATIENCE_MS, STEP_TIMEOUT_MS } from './launch.ts'

/** Console messages of Chromium about a violated policy or a blocked script in a frame. */
const REFUSED = /Content Security Policy|TrustedHTML|TrustedScript|Blocked script execution/i

/** The reason why browser tests are skipped; false where Debian's Chromium is installed. */
export const withoutBrowser = existsSync(EXECUTABLE) ? false : `no Chromium at ${EXECUTABLE}`

/**
 * A real browser without access to other hosts, with timeouts for a busy machine.
 *
 * @param only the service whose pages it shows. Closing fails if any page asked another host, broke its policy, opened a
 *   dialog of the browser or threw; without it nothing is watched.
 * @param others further origins that may be asked
 */
export async function openBrowser(
  only?: { base: string },
  ...others: string[]
): Promise<Browser & AsyncDisposable> {
  const browser = await sharedOrOwn()
  const faults: string[] = []
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    if (only) watch(context, { origins: [only.base, ...others], faults })
    return context
  }
  const close = browser.close.bind(browser)
  return Object.assign(browser, {
    async [Symbol.asyncDispose]() {
      await close()
      assert.deepEqual(faults, [])
    },
  })
}

/** The browser of this run, or one of this file's own. */
async function sharedOrOwn(): Promise<Browser> {
  const shared = await sharedServer('browser')
  return shared ? chromium.connect(shared, { timeout: PATIENCE_MS }) : launchBrowser()
}

function watch(
  context: BrowserContext,
  { origins, faults }: { origins: readonly string[]; faults: string[] },
): void {
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    const leaves = /^(?:https?|wss?):$/.test(protocol) && !origins.includes(origin)
    if (leaves) faults.push(`asked another host: ${request.url()}`)
  })
  context.on('console', (message) => {
    if (REFUSED.test(message.text())) faults.push(`${message.location().url}: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(`${error.page()?.url()}: ${error.error().message}`))
  context.on('dialog', (dialog) => {
    faults.push(`${dialog.page()?.url()}: a dialog says ${dialog.message()}`)
    return dialog.dismiss()
  })
}
