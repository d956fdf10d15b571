import assert from 'node:assert/strict'
import { CONCURRENT_EMAILS, type Fixture, type Node } from '../../support/fixture.ts'
import type { OpenRequests, Story } from './story.ts'

const MAX_POINTS = 1000

/**
 * Runs a story in a process that is killed at the first point of its paths, in the next at a later one, and so on, until a
 * process reaches the end. Returns the number of kills.
 *
 * @param options.start starts the process that is killed at this point; null when it was killed before it listened
 * @param options.fewest points that the paths have at least
 */
export async function sweepPoints(
  fixture: Fixture,
  options: {
    story: Story
    stride: number
    fewest: number
    open: OpenRequests
    start(point: number): Promise<Node | null>
  },
): Promise<number> {
  const { stride, fewest } = options
  let killed = 0
  let point = 1 + Math.floor(fixture.random() * stride)
  for (; point < MAX_POINTS; point += stride) {
    if (!(await isKilledAt(fixture, point, options))) break
    fixture.fault(CONCURRENT_EMAILS)
    killed += 1
  }
  assert.ok(killed >= fewest / stride - 1, `the sweep passed only ${killed} points`)
  assert.ok(point < MAX_POINTS, 'the sweep ends')
  return killed
}

/** Runs the story and an orderly stop in a process that is killed at a point. Returns true when it was killed. */
async function isKilledAt(
  fixture: Fixture,
  point: number,
  { story, open, start }: { story: Story; open: OpenRequests; start(point: number): Promise<Node | null> },
): Promise<boolean> {
  const node = await start(point)
  if (!node) return true
  const completed = await story(fixture, node, open)
  // Stopping reaches named points as well.
  const end = await fixture.endNode(node)
  if (end.signal === 'SIGKILL') return true
  assert.deepEqual(end, { code: 0, signal: null })
  assert.ok(completed, 'the story was completed')
  return false
}
