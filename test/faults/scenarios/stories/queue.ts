import { MAX_DELIVERIES } from '../../../../src/domain/queues/queue.ts'
import { acknowledge, pull, replayDead } from '../../support/clients/queue-consumers.ts'
import { publication } from '../../support/clients/queue-visit.ts'
import { createEvents, recordAccepted } from '../../support/clients/telemetry-visit.ts'
import { askOnce, atRest, type Story } from './story.ts'

const EVENTS = 3
/** Number of messages in one publish request, after one that is published alone. */
const BATCH = 2
const PULL = { batch_size: 10, visibility_timeout_ms: 60_000, wait_seconds: 0, patienceMs: 30_000 }

/**
 * Creates a telemetry endpoint and a queue, sends events with ids, publishes a message and a batch, and pulls them all:
 * one is acknowledged, the others are retried until they are dead, replayed, pulled and acknowledged.
 */
export const queueStory: Story = async (fixture, node, open) => {
  const domain = `domain-${fixture.number()}.dev`
  const create = (path: string, recipient: string) =>
    askOnce(fixture, node, { operation: 'create', token: recipient }, { path, fields: { recipient } })
  const telemetry = await create('/t/new', `ada@${domain}`)
  if (telemetry)
    open.add((token) => ({
      operation: 'events',
      path: `/t/${telemetry.id}`,
      repeated: 'by its content',
      idIn: recordAccepted,
      json: createEvents(fixture, { token, count: EVENTS, withIds: true }),
    }))
  const made = await create('/q/new', `Ada@${domain}`)
  const queue = made && { id: made.id, key: String(made.body.api_key) }
  for (const count of queue ? [1, BATCH] : [])
    open.add((token) => ({
      operation: 'publish',
      ...publication({ queueId: String(queue?.id), key: String(queue?.key), token, count }),
    }))
  await open.ask(node)
  await atRest(fixture, node)
  if (!queue) return false
  const { base } = node.service
  const from = { base, queue, ledger: fixture.consumerLedger }
  const delivered = async () => (await pull({ ...from, number: fixture.number() }, PULL)) ?? []

  const [first, ...others] = await delivered()
  if (!first) return false
  await acknowledge(from, { acks: [first], retries: others })
  for (let time = 1; time < MAX_DELIVERIES; time += 1) {
    await acknowledge(from, { acks: [], retries: await delivered() })
  }
  if ((await delivered()).length > 0) return false
  await replayDead(base, queue)
  return (await acknowledge(from, { acks: await delivered() })) === BATCH
}
