import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openStoredRows } from '../../support/stores/stored-rows.ts'
import type { Scenario } from '../scenario.ts'
import type { Fixture } from '../support/fixture.ts'
import { formStory, SPAM_WORD } from './stories/form.ts'
import { queueStory } from './stories/queue.ts'
import { openRequests } from './stories/story.ts'
import { sweepPoints } from './stories/sweep.ts'

/** Stride: the long form kills at every point, the short one at every nth, starting at a random one. */
const STORIES = [
  { story: formStory, stride: { short: 40, long: 1 } },
  { story: queueStory, stride: { short: 150, long: 1 } },
]
const FEWEST_POINTS = 30

/**
 * Kills a process at the first named point on the paths of a submission and of its email, the next process at the
 * second point, and so on, until a process reaches the end; a spam filter judges the submissions to claimed forms; then does the same with events and messages. Each process
 * has to finish the work of the one before it, so that recovery is interrupted too.
 */
export const killPoints: Scenario = {
  name: 'kill-points',
  title:
    'a process killed at any named point, also during recovery, loses nothing and repeats only emails in progress',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite', 'postgres'],
  async play(fixture) {
    const open = openRequests(fixture)
    const engine = await startEngine(fixture)
    let killed = 0
    for (const { story, stride } of STORIES) {
      killed += await sweepPoints(fixture, {
        story,
        stride: stride[fixture.length],
        fewest: FEWEST_POINTS,
        open,
        start: (point) => fixture.startNode('one', { killAt: point, env: { FORMSLOT_RSPAMD_URL: engine } }),
      })
    }
    const last = await fixture.startNode('one', { env: { FORMSLOT_RSPAMD_URL: engine } })
    assert.ok(last)
    await open.ask(last)
    assert.equal(open.count(), 0, 'each request with a key has a known outcome')
    await fixture.rest()
    assert.ok((await countSpam(fixture)) > 0, 'the spam filter has found spam')
    return `${killed} points`
  },
}

async function countSpam({ database }: Fixture): Promise<number> {
  await using rows = await openStoredRows(database)
  return (await rows.all('select key from submissions where spam_reasons is not null')).length
}

/** Starts a spam filter that speaks the protocol of rspamd and knows one word. Returns its address. */
async function startEngine(fixture: Fixture): Promise<string> {
  const server = createServer(async (request, response) => {
    const isSpam = (await text(request)).includes(SPAM_WORD)
    response.end(JSON.stringify({ score: isSpam ? 30 : 0, required_score: 15, symbols: {} }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  fixture.registerCleanup({
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
