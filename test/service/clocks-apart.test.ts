import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { MINUTE, SECOND } from '../../src/domain/time.ts'
import { freePort } from '../../src/runtime/listening.ts'
import { type AnyPostgres, anyPostgres } from '../support/postgres/postgres.ts'
import { ADA } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

/** Longer than every lease of these tests. */
const APART_MS = 3 * MINUTE
/** Time in which the other node would take what it believes to be due. */
const TEMPTED_MS = 1500

let postgres: Promise<AnyPostgres> | null = null
after(async () => (await postgres)?.[Symbol.asyncDispose]())

/** Two nodes on one PostgreSQL, of which the second runs on a machine whose clock is wrong. */
async function startNodes(machineClockOffsetMs: number) {
  postgres ??= anyPostgres()
  await using opening = new AsyncDisposableStack()
  const mail = opening.use(await startSmtpFaultServer())
  const place = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'formslot-')))
  const url = await (await postgres).createMigrated()
  const metrics = `127.0.0.1:${await freePort('127.0.0.1')}`
  const start = async (name: string, offset: number, more: Record<string, string> = {}) => {
    const node = await startServiceProcess({
      dataDir: path.join(place.path, name),
      machineClockOffsetMs: offset,
      env: {
        FORMSLOT_DATABASE_URL: url,
        FORMSLOT_SECRET: 'a secret that both of them know, long enough',
        FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        FORMSLOT_MAIL_FROM: 'emails@formslot.dev',
        ...more,
      },
    })
    assert.ok(node)
    return opening.use(node)
  }
  const right = await start('right', 0)
  const wrong = await start('wrong', machineClockOffsetMs, { FORMSLOT_METRICS_LISTEN: metrics })
  const open = opening.move()
  return { right, wrong, mail, metrics, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

async function call(url: string, body: unknown, key?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, `${url}: ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

for (const [direction, offset] of [
  ['ahead', APART_MS],
  ['behind', -APART_MS],
] as const) {
  test(`a node whose clock is three minutes ${direction} takes no message that another node has leased`, async () => {
    await using nodes = await startNodes(offset)
    const { right, wrong } = nodes
    const created = await call(`${right.base}/q/new`, { recipient: ADA })
    const queue = `/q/${created.queue_id}`
    const key = String(created.api_key)
    const pull = async (base: string) => {
      const { messages } = await call(`${base}${queue}/messages/pull`, { batch_size: 10 }, key)
      return (messages as unknown[]).length
    }
    await call(`${right.base}${queue}`, 'one', key)
    // The wrong clock must have no part in either: the lease that it gives, or the lease that it judges.
    const [first, second] = direction === 'ahead' ? [right, wrong] : [wrong, right]
    assert.equal(await pull(first.base), 1)
    assert.equal(await pull(second.base), 0)
  })
}

test('a node whose clock is three minutes ahead sends no email that another node is sending', async () => {
  await using nodes = await startNodes(APART_MS)
  const { right, wrong, mail } = nodes
  const created = await call(`${right.base}/new`, { recipient: ADA })
  mail.play((point) => (point === 'end_of_data' ? { kind: 'hold' } : null))
  await call(String(created.endpoint_url), { message: 'hello' })
  await mail.received(1)
  // Either node may have it in hand: each is asked to send what it believes to be due.
  await Promise.race([right.setClock(0), wrong.setClock(0), setTimeout(TEMPTED_MS)])
  await setTimeout(TEMPTED_MS)
  assert.equal(mail.ledger.length, 1)
  mail.play(null)
  mail.release()
})

test('the metrics tell how far the clock of a machine is from that of the database', async () => {
  await using nodes = await startNodes(APART_MS)
  const text = await (await fetch(`http://${nodes.metrics}/metrics`)).text()
  const [, seconds] = /^formslot_clock_skew_seconds ([\d.-]+)$/m.exec(text) ?? []
  assert.ok(Math.abs(Number(seconds) - APART_MS / SECOND) < 2, text)
})
