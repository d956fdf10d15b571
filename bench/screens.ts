/** `npm run bench:screens`: first load of the inbox on a slow network, and its frames while scrolling on a slow processor. */
import type { Browser, CDPSession } from 'playwright-core'
import { openBrowser } from '../test/support/browser/browser.ts'
import { builtDashboard } from '../test/support/browser/dashboard.ts'
import { createFilledDatabase } from './data/filled-database.ts'
import { type Frames, medianFrames, scrollThrough } from './harness/frames.ts'
import { readOptions } from './harness/options.ts'
import { openOwnerSession } from './harness/owner-session.ts'
import { startFormslot } from './harness/processes.ts'
import { publishTable, whole } from './harness/report.ts'
import { median } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'

const SUBMISSIONS = 5000
const ENDPOINTS = 40
const SCROLLED_ROWS = 500
/** A slow mobile network, as Lighthouse simulates it. */
const NETWORK = { bytesPerSecond: 1_600_000 / 8, latencyMs: 150 }
const SLOWED = 4
const LIST = '[data-rows]'
const SCREENS = [
  { name: 'wide', viewport: { width: 1280, height: 800 }, slower: 1 },
  { name: 'wide, CPU slowed 4 times', viewport: { width: 1280, height: 800 }, slower: SLOWED },
  { name: 'phone, CPU slowed 4 times', viewport: { width: 375, height: 760 }, slower: SLOWED },
] as const

type Screen = (typeof SCREENS)[number]

/** Figures of a first load, until the rows are shown. */
type Load = {
  requests: number
  /** Bytes received, with headers, compressed as they are sent. */
  bytes: number
  /** Largest Contentful Paint (W3C). */
  lcpMs: number
  rowsMs: number
}

const options = readOptions({ rows: SUBMISSIONS, rounds: 5 })
await builtDashboard()
await using database = await createFilledDatabase(options.store, {
  submissions: options.rows,
  endpoints: ENDPOINTS,
  owners: 'one',
  emails: 'delivered',
})
const cookie = await openOwnerSession(database)
const formslot = await startFormslot({ env: { ...NO_MAIL, FORMSLOT_DATABASE_URL: database.url } })
const lines: { screen: Screen; load: Load; frames: Frames }[] = []
try {
  await using browser = await openBrowser()
  for (const screen of SCREENS) {
    const loads: Load[] = []
    const scrolls: Frames[] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      const load = await measureLoad(browser, screen)
      const frames = await measureScroll(browser, screen)
      loads.push(load)
      scrolls.push(frames)
      process.stderr.write(`  ${screen.name}, round ${round}: ${JSON.stringify({ ...load, ...frames })}\n`)
    }
    lines.push({ screen, load: medianLoad(loads), frames: medianFrames(scrolls) })
  }
} finally {
  await formslot.stop()
}
publishTable(
  {
    name: 'screens',
    title: 'First load of the inbox',
    setting:
      `An owner of ${ENDPOINTS} forms with ${whole(options.rows)} submissions opens the inbox in a real browser with an empty cache, at ` +
      `${(NETWORK.bytesPerSecond * 8) / 1e6} Mbit/s and ${NETWORK.latencyMs} ms for each request. Requests and bytes are those before the rows are shown; ` +
      '`network alone` is what they take in two steps, the page and all that it names. Then, on a fast network, the wheel is turned as in `bench:scroll` ' +
      `until ${whole(SCROLLED_ROWS)} rows have passed.`,
    table: [
      [
        'screen',
        'requests',
        'KiB',
        'network alone ms',
        'rows shown ms',
        'LCP ms',
        'frame p95 ms',
        'frame max ms',
        'longest task ms',
      ],
      ...lines.map(({ screen, load, frames }) => [
        screen.name,
        whole(load.requests),
        whole(load.bytes / 1024),
        whole(2 * NETWORK.latencyMs + (1000 * load.bytes) / NETWORK.bytesPerSecond),
        whole(load.rowsMs),
        whole(load.lcpMs),
        frames.p95Ms.toFixed(1),
        frames.maxMs.toFixed(0),
        frames.longestTaskMs.toFixed(0),
      ]),
    ],
    chart: [
      {
        heading: 'Largest Contentful Paint',
        bars: lines.map(({ screen, load }) => ({
          name: screen.name,
          value: load.lcpMs,
          label: `${whole(load.lcpMs)} ms`,
        })),
      },
    ],
  },
  { write: options.write, now: new Date() },
)

