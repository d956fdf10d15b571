import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { MAX_PENDING_RESPONSES } from '../../../src/domain/accounts/stream.ts'
import { sendMcp } from '../../support/fixtures/mcp.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const READ = { method: 'resources/read', params: { uri: 'formslot://openapi' } }
const CONNECTIONS = 7
/** With more than the system buffers for one connection, the rest stays in the memory of the process. */
const REQUESTS = 20

test('clients that do not read a large answer keep a limited number of them in memory, whatever their address', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  using answers = watchAnswers()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...READ })
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const socket = connect({ port: service.port, host: '127.0.0.1' }).pause()
      await once(socket, 'connect')
      for (let count = 0; count < REQUESTS; count += 1) {
        socket.write(
          `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.${index}.${count}\r\n` +
            'Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n' +
            `Content-Length: ${body.length}\r\n\r\n${body}`,
        )
      }
      return socket
    }),
  )
  const fromElsewhere = (message: typeof READ | { method: string }) =>
    sendMcp(service, { ...message, headers: { 'x-forwarded-for': '198.51.100.7' } })
  const countHeld = () =>
    answers
      .of('/mcp')
      .filter(({ statusCode, writableEnded, closed }) => statusCode === 200 && writableEnded && !closed)
  let held = 0
  await until(() => {
    held = Math.max(held, countHeld().length)
    return answers.of('/mcp').some(({ statusCode }) => statusCode === 429)
  })
  assert.ok(held <= MAX_PENDING_RESPONSES, `${held} answers are in memory`)
  assert.equal((await fromElsewhere({ method: 'tools/list' })).status, 200)
  for (const socket of sockets) socket.destroy()
  await until(async () => (await fromElsewhere(READ)).status === 200)
})
