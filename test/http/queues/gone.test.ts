import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { createQueue, type TestQueue } from '../../support/fixtures/queue.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const WAIT = { wait_seconds: 20 }
const LEASE = { visibility_timeout_ms: 30_000 }
const PULLS = ['/q/:id/messages/pull', '/client/v4/accounts/any/queues/:id/messages/pull']

/** Writes a pull over a connection that the test can close at any time. */
function writePull(
  service: TestService,
  { queue, path, body }: { queue: TestQueue; path: string; body: object },
): Socket {
  const socket = connect(service.port, '127.0.0.1')
  const text = JSON.stringify(body)
  socket.write(
    `POST ${path.replace(':id', queue.id)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${queue.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  return socket
}

async function waiting(service: TestService, count: number): Promise<void> {
  await until(async () =>
    (await service.service.metrics.render()).includes(`formslot_waiting_pulls ${count}\n`),
  )
}

for (const path of PULLS) {
  describe(`POST ${path}`, () => {
    for (const goodbye of ['destroy', 'resetAndDestroy'] as const) {
      test(`a client that disconnects during a long poll takes no message (${goodbye})`, async () => {
        await using service = await startService()
        const queue = await createQueue(service)
        const socket = writePull(service, { queue, path, body: WAIT })
        await waiting(service, 1)
        socket[goodbye]()
        await waiting(service, 0)
        await queue.publish('for another client')
        const [message] = await queue.pulled()
        assert.deepEqual([message?.body, message?.attempts], ['for another client', 1])
      })
    }

    test('a message sent to a disconnected client returns when its lease ends', async () => {
      await using service = await startService()
      const queue = await createQueue(service)
      await queue.publish('sent')
      const socket = writePull(service, { queue, path, body: LEASE })
      await once(socket, 'data')
      socket.destroy()
      service.pass({ milliseconds: LEASE.visibility_timeout_ms - 1 })
      assert.deepEqual(await queue.pulled(), [])
      service.pass({ milliseconds: 1 })
      const [message] = await queue.pulled()
      assert.deepEqual([message?.body, message?.attempts], ['sent', 2])
    })
  })
}
