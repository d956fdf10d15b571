import { setTimeout } from 'node:timers/promises'
import { type Client, isLost } from './client.ts'
import { type ConsumerLedger, type Receipt, toContent } from './consumer-ledger.ts'

const MAX_AT_ONCE = 10
/** Length of leases: some expire before the acknowledgement. */
const LEASE_MS = { shortest: 50, longest: 1500 }
const WAIT_SECONDS = 0.2
const PATIENCE_MS = 30_000
/** Share of waiting pulls that the consumer aborts, and the time after which it does. */
const SHARE_IMPATIENT = 0.15
const IMPATIENCE_MS = 40
/** Shares of messages that consumers forget and retry. */
const SHARE_FORGOTTEN = 0.2
const SHARE_GIVEN_BACK = 0.1
/** Tokens of messages that no consumer can process: they are delivered until they are dead. */
const POISONED = /7-end$/
/** Share of rounds in which a consumer replays dead messages. */
const SHARE_REPLAYS = 0.05
const RETRY_PAUSE_MS = 20
/** Maximum number of queues with consumers; older ones keep their messages. */
const QUEUES_KEPT = 6

/** Queues with consumers. */
export type OpenQueues = {
  add(queue: Queue): void
  one(random: () => number): Queue | null
}

export type Queue = { id: string; key: string }

export function openQueues(): OpenQueues {
  const queues: Queue[] = []
  return {
    add(queue) {
      queues.push(queue)
      if (queues.length > QUEUES_KEPT) queues.shift()
    },
    one: (random) => queues[Math.floor(random() * queues.length)] ?? null,
  }
}

/** Pulls from these queues and acknowledges most messages, until it is stopped. */
export async function consume(
  client: Client,
  { queues, ledger }: { queues: OpenQueues; ledger: ConsumerLedger },
): Promise<void> {
  const { random } = client
  while (client.isHere()) {
    const queue = queues.one(random)
    const base = queue && (await client.anyBase())
    if (!queue || !base) {
      await setTimeout(RETRY_PAUSE_MS)
      continue
    }
    if (random() < SHARE_REPLAYS) await replayDead(base, queue)
    const got = await pull({ base, queue, ledger, number: client.number() }, pullBy(random))
    if (got === null) await setTimeout(RETRY_PAUSE_MS)
    else if (got.length > 0) await settle({ base, queue, ledger, random }, got)
    if (client.pauseMs) await setTimeout(client.pauseMs)
  }
}

/** Delivered message with its lease id. */
export type LeasedMessage = Receipt & { leaseId: string }

type PullOnce = {
  batch_size: number
  visibility_timeout_ms: number
  wait_seconds: number
  patienceMs: number
}

function pullBy(random: () => number): PullOnce {
  const { shortest, longest } = LEASE_MS
  return {
    batch_size: 1 + Math.floor(random() * MAX_AT_ONCE),
    visibility_timeout_ms: Math.ceil(shortest + random() * (longest - shortest)),
    wait_seconds: WAIT_SECONDS,
    patienceMs: random() < SHARE_IMPATIENT ? Math.ceil(random() * IMPATIENCE_MS) : PATIENCE_MS,
  }
}

/** Pulls messages and records them in the ledger; null when the outcome is unknown. */
export async function pull(
  from: { base: string; queue: Queue; ledger: ConsumerLedger; number: number },
  { patienceMs, ...query }: PullOnce,
): Promise<LeasedMessage[] | null> {
  const { base, queue, ledger, number } = from
  ledger.pulling(number)
  const response = await call(base, queue, { path: '/messages/pull', json: query, patienceMs })
  if (response === null) return null
  const { messages }: { messages: Pulled[] } = response
  const got = messages.map(({ id, timestamp_ms: publishedAt, lease_id: leaseId, body }) => ({
    id,
    queueId: queue.id,
    publishedAt,
    leaseId,
    ...toContent(body),
  }))
  if (got.length > 0)
    ledger.got(
      number,
      got.map(({ leaseId: _, ...receipt }) => receipt),
    )
  return got
}

type Pulled = {
  id: string
  timestamp_ms: number
  lease_id: string
  body: unknown
}

async function settle(
  to: { base: string; queue: Queue; ledger: ConsumerLedger; random(): number },
  got: readonly LeasedMessage[],
): Promise<void> {
  const { random } = to
  const kept = got.filter(() => random() >= SHARE_FORGOTTEN)
  const { acks = [], retries = [] } = Object.groupBy(kept, ({ token }) =>
    POISONED.test(token) || random() < SHARE_GIVEN_BACK ? 'retries' : 'acks',
  )
  await acknowledge(to, { acks, retries })
}

/** Acknowledges messages and records it in the ledger; returns the number that the service confirmed. */
export async function acknowledge(
  to: { base: string; queue: Queue; ledger: ConsumerLedger },
  { acks, retries = [] }: { acks: readonly LeasedMessage[]; retries?: readonly LeasedMessage[] },
): Promise<number> {
  const { base, queue, ledger } = to
  const lease = ({ leaseId }: LeasedMessage) => ({ lease_id: leaseId })
  const getId = ({ id }: LeasedMessage) => id
  const json = { acks: acks.map(lease), retries: retries.map(lease) }
  ledger.acking(acks.map(getId))
  const response = await call(base, queue, { path: '/messages/ack', json, patienceMs: PATIENCE_MS })
  if (response === null) return 0
  const isRefused = ({ leaseId }: LeasedMessage) => Object.hasOwn(response.warnings, leaseId)
  const acked = acks.filter((message) => !isRefused(message)).map(getId)
  ledger.acked(acked)
  ledger.notAcked(acks.filter(isRefused).map(getId))
  return acked.length
}

/** Replays dead messages; the database shows which ones. */
export async function replayDead(base: string, queue: Queue): Promise<void> {
  const dead = await call(base, queue, { path: '/dead', patienceMs: PATIENCE_MS })
  for (const { id } of dead?.data ?? []) {
    await call(base, queue, { path: `/dead/${id}/replay`, json: {}, patienceMs: PATIENCE_MS })
  }
}

/** Returns null when it was refused or its outcome is unknown. */
async function call(
  base: string,
  { id, key }: Queue,
  { path, json, patienceMs }: { path: string; json?: object; patienceMs: number },
) {
  const authorization = `Bearer ${key}`
  try {
    const answer = await fetch(`${base}/q/${id}${path}`, {
      signal: AbortSignal.timeout(patienceMs),
      headers: { authorization, 'content-type': 'application/json' },
      ...(json ? { method: 'POST', body: JSON.stringify(json) } : {}),
    })
    const response = Object(await answer.json())
    return answer.status === 200 ? response : null
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}
