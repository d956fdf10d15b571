/** `npm run bench:scroll`: frame times of scrolling through a large inbox, compared with a plain list. */
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../test/support/browser/browser.ts'
import { builtDashboard } from '../test/support/browser/dashboard.ts'
import { createFilledDatabase } from './data/filled-database.ts'
import { type Frames, medianFrames, scrollThrough } from './harness/frames.ts'
import { readOptions } from './harness/options.ts'
import { openOwnerSession } from './harness/owner-session.ts'
import { startFormslot } from './harness/processes.ts'
import { publishTable, share, whole } from './harness/report.ts'
import { NO_MAIL } from './harness/subjects.ts'

const STORED_ROWS = 100_000
const SCROLLED_ROWS = 3000
/** Height of a row of the inbox. */
const PLAIN_ROW_PX = 60
const SCREENS = [
  { name: 'wide', viewport: { width: 1280, height: 800 }, slower: 1 },
  { name: 'phone, CPU slowed 4 times', viewport: { width: 375, height: 760 }, slower: 4 },
] as const

type Screen = (typeof SCREENS)[number]
type ScrolledList = { selector: string; show(page: Page): Promise<unknown> }

const options = readOptions({ rows: STORED_ROWS, rounds: 3 })
// Some of the stored submissions are spam.
const scrolled = Math.min(SCROLLED_ROWS, Math.floor(options.rows / 2))
await builtDashboard()
await using database = await createFilledDatabase(options.store, {
  submissions: options.rows,
  endpoints: 1,
  owners: 'one',
  emails: 'delivered',
})
const cookie = await openOwnerSession(database)
const formslot = await startFormslot({ env: { ...NO_MAIL, FORMSLOT_DATABASE_URL: database.url } })
const subjects: Record<string, ScrolledList> = {
  'plain list': {
    selector: 'ul',
    show: (page) => page.setContent(plainList(scrolled + 100)),
  },
  inbox: {
    selector: '[data-rows]',
    show: (page) => page.goto(`${formslot.base}/app/inbox`),
  },
}
const lines: { screen: Screen; name: string; frames: Frames }[] = []
try {
  await using browser = await openBrowser()
  for (const screen of SCREENS) {
    const rounds: Record<string, Frames[]> = {}
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const [name, list] of Object.entries(subjects)) {
        const frames = await measure(browser, screen, list)
        rounds[name] = [...(rounds[name] ?? []), frames]
        process.stderr.write(`  ${screen.name}, round ${round}, ${name}: ${JSON.stringify(frames)}\n`)
      }
    }
    for (const [name, all] of Object.entries(rounds)) lines.push({ screen, name, frames: medianFrames(all) })
  }
} finally {
  await formslot.stop()
}
publishTable(
  {
    name: 'scroll',
    title: 'Scrolling the inbox',
    setting:
      `An endpoint with ${whole(options.rows)} submissions in a real browser; the wheel is turned as fast as the page handles it until ${whole(scrolled)} rows have passed, ` +
      'and pages of 100 are fetched on the way. `plain list` has as many rows of one line and the same height, without script. ' +
      'A long task takes more than 50 ms; a gap is a frame in which a row is missing. Without a graphics processor, at most 60 frames per second.',
    table: [
      [
        'screen',
        'list',
        'rows/s',
        'frame p50 ms',
        'frame p95 ms',
        'frame max ms',
        'long tasks',
        'longest ms',
        'gaps',
      ],
      ...lines.map(({ screen, name, frames }) => [
        screen.name,
        name,
        whole(frames.rows / frames.seconds),
        frames.medianMs.toFixed(1),
        frames.p95Ms.toFixed(1),
        frames.maxMs.toFixed(0),
        whole(frames.longTasks),
        frames.longestTaskMs.toFixed(0),
        share(frames.gaps, 1),
      ]),
    ],
    chart: SCREENS.map((screen) => ({
      heading: `${screen.name}: 95 % of frames within`,
      bars: lines
        .filter((line) => line.screen === screen)
        .map(({ name, frames }) => ({ name, value: frames.p95Ms, label: `${frames.p95Ms.toFixed(1)} ms` })),
    })),
  },
  { write: options.write, now: new Date() },
)

async function measure(browser: Browser, { viewport, slower }: Screen, list: ScrolledList): Promise<Frames> {
  const context = await browser.newContext({ viewport })
  await context.addCookies([{ name: 'session', value: cookie, url: formslot.base }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await list.show(page)
  await page.locator(`${list.selector} li`).first().waitFor()
  const frames = await scrollThrough(page, { list: list.selector, rows: scrolled })
  await context.close()
  return frames
}

function plainList(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => `<li>Charles Babbage the ${row}th</li>`)
  const style = `body{margin:0}div{height:100vh;overflow-y:auto}ul{margin:0;padding:0}li{height:${PLAIN_ROW_PX}px}`
  return `<!doctype html><style>${style}</style><div><ul>${lines.join('')}</ul></div>`
}
