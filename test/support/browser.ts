import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/** Why the browser tests are skipped; false where Debian's Chromium stands. */
export const withoutBrowser = existsSync(EXECUTABLE) ? false : `no Chromium at ${EXECUTABLE}`

/** A real browser that asks nobody but us. */
export async function openBrowser(): Promise<Browser & AsyncDisposable> {
  return chromium.launch({
    executablePath: EXECUTABLE,
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
}
