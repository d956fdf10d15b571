import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { openWebhook, type Webhook } from '../support/clients/webhook-receiver.ts'
import { CONCURRENT_EMAILS, type Fixture, type Node } from '../support/fixture.ts'
import { atRest, type OpenRequests, openRequests } from './stories/story.ts'

/** Stride: the long form kills at every point, the short one at every nth, starting at a random one. */
const STRIDE = { short: 20, long: 1 }
const MAX_POINTS = 300
/** Points that the first submission of a process and its deliveries pass: fewer would mean that nothing was delivered. */
const FEWEST_POINTS = 12
const SUBMISSIONS = 3
/** The receiver is down for three days, seen in steps: each tries what is due. */
const DOWN = { steps: 24, hours: 3 }
/** Kills of one of two nodes while deliveries are in progress. */
const KILLS = { short: 2, long: 20 }
const LIFE_MS = 300

/**
 * Kills a process at each named point between the attempt that is written, the request that is posted and the outcome that is
 * stored; lets the receiver fail in every way, and be down for three days; kills one of two nodes at random.
 */
export const webhooks: Scenario = {
  name: 'webhooks',
  title:
    'webhooks through kills at any named point, a receiver that fails or is down for three days, and two nodes: each id arrives, with all of its attempts',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite', 'postgres'],
  async play(fixture) {
    const webhook = await openWebhook(fixture)
    const open = openRequests(fixture)
    const points = await sweep(fixture, webhook, open)
    await beDown(fixture, webhook, open)
    await failAndKill(fixture, webhook, open)
    webhook.receiver.answerWith(200)
    const node = fixture.nodes()[0] ?? (await fixture.startNode('one', { env: webhook.env }))
    assert.ok(node)
    await open.ask(node)
    assert.equal(open.count(), 0, 'each request with a key has a known outcome')
    await fixture.rest()
    const { ids, attempts, repeated } = await webhook.check()
    return `${points} points, ${ids} ids, ${attempts} attempts, ${repeated} ids taken twice`
  },
}

function submit({ formId }: Webhook, open: OpenRequests, count: number): void {
  for (let sent = 0; sent < count; sent += 1) {
    open.add((token) => ({ operation: 'submit', path: `/f/${formId}`, fields: { token } }))
  }
}

/** Kills one process after the other, each at a later point. Returns their number. */
async function sweep(fixture: Fixture, webhook: Webhook, open: OpenRequests): Promise<number> {
  const stride = STRIDE[fixture.length]
  let killed = 0
  let point = 1 + Math.floor(fixture.random() * stride)
  for (; point < MAX_POINTS; point += stride) {
    const node = await fixture.startNode('one', { killAt: point, env: webhook.env })
    fixture.fault(CONCURRENT_EMAILS)
    killed += 1
    if (!node) continue
    submit(webhook, open, SUBMISSIONS)
    await open.ask(node)
    await atRest(fixture, node)
    const { signal } = await fixture.endNode(node)
    if (signal !== 'SIGKILL') break
  }
  assert.ok(point > FEWEST_POINTS, `a process passed only ${point} points`)
  assert.ok(point < MAX_POINTS, 'the sweep ends')
  return killed
}

/** The receiver closes each connection for three days, then answers. */
async function beDown(fixture: Fixture, webhook: Webhook, open: OpenRequests): Promise<void> {
  const node = await fixture.startNode('one', { env: webhook.env })
  assert.ok(node)
  webhook.receiver.answerWith(({ response }) => {
    response.destroy()
  })
  submit(webhook, open, SUBMISSIONS)
  await open.ask(node)
  for (let step = 0; step < DOWN.steps; step += 1) await fixture.pass({ hours: DOWN.hours }).delivered
  assert.ok((await fixture.waiting()) > 0, 'the last attempt has not been made yet')
  webhook.receiver.answerWith(200)
  await fixture.rest()
  await fixture.endNode(node)
}

/** A receiver that fails in every way, and two nodes (one on SQLite) of which one is killed while it delivers. */
async function failAndKill(fixture: Fixture, webhook: Webhook, open: OpenRequests): Promise<void> {
  webhook.failAtRandom()
  const start = (name: string) => fixture.startNode(name, { env: webhook.env })
  const staying: Node | null = fixture.postgres ? await start('two') : null
  for (let count = 0; count < KILLS[fixture.length]; count += 1) {
    const node = await start('one')
    assert.ok(node)
    submit(webhook, open, 2 * SUBMISSIONS)
    await open.ask(staying ?? node)
    fixture.pass({ seconds: 5 })
    await setTimeout(fixture.random() * LIFE_MS)
    await fixture.endNode(node, 'SIGKILL')
    fixture.fault(CONCURRENT_EMAILS)
  }
}
