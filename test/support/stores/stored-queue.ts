import assert from 'node:assert/strict'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { DEFAULT_QUEUE_LIMITS } from '../../../src/domain/queues/queue.ts'
import { later, SECOND } from '../../../src/domain/time.ts'
import type { PulledMessage } from '../../../src/store/queues/messages.ts'
import type { Store } from '../../../src/store/store.ts'
import { NOW } from './stores.ts'

/** For how long `pull` leases. */
export const LEASE_MS = 30 * SECOND
let ids = 0
let leases = 0

/** A queue of one endpoint. */
export async function openQueue(store: Store): Promise<{ id: string; queueKey: number }> {
  const id = `q_${String(++ids).padStart(16, '0')}`
  await store.create({
    addressKey: `address ${id}`,
    mailboxKey: 'ada',
    newest: 1,
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, endpoint: newEndpoint({ id, recipient: 'ada@lovelace.dev', now: NOW }) }),
  })
  return { id, queueKey: await getKey(store, id) }
}

/** The key of an endpoint. */
export async function getKey(store: Store, id: string): Promise<number> {
  const outcome = await store.change<number>({
    endpointId: id,
    now: NOW,
    idempotencyKey: null,
    decide: ({ found }) => ({
      answer: found?.key ?? assert.fail(),
      remember: false,
      consequences: [],
    }),
  })
  return outcome.kind === 'fresh' ? outcome.answer : assert.fail()
}

/** Puts texts into a queue. */
export async function publish(
  store: Store,
  id: string,
  texts: readonly string[],
  delayMs = 0,
  now = NOW,
): Promise<void> {
  await store.change({
    endpointId: id,
    now,
    idempotencyKey: null,
    maxKeys: texts.length,
    decide({ nextKey }) {
      const readyAt = delayMs === 0 ? null : later(now, delayMs)
      const messages = texts.map((text) => {
        return { key: nextKey(), type: 'text', text: JSON.stringify(text), readyAt } as const
      })
      return { answer: null, remember: false, consequences: [{ kind: 'messages', messages }] }
    },
  })
}

/** Pulls with a new lease each time. */
export async function pull(store: Store, queueKey: number, limit = 10, now = NOW): Promise<PulledMessage[]> {
  const lease = `lease ${++leases}`
  const until = later(now, LEASE_MS)
  return (await store.queues.pull({ queueKey, limits: DEFAULT_QUEUE_LIMITS, now, until, limit, lease }))
    .messages
}

export const getTexts = (messages: readonly { text: string }[]) =>
  messages.map(({ text }) => JSON.parse(text))
export const ack = (store: Store, queueKey: number, acks: readonly PulledMessage[]) =>
  store.queues.settle({ queueKey, limits: DEFAULT_QUEUE_LIMITS, now: NOW, acks, retries: [] })
