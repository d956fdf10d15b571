import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

/** The largest document. The pages of the documentation are sent by the same function. */
const PATH = '/openapi.json'
const CLIENTS = 100
/** With more than the system buffers for one connection, the rest stays in the memory of the process. */
const REQUESTS = 8

test('clients that do not read a large document share one copy of it', async () => {
  await using service = await startService()
  const { text } = await service.get(PATH)
  using answers = watchAnswers()
  const before = process.memoryUsage.rss()
  const sockets = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const socket = connect({ port: service.port, host: '127.0.0.1' }).pause()
      await once(socket, 'connect')
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: formslot\r\n\r\n`.repeat(REQUESTS))
      return socket
    }),
  )
  await until(() => answers.of(PATH).filter(({ writableEnded }) => writableEnded).length >= CLIENTS * 3)
  const held = process.memoryUsage.rss() - before
  for (const socket of sockets) socket.destroy()
  assert.ok(held < (CLIENTS * text.length) / 2, `${CLIENTS} unread answers take ${held} bytes`)
})
