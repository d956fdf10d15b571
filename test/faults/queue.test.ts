import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createKeys } from '../../src/ids/keys.ts'
import type { LeasedMessage } from '../support/fixtures/queue.ts'
import { seededRandom } from '../support/fixtures/seeded-random.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts'

const SECRET = 'at-least-once-'.padEnd(64, '0123456789abcdef')
const KILLS = 6
const CONSUMERS = 4
const PUBLISHERS = 2
const LEASE_MS = 300
/** Pause between two kills. */
const LIFE_MS = { shortest: 200, longest: 700 }

/** Message as a consumer received it. */
type Delivery = { id: string; askedAt: number; receivedAt: number; givenBack: boolean }

const TITLE =
  'despite kills and expired leases, every message is delivered, and none after its acknowledgement'

test(`${TITLE} (sqlite)`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-queue-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const node = await openNode(t, { dataDir })
  await play(t, { nodes: [node], kills: [node.kill] })
})

test(`${TITLE} (two nodes on postgres, which is killed too)`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-queue-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await using postgres = await startPostgres()
  const env = { FORMSLOT_DATABASE_URL: await postgres.createDatabase() }
  const nodes = [
    await openNode(t, { dataDir: path.join(dataDir, 'one'), env }),
    await openNode(t, { dataDir: path.join(dataDir, 'two'), env }),
  ] as const
  const killDatabase = async () => {
    await postgres.stop('SIGKILL')
    await postgres.start()
  }
  await play(t, { nodes, kills: [...nodes.map((node) => node.kill), killDatabase] })
  for (const node of nodes) await node.end()
})

