import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS, type Fixture } from '../support/fixture.ts'
import { formStory } from './stories/form.ts'
import { queueStory } from './stories/queue.ts'
import { type OpenRequests, openRequests, type Story } from './stories/story.ts'

/** In the long form each point; in the short one each so many, beginning at one that the seed chooses. */
const STORIES = [
  { story: formStory, stride: { short: 40, long: 1 } },
  { story: queueStory, stride: { short: 150, long: 1 } },
]
const FEWEST_POINTS = 30
const MAX_POINTS = 1000

/**
 * Ends the process at the first named point of the paths of a submission and of its email, the next at the second,
 * and so on, until one passes without being hit; then the same with events and messages. Each has to finish what the
 * one before it left behind, so that recovery is interrupted too.
 */
export const killPoints: Scenario = {
  name: 'kill-points',
  title:
    'a process killed at any point of its paths, recovery among them, loses nothing and repeats only what it had in hand',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite', 'postgres'],
  async play(fixture) {
    const open = openRequests(fixture)
    let killed = 0
    for (const { story, stride } of STORIES) {
      killed += await sweep(fixture, { story, stride: stride[fixture.length], open })
    }
    const last = await fixture.startNode()
    assert.ok(last)
    await open.ask(last)
    assert.equal(open.count(), 0, 'under its key each request came to its end')
    return `${killed} points`
  },
}

/** Number of points at which the process can be killed. */
async function sweep(
  fixture: Fixture,
  { story, stride, open }: { story: Story; stride: number; open: OpenRequests },
): Promise<number> {
  let killed = 0
  let point = 1 + Math.floor(fixture.random() * stride)
  for (; point < MAX_POINTS; point += stride) {
    if (!(await isKilledAt(fixture, { point, story, open }))) break
    fixture.fault(CONCURRENT_EMAILS)
    killed += 1
  }
  assert.ok(killed >= FEWEST_POINTS / stride - 1, `the sweep passed only ${killed} points`)
  assert.ok(point < MAX_POINTS, 'the sweep ends')
  return killed
}

/** The story and an orderly stop, all by a process that is killed at a point; whether it was. */
async function isKilledAt(
  fixture: Fixture,
  { point, story, open }: { point: number; story: Story; open: OpenRequests },
): Promise<boolean> {
  const node = await fixture.startNode('one', { killAt: point })
  if (!node) return true
  const completed = await story(fixture, node, open)
  // Stopping passes points as well.
  const end = await fixture.endNode(node)
  if (end.signal === 'SIGKILL') return true
  assert.deepEqual(end, { code: 0, signal: null })
  assert.ok(completed, 'the story was told to its end')
  return false
}
