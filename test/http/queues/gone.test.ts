import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { FailpointName } from '../../../src/store/contract/failpoints.ts'
import { createQueue, type TestQueue } from '../../support/fixtures/queue.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { closed, watchAnswers } from '../../support/service/pending-answers.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const WAIT = { wait_seconds: 20 }
/** More than what stands between two ends of a connection. */
const ENDLESS = Buffer.alloc(64 * 1024 * 1024)
const PULLS = ['/q/:id/messages/pull', '/client/v4/accounts/any/queues/:id/messages/pull']

/** A service that does something at the n-th time from now on that it passes a point. */
async function startWatched() {
  let armed: { point: FailpointName; passes: number; act(): void } | null = null
  const passed = new Map<FailpointName, number>()
  const service = await startService({
    failpoint(point) {
      passed.set(point, (passed.get(point) ?? 0) + 1)
      if (armed?.point !== point) return
      armed.passes -= 1
      if (armed.passes > 0) return
      const { act } = armed
      armed = null
      act()
    },
  })
  return {
    service,
    commits: () => passed.get('after commit') ?? 0,
    /** True when the operation took place. */
    isOver: () => armed === null,
    at(point: FailpointName, passes: number, act: () => void) {
      armed = { point, passes, act }
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** A connection that has been used before: what is written to it is read at once. */
async function connected(service: TestService): Promise<Socket> {
  const socket = connect(service.port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  return socket
}

function writePull(socket: Socket, queue: TestQueue, path: string, asked: object): void {
  const body = JSON.stringify(asked)
  socket.write(
    `POST ${path.replace(':id', queue.id)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${queue.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

async function waiting(service: TestService, count: number): Promise<void> {
  await until(async () =>
    (await service.service.metrics.render()).includes(`formslot_waiting_pulls ${count}\n`),
  )
}

/** Holds a table of the database, so that whoever needs it waits. */
async function openHolding(service: TestService) {
  const rows = await service.outside()
  return {
    async hold(table: 'messages' | 'endpoint_keys') {
      await rows.all('begin')
      await rows.all(`lock table ${table} in access exclusive mode`)
    },
    async somebodyWaits() {
      await until(async () => (await rows.all('select 1 from pg_locks where not granted')).length > 0)
    },
    release: () => rows.all('commit'),
    [Symbol.asyncDispose]: () => rows[Symbol.asyncDispose](),
  }
}

/** Checks that messages pulled by a client that left are available again; the clock stands still, so no lease ends. */
async function assertGivenBack(queue: TestQueue, when: string): Promise<void> {
  const [message] = await queue.pulled(WAIT)
  assert.deepEqual([message?.body, message?.attempts], ['for who is there', 1], when)
  assert.equal(
    (await queue.post('/messages/ack', { acks: [{ lease_id: message?.lease_id }] })).json.ackCount,
    1,
  )
}

for (const path of PULLS) {
  describe(`POST ${path}`, () => {
    test('a client that is gone before its pull is written down takes no message with it', async () => {
      await using watched = await startWatched()
      const { service } = watched
      const queue = await createQueue(service)
      for (const asked of [{}, WAIT]) {
        await queue.publish('for who is there')
        // That the key was used is written down first: meanwhile its user goes away.
        service.pass({ days: 1 })
        const socket = await connected(service)
        const before = watched.commits()
        watched.at('before begin', 1, () => socket.resetAndDestroy())
        writePull(socket, queue, path, asked)
        await until(() => watched.commits() >= before + 2)
        await assertGivenBack(queue, JSON.stringify(asked))
      }
    })

    test('a client that goes away as its wait is over takes no message with it', async () => {
      await using watched = await startWatched()
      const { service } = watched
      const queue = await createQueue(service)
      const socket = await connected(service)
      writePull(socket, queue, path, WAIT)
      await waiting(service, 1)
      const before = watched.commits()
      watched.at('after commit', 1, () => socket.resetAndDestroy())
      await queue.publish('for who is there')
      assert.ok(watched.isOver())
      await until(() => watched.commits() >= before + 2)
      await assertGivenBack(queue, 'after the publish')
      await waiting(service, 0)
    })

    test('a client that goes away while its pull is written down takes no message with it', async () => {
      await using watched = await startWatched()
      const { service } = watched
      const queue = await createQueue(service)
      for (const goodbye of ['destroy', 'resetAndDestroy'] as const) {
        await queue.publish('for who is there')
        const socket = await connected(service)
        watched.at('after commit', 1, () => socket[goodbye]())
        writePull(socket, queue, path, {})
        await until(watched.isOver)
        await assertGivenBack(queue, goodbye)
      }
    })

    for (const name of ['SQLite', 'PostgreSQL'] as const) {
      test(`what was answered and never sent is given back, what was read is not: ${name}`, async () => {
        await using postgres = name === 'PostgreSQL' ? await anyPostgres() : null
        const database = await postgres?.createDatabase()
        await using service = await startService(database ? { env: { FORMSLOT_DATABASE_URL: database } } : {})
        const queue = await createQueue(service)
        using answers = watchAnswers()
        /** An answer to a pull, for which there is room on the way to its reader, or is none. */
        const answered = async (socket: Socket, room: 'room' | 'no room') => {
          const before = answers.of('/messages/pull').length
          if (room === 'no room') answers.next(({ req }) => req.socket.write(ENDLESS))
          writePull(socket, queue, path, {})
          await until(() => answers.of('/messages/pull')[before]?.writableEnded === true)
          return answers.of('/messages/pull')[before] ?? assert.fail()
        }

        await queue.publish('for who is there')
        const unsent = await connected(service)
        unsent.pause()
        const lost = await answered(unsent, 'no room')
        unsent.destroy()
        await closed(lost)
        await assertGivenBack(queue, 'after the answer')

        await queue.publish('read')
        const reader = await connected(service)
        const read = once(reader, 'data')
        const had = await answered(reader, 'room')
        assert.match(String(await read), /"lease_id"/)
        const gone = once(had.req.socket, 'close')
        reader.destroy()
        await gone
        assert.deepEqual(await queue.pulled(), [])
      })
    }

    test('a client that goes away while PostgreSQL is busy with its pull takes no message with it', async () => {
      await using postgres = await anyPostgres()
      await using service = await startService({
        env: { FORMSLOT_DATABASE_URL: await postgres.createDatabase() },
      })
      const queue = await createQueue(service)
      await using held = await openHolding(service)
      using answers = watchAnswers()
      /** The client closes the connection, and the service has seen it. */
      const leave = async (socket: Socket) => {
        const [answer] = answers.of('/messages/pull').filter(({ closed }) => !closed)
        socket.destroy()
        await closed(answer ?? assert.fail('nobody pulls'))
      }

      await queue.publish('for who is there')
      await held.hold('messages')
      const atOnce = await connected(service)
      writePull(atOnce, queue, path, {})
      await held.somebodyWaits()
      await leave(atOnce)
      await held.release()
      await assertGivenBack(queue, 'while it was handed out at once')

      // What is looked at last is the key.
      for (const table of ['messages', 'endpoint_keys'] as const) {
        await queue.post('/messages', { body: 'for who is there', delay_seconds: 1 })
        const later = await connected(service)
        writePull(later, queue, path, WAIT)
        await waiting(service, 1)
        await held.hold(table)
        service.pass({ seconds: 1 })
        await held.somebodyWaits()
        await leave(later)
        await held.release()
        await assertGivenBack(queue, `after a wait, while ${table} were looked at`)
      }
    })
  })
}