/** Runs publishers and consumers on all nodes while the targets are killed in turn. */
async function play(
  t: TestContext,
  { nodes, kills }: { nodes: readonly Node[]; kills: readonly (() => Promise<void>)[] },
): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`SEED=${seed}`)
  const random = seededRandom(seed)
  const getBase = (who: number) => nodes[who % nodes.length]?.base() ?? ''
  const { id, key } = await createConfirmedQueue(getBase(0))
  /** Null when the outcome is unknown. */
  const post = async (who: number, to: string, body: unknown, headers: Record<string, string> = {}) => {
    try {
      const answer = await fetch(`${getBase(who)}/q/${id}${to}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      })
      return { status: answer.status, json: Object(await answer.json()) }
    } catch {
      return null
    }
  }

  const get = async (to: string) => {
    const answer = await fetch(`${getBase(0)}/q/${id}${to}`, { headers: { authorization: `Bearer ${key}` } })
    return answer.status === 200 ? Object(await answer.json()) : null
  }

  const published = new Set<number>()
  const seen = new Map<number, Delivery[]>()
  const ackedAt = new Map<number, number>()
  /** Messages whose acknowledgement was interrupted by a kill. */
  const askedFor = new Set<number>()
  let killing = true
  let next = 0

  async function publish(who: number): Promise<void> {
    while (killing) {
      const n = next++
      const idempotencyKey = { 'idempotency-key': `message-${n}-of-${seed}` }
      while ((await post(who, '', { n }, idempotencyKey))?.status !== 201) await setTimeout(10)
      published.add(n)
    }
  }

  async function consume(who: number, mayForget: () => boolean): Promise<number> {
    const askedAt = performance.now()
    const request = { batch_size: 5, visibility_timeout_ms: LEASE_MS, wait_seconds: killing ? 1 : 0 }
    const pulled = await post(who, '/messages/pull', request)
    if (pulled?.status !== 200) {
      await setTimeout(10)
      return 0
    }
    const receivedAt = performance.now()
    const [acks, retries]: LeasedMessage[][] = [[], []]
    const got: LeasedMessage[] = pulled.json.messages
    for (const message of got) {
      const { n } = Object(message.body)
      const delivery = { id: message.id, askedAt, receivedAt, givenBack: false }
      seen.set(n, [...(seen.get(n) ?? []), delivery])
      if (mayForget() && random() < 0.2) continue
      if (mayForget() && random() < 0.1) {
        delivery.givenBack = true
        retries?.push(message)
      } else acks?.push(message)
    }
    const lease = ({ lease_id }: LeasedMessage) => ({ lease_id })
    const asks = { acks: acks?.map(lease), retries: retries?.map(lease) }
    const settled = await post(who, '/messages/ack', asks)
    if (settled?.status !== 200) {
      // The outcome is unknown, also when the database was lost.
      for (const message of acks ?? []) askedFor.add(Object(message.body).n)
      return got.length
    }
    for (const message of acks ?? []) {
      if (!(message.lease_id in settled.json.warnings)) {
        ackedAt.set(Object(message.body).n, performance.now())
      }
    }
    return got.length
  }

  const work = [
    ...Array.from({ length: PUBLISHERS }, (_, who) => publish(who)),
    ...Array.from({ length: CONSUMERS }, async (_, who) => {
      while (killing) await consume(who, () => true)
    }),
  ]
  for (let kill = 0; kill < KILLS; kill += 1) {
    await setTimeout(LIFE_MS.shortest + random() * (LIFE_MS.longest - LIFE_MS.shortest))
    await kills[kill % kills.length]?.()
  }
  killing = false
  await Promise.all(work)
  await drain()

  assert.ok(published.size > KILLS, `${published.size} were published`)
  for (const n of published) assert.ok(seen.has(n), `message ${n} was never delivered`)
  for (const [n, deliveries] of seen) {
    assert.equal(new Set(deliveries.map((one) => one.id)).size, 1, `message ${n} is stored once`)
    const acked = ackedAt.get(n)
    assert.ok(acked !== undefined || askedFor.has(n), `message ${n} disappeared without an acknowledgement`)
    const late = deliveries.filter(({ askedAt }) => acked !== undefined && askedAt > acked)
    assert.deepEqual(late, [], `message ${n} was delivered after its acknowledgement`)
    const inOrder = deliveries.toSorted((one, other) => one.receivedAt - other.receivedAt)
    for (const [index, delivery] of inOrder.entries()) {
      const earlier = inOrder[index - 1]
      const free = !earlier || earlier.givenBack || delivery.receivedAt >= earlier.askedAt + LEASE_MS
      assert.ok(free, `message ${n} was leased to two consumers at the same time`)
    }
  }
  t.diagnostic(`${published.size} messages, ${[...seen.values()].flat().length} deliveries, ${KILLS} kills`)

  /** Consumes the remaining messages, and replays those that died without reaching a consumer. */
  async function drain(): Promise<void> {
    for (;;) {
      if ((await consume(0, () => false)) > 0) continue
      const dead = await get('/dead')
      for (const message of dead?.data ?? []) await post(0, `/dead/${message.id}/replay`, {})
      const status = await get('/status')
      if (status?.backlog_count === 0 && status.dead_count === 0) return
      await setTimeout(LEASE_MS / 2)
    }
  }
}

type Node = { base(): string; kill(): Promise<void>; end(): Promise<unknown> }

/** Opens a node that is killed when the test ends. */
async function openNode(
  t: TestContext,
  { dataDir, env = {} }: { dataDir: string; env?: Record<string, string> },
): Promise<Node> {
  const settings = { FORMSLOT_SECRET: SECRET, FORMSLOT_DEFAULT_PLAN: 'pro', ...env }
  const start = async (): Promise<ServiceProcess> =>
    (await startServiceProcess({ dataDir, env: settings })) ?? assert.fail('it did not start')
  let service = await start()
  let restarted: Promise<void> = Promise.resolve()
  async function end(): Promise<void> {
    await Promise.allSettled([restarted])
    await service.stop('SIGKILL')
  }
  t.after(end)
  return {
    base: () => service.base,
    kill() {
      restarted = (async () => {
        await service.stop('SIGKILL')
        service = await start()
      })()
      return restarted
    },
    end,
  }
}

async function createConfirmedQueue(base: string): Promise<{ id: string; key: string }> {
  const body = new URLSearchParams({ recipient: 'ada@lovelace.dev' })
  const created = Object(await (await fetch(`${base}/q/new`, { method: 'POST', body })).json())
  const { queue_id: id, api_key: key } = created
  const token = createKeys(SECRET).claimToken(id)
  const headers = { authorization: `Bearer ${key}` }
  await fetch(`${base}/q/${id}`, { method: 'POST', body: new URLSearchParams({ n: '-1' }), headers })
  const fromItsPage = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
  const claimed = await fetch(`${base}/claim/${token}`, { method: 'POST', headers: fromItsPage })
  assert.equal(claimed.status, 200)
  const dead = await fetch(`${base}/q/${id}/messages/pull`, { method: 'POST', headers })
  const [first] = Object(await dead.json()).messages
  await fetch(`${base}/q/${id}/messages/ack`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ acks: [{ lease_id: first.lease_id }] }),
  })
  return { id, key }
}
