/** `npm run bench:scroll`: how smoothly the inbox scrolls through an endpoint with much in it, beside a plain list. */
import type { Browser, Page } from 'playwright-core'
import { createKeys } from '../src/ids/keys.ts'
import { openBrowser } from '../test/support/browser/browser.ts'
import { builtDashboard } from '../test/support/browser/dashboard.ts'
import { type FilledDatabase, freshFilled, openFilled } from './databases.ts'
import { type Frames, scrollThrough } from './frames.ts'
import { readOptions } from './options.ts'
import { SECRET, startFormslot } from './processes.ts'
import { publish, share, whole } from './report.ts'
import { median } from './rounds.ts'
import { NO_MAIL } from './subjects.ts'

const STORED = 100_000
const SCROLLED = 3000
/** As high as a row of the inbox. */
const PLAIN_ROW = 88
const LOOKS = [
  { name: 'wide', viewport: { width: 1280, height: 800 }, slower: 1 },
  { name: 'phone, processor at a quarter', viewport: { width: 375, height: 760 }, slower: 4 },
] as const

type Look = (typeof LOOKS)[number]
type Shown = { list: string; show(page: Page): Promise<unknown> }

const options = readOptions({ rows: STORED, rounds: 3 })
// Of all that is stored some is spam.
const scrolled = Math.min(SCROLLED, Math.floor(options.rows / 2))
await builtDashboard()
await using database = await freshFilled(options.store, {
  submissions: options.rows,
  endpoints: 1,
  owners: 'one',
  emails: 'delivered',
})
const cookie = await signIn(database)
const formslot = await startFormslot({ env: { ...NO_MAIL, FORMSLOT_DATABASE_URL: database.url } })
const subjects: Record<string, Shown> = {
  'plain list': {
    list: 'ul',
    show: (page) => page.setContent(plainList(scrolled + 100)),
  },
  inbox: {
    list: 'ul[aria-label="Inbox"]',
    show: (page) => page.goto(`${formslot.base}/app/inbox`),
  },
}
const lines: { look: Look; name: string; frames: Frames }[] = []
try {
  await using browser = await openBrowser()
  for (const look of LOOKS) {
    const rounds: Record<string, Frames[]> = {}
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const [name, shown] of Object.entries(subjects)) {
        const frames = await measure(browser, look, shown)
        rounds[name] = [...(rounds[name] ?? []), frames]
        process.stderr.write(`  ${look.name}, round ${round}, ${name}: ${JSON.stringify(frames)}\n`)
      }
    }
    for (const [name, all] of Object.entries(rounds)) lines.push({ look, name, frames: medianOf(all) })
  }
} finally {
  await formslot.stop()
}
publish(
  {
    name: 'scroll',
    title: 'Scrolling the inbox',
    setting:
      `An endpoint with ${whole(options.rows)} submissions in a real browser, the wheel turned as fast as it is taken until ${whole(scrolled)} rows have passed, ` +
      'each page of 100 fetched on the way. `plain list` is as many rows of one line without script, the same height. ' +
      'A long task takes more than 50 ms; a gap is a frame with a place without its row. Without a graphics processor, 60 frames a second at most.',
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
      ...lines.map(({ look, name, frames }) => [
        look.name,
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
    chart: LOOKS.map((look) => ({
      heading: `${look.name}: 95 of 100 frames within`,
      bars: lines
        .filter((line) => line.look === look)
        .map(({ name, frames }) => ({ name, value: frames.p95Ms, label: `${frames.p95Ms.toFixed(1)} ms` })),
    })),
  },
  { write: options.write, now: new Date() },
)

async function measure(browser: Browser, { viewport, slower }: Look, shown: Shown): Promise<Frames> {
  const context = await browser.newContext({ viewport })
  await context.addCookies([{ name: 'session', value: cookie, url: formslot.base }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await shown.show(page)
  await page.locator(`${shown.list} > li`).first().waitFor()
  const frames = await scrollThrough(page, { list: shown.list, rows: scrolled })
  await context.close()
  return frames
}

function plainList(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => `<li>Charles Babbage the ${row}th</li>`)
  const style = `body{margin:0}div{height:100vh;overflow-y:auto}ul{margin:0;padding:0}li{height:${PLAIN_ROW}px}`
  return `<!doctype html><style>${style}</style><div><ul>${lines.join('')}</ul></div>`
}

function medianOf(rounds: readonly Frames[]): Frames {
  const of = (read: (frames: Frames) => number) => median(rounds.map(read))
  return {
    rows: of(({ rows }) => rows),
    seconds: of(({ seconds }) => seconds),
    medianMs: of(({ medianMs }) => medianMs),
    p95Ms: of(({ p95Ms }) => p95Ms),
    maxMs: of(({ maxMs }) => maxMs),
    longTasks: of(({ longTasks }) => longTasks),
    longestTaskMs: of(({ longestTaskMs }) => longestTaskMs),
    gaps: of(({ gaps }) => gaps),
  }
}

/** A session of the owner, as "Open dashboard" opens one; gives the secret in its cookie. */
async function signIn(filled: FilledDatabase): Promise<string> {
  const keys = createKeys(SECRET)
  const secret = keys.newSessionSecret()
  const store = await openFilled(filled)
  const opened = await store.accounts.openByClaim({
    endpointId: filled.formIds[0] ?? '',
    session: { hash: keys.secretHash(secret), device: 'Chromium', replaces: null },
    now: new Date(),
  })
  await store.close()
  if (!opened) throw new Error('the owner was not signed in')
  return secret
}
