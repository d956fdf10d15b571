import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'
/** The same engine without the pages that the browser itself opens, which take half its processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
export const EXECUTABLE = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM
/** Launching or connecting on a busy machine may take this long. */
export const PATIENCE_MS = 300_000
/** One step on a page on a busy machine. */
export const STEP_TIMEOUT_MS = 60_000
/** Chromium sends no requests of its own. */
const OPTIONS = {
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
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(OPTIONS)

/** Launches a browser that many test processes connect to. */
export const launchBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(OPTIONS)