async function measureLoad(browser: Browser, screen: Screen): Promise<Load> {
  await using opened = await openPage(browser, screen)
  const { page, devtools } = opened
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latencyMs,
    downloadThroughput: NETWORK.bytesPerSecond,
    uploadThroughput: NETWORK.bytesPerSecond,
  })
  const sizes = recordSizes(devtools)
  await page.addInitScript(watchPaints, LIST)
  await page.goto(`${formslot.base}/app/inbox`)
  const { rowsAt, lcpMs, rowsMs } = await page.evaluate(readPaints)
  const before = sizes.filter(({ sentAt }) => sentAt < rowsAt)
  return {
    requests: before.length,
    bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
    lcpMs,
    rowsMs,
  }
}

async function measureScroll(browser: Browser, screen: Screen): Promise<Frames> {
  await using opened = await openPage(browser, screen)
  const { page } = opened
  await page.goto(`${formslot.base}/app/inbox`)
  await page.locator(`${LIST} li`).first().waitFor()
  // Awaited here, since the page closes at the end of this function.
  return await scrollThrough(page, {
    list: LIST,
    rows: Math.min(SCROLLED_ROWS, Math.floor(options.rows / 2)),
  })
}

/** Opens a page with an empty cache, signed in. */
async function openPage(browser: Browser, { viewport, slower }: Screen) {
  const context = await browser.newContext({ viewport })
  await context.addCookies([{ name: 'session', value: cookie, url: formslot.base }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return { page, devtools, [Symbol.asyncDispose]: () => context.close() }
}

/** Records each request: when it was sent, in milliseconds since 1970, and the bytes received for it so far. */
function recordSizes(devtools: CDPSession): { sentAt: number; bytes: number }[] {
  const requests = new Map<string, { sentAt: number; bytes: number }>()
  const list: { sentAt: number; bytes: number }[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, wallTime }) => {
    const request = { sentAt: wallTime * 1000, bytes: 0 }
    requests.set(requestId, request)
    list.push(request)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  return list
}

/** Runs in the page before its scripts: records the largest paint and the frame that shows the first row. */
function watchPaints(list: string): void {
  const paints = { lcpMs: 0, rowsMs: 0 }
  Object.assign(window, { paints })
  new PerformanceObserver((entries) => {
    for (const { startTime } of entries.getEntries()) paints.lcpMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const watch = new MutationObserver(() => {
    if (document.querySelector(`${list} li`) === null) return
    watch.disconnect()
    requestAnimationFrame(() => {
      paints.rowsMs = performance.now()
    })
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** Runs in the page: waits until the rows are shown and nothing larger has been painted for a second. */
async function readPaints() {
  const { paints } = window as unknown as { paints: { lcpMs: number; rowsMs: number } }
  const QUIET_MS = 1000
  while (paints.rowsMs === 0 || performance.now() - Math.max(paints.rowsMs, paints.lcpMs) < QUIET_MS)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return { ...paints, rowsAt: performance.timeOrigin + paints.rowsMs }
}

function medianLoad(loads: readonly Load[]): Load {
  const of = (read: (load: Load) => number) => median(loads.map(read))
  return {
    requests: of(({ requests }) => requests),
    bytes: of(({ bytes }) => bytes),
    lcpMs: of(({ lcpMs }) => lcpMs),
    rowsMs: of(({ rowsMs }) => rowsMs),
  }
}
