import type { Page } from 'playwright-core'

/** Smoothness of a drawn sequence. */
export type Frames = {
  rows: number
  seconds: number
  medianMs: number
  p95Ms: number
  maxMs: number
  /** Tasks of more than 50 ms, between which no frame fits (Long Tasks API of the W3C). */
  longTasks: number
  longestTaskMs: number
  /** Of all frames, those that showed a place of the list without its row. */
  gaps: number
}

/** Measurements that the page records. */
type Watched = { deltas: number[]; tasks: number[]; gaps: number }

const PIXELS_OF_A_WHEEL = 400
const WHEELS_BETWEEN_LOOKS = 10
/** Looks at which nothing may have moved. */
const PATIENCE = 100

/**
 * Turns the wheel above a list until so many rows have passed, and watches every frame.
 *
 * @param of.list selects the list; what it stands in scrolls
 */
export async function scrollThrough(page: Page, of: { list: string; rows: number }): Promise<Frames> {
  const list = page.locator(of.list)
  const box = await list.locator('xpath=..').boundingBox()
  const rowHeight = await list.locator('li').first().evaluate(heightOf)
  if (!box) throw new Error('the list is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const watch = await list.evaluateHandle(watchFrames)
  const began = performance.now()
  for (let top = 0, stillFor = 0; top < of.rows * rowHeight; ) {
    for (let turn = 0; turn < WHEELS_BETWEEN_LOOKS; turn += 1) await page.mouse.wheel(0, PIXELS_OF_A_WHEEL)
    const before = top
    top = await watch.evaluate(({ top }) => top())
    stillFor = top === before ? stillFor + 1 : 0
    if (stillFor > PATIENCE) throw new Error(`the list ends after ${Math.round(top / rowHeight)} rows`)
  }
  const seconds = (performance.now() - began) / 1000
  const watched = await watch.evaluate(({ stop }) => stop())
  return { ...summed(watched), seconds, rows: of.rows }
}

function heightOf(element: Element): number {
  return element.getBoundingClientRect().height
}

/** Runs in the page. A frame is looked at when everything that scrolling set off has had its turn. */
function watchFrames(list: Element) {
  const scroller = list.parentElement ?? list
  const { left, width, top, height } = scroller.getBoundingClientRect()
  const heights = [1, height / 2, height - 2]
  const watched: Watched = { deltas: [], tasks: [], gaps: 0 }
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) watched.tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let last = performance.now()
  let going = true
  function frame(now: number): void {
    watched.deltas.push(now - last)
    last = now
    const seen = heights.map((y) => document.elementFromPoint(left + width / 2, top + y))
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const atEnd = scrollTop + clientHeight >= scrollHeight - 1
    if (atEnd || !seen.every((one) => one?.closest('li'))) watched.gaps += 1
    if (going) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  return {
    top: () => scroller.scrollTop,
    stop() {
      going = false
      observer.disconnect()
      return watched
    },
  }
}

function summed({ deltas, tasks, gaps }: Watched) {
  // The first is the time until the watch began.
  const sorted = deltas.slice(1).sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return {
    medianMs: at(0.5),
    p95Ms: at(0.95),
    maxMs: at(1),
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks),
    gaps: gaps / deltas.length,
  }
}
