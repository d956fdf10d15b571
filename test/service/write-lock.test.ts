import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { MINUTE } from '../../src/domain/time.ts'
import { ADA } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

/** The time within which the process answers whatever happens to its database, on an idle machine. */
const PROMISED_MS = 100
/** Time for which a short lock is held: a request waits for longer ones, up to five seconds. */
const SHORT_LOCK_MS = 2000
const LONG_LOCK_MS = 6000

/** A service with one endpoint, and a stranger with a connection to its database. */
async function openLocked(env: Record<string, string> = {}) {
  await using opening = new AsyncDisposableStack()
  const place = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'formslot-')))
  const service = await startServiceProcess({ dataDir: place.path, env })
  assert.ok(service)
  opening.use(service)
  const created = await fetch(`${service.base}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: ADA }),
  })
  const { endpoint_url } = (await created.json()) as { endpoint_url: string }
  // The service may be writing just then: the stranger waits until it has done so.
  const file = new DatabaseSync(path.join(place.path, 'formslot.db'), { timeout: 5000 })
  const stranger = opening.adopt(file, (database) => database.close())
  const open = opening.move()
  return {
    base: service.base,
    setClock: service.setClock,
    stranger,
    submit: (message: string) =>
      fetch(endpoint_url, { method: 'POST', body: new URLSearchParams({ message }) }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Returns how long the health check took. */
async function probeHealth(base: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${base}/healthz`)
  await answer.arrayBuffer()
  assert.equal(answer.status, 200)
  return performance.now() - startedAt
}

test('answers health checks at once while another process holds the write lock, and stores what waited', async () => {
  await using locked = await openLocked()
  locked.stranger.exec('begin immediate')
  const waiting = Array.from({ length: 30 }, (_, sent) => locked.submit(String(sent)))
  const times: number[] = []
  const until = performance.now() + SHORT_LOCK_MS
  while (performance.now() < until) {
    times.push(await probeHealth(locked.base))
    await setTimeout(10)
  }
  locked.stranger.exec('rollback')
  const answers = await Promise.all(waiting)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const rows = locked.stranger.prepare('select count(*) as stored from submissions').get()
  assert.equal(rows?.stored, 30)
  // The middle, since the machine of the tests may be busy; a blocked process has no fast answer at all.
  const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Infinity
  assert.ok(middle < PROMISED_MS, `health checks took ${middle} ms`)
  assert.ok(times.length > 5, `only ${times.length} health checks were answered in ${SHORT_LOCK_MS} ms`)
})

test('a request that waits too long for the write lock is answered 503 and not stored', async () => {
  await using locked = await openLocked()
  locked.stranger.exec('begin immediate')
  const early = locked.submit('early')
  await setTimeout(SHORT_LOCK_MS)
  const startedAt = performance.now()
  const late = locked.submit('late')
  for (const sent of [early, late]) {
    const answer = await sent
    assert.equal(answer.status, 503)
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    const { code, message } = (await answer.json()) as { code: string; message: string }
    assert.equal(code, 'store_busy')
    assert.match(message, /^Nothing was saved/)
  }
  // Each waits for as long as the others, however many are in front of it.
  assert.ok(performance.now() - startedAt < 8000)
  locked.stranger.exec('rollback')
  assert.equal((await locked.submit('afterwards')).status, 200)
  const rows = locked.stranger.prepare('select count(*) as stored from submissions').get()
  assert.equal(rows?.stored, 1)
})

test('an email that was sent while another process held the write lock is not sent again', async () => {
  await using mail = await startSmtpFaultServer()
  await using locked = await openLocked({
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    FORMSLOT_MAIL_FROM: 'emails@formslot.dev',
  })
  mail.script('end_of_data', { kind: 'hold' })
  assert.equal((await locked.submit('hello')).status, 200)
  await mail.received(1)
  locked.stranger.exec('begin immediate')
  mail.release()
  // Longer than any write waits for the lock.
  await setTimeout(LONG_LOCK_MS)
  locked.stranger.exec('rollback')
  const isSettled = () => locked.stranger.prepare('select settled_at from outbox').get()?.settled_at !== null
  const endsAt = performance.now() + SHORT_LOCK_MS
  while (!isSettled() && performance.now() < endsAt) await setTimeout(10)
  // Its lease is over by then.
  await locked.setClock(3 * MINUTE)
  assert.equal(mail.ledger.length, 1)
})
