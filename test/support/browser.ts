import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'
const PATIENCE_MS = 300_000

/** Why the browser tests are skipped; false where Debian's Chromium stands. */
export const withoutBrowser = existsSync(EXECUTABLE) ? false : `no Chromium at ${EXECUTABLE}`

/** A real browser that asks nobody but us, and is waited for as long as a busy machine needs. */
export async function openBrowser(): Promise<Browser & AsyncDisposable> {
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}
