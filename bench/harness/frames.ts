import type { Page } from 'playwright-core'
import { median } from './rounds.ts'

/** Frame times of a scroll. */
export type Frames = {
  rows: number
  seconds: number
  medianMs: number
  p95Ms: number
  maxMs: number
  /** Number of tasks of more than 50 ms (Long Tasks API of the W3C). */
  longTasks: number
  longestTaskMs: number
  /** Share of frames in which a row of the list was missing. */
  gaps: number
}

/** Measurements recorded in the page. */
type Recording = { deltas: number[]; tasks: number[]; gaps: number }

const PX_PER_WHEEL_TURN = 400
const TURNS_PER_CHECK = 10
/** Consecutive checks without movement after which the list must have ended. */
const MAX_STILL_CHECKS = 100

/**
 * Turns the wheel above a list until a number of rows have passed, and records every frame.
 *
 * @param of.list selects the list; its parent scrolls
 */
export async function scrollThrough(page: Page, of: { list: string; rows: number }): Promise<Frames> {
  const list = page.locator(of.list)
  const box = await list.locator('xpath=..').boundingBox()
  const rowHeight = await list.locator('li').first().evaluate(measureHeight)
  if (!box) throw new Error('The list is not visible.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const recorder = await list.evaluateHandle(watchFrames)
  const began = performance.now()
  for (let top = 0, stillFor = 0; top < of.rows * rowHeight; ) {
    for (let turn = 0; turn < TURNS_PER_CHECK; turn += 1) await page.mouse.wheel(0, PX_PER_WHEEL_TURN)
    const before = top
    top = await recorder.evaluate(({ top }) => top())
    stillFor = top === before ? stillFor + 1 : 0
    if (stillFor > MAX_STILL_CHECKS)
      throw new Error(`The list ends after ${Math.round(top / rowHeight)} rows.`)
  }
  const seconds = (performance.now() - began) / 1000
  const recording = await recorder.evaluate(({ stop }) => stop())
  return { ...summarize(recording), seconds, rows: of.rows }
}

function measureHeight(element: Element): number {
  return element.getBoundingClientRect().height
}

/** Runs in the page. Records a frame when all work that the scroll caused has run. */
function watchFrames(list: Element) {
  const scroller = list.parentElement ?? list
  const { left, width, top, height } = scroller.getBoundingClientRect()
  const heights = [1, height / 2, height - 2]
  const recording: Recording = { deltas: [], tasks: [], gaps: 0 }
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) recording.tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let last = performance.now()
  let going = true
  function frame(now: number): void {
    recording.deltas.push(now - last)
    last = now
    const seen = heights.map((y) => document.elementFromPoint(left + width / 2, top + y))
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const atEnd = scrollTop + clientHeight >= scrollHeight - 1
    if (atEnd || !seen.every((one) => one?.closest('li, h2'))) recording.gaps += 1
    if (going) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  return {
    top: () => scroller.scrollTop,
    stop() {
      going = false
      observer.disconnect()
      return recording
    },
  }
}

function summarize({ deltas, tasks, gaps }: Recording) {
  // The first is the time until recording began.
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

/** Returns the median of each figure. */
export function medianFrames(rounds: readonly Frames[]): Frames {
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
