import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { refuseUnreadable } from '../../../src/http/kernel/raw-refusals.ts'

const PATIENCE_MS = 100
const BODY = 'message=hello'
const HEAD = `POST /f/f_1 HTTP/1.1\r\nHost: formslot.dev\r\nContent-Length: ${BODY.length}\r\n\r\n`

test('a request refused for arriving late is not processed when the rest arrives', async (t) => {
  /** Requests that were read completely. */
  const done: string[] = []
  const server = createServer(
    {
      headersTimeout: PATIENCE_MS,
      requestTimeout: PATIENCE_MS,
      connectionsCheckingInterval: PATIENCE_MS / 2,
    },
    (request, response) => {
      request.resume().once('end', () => {
        done.push(request.url ?? '')
        response.end()
      })
    },
  )
  server.on('clientError', (error: Error & { code: string }, socket: Socket) =>
    refuseUnreadable(socket, error, { requestId: 'req_1', headers: {} }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const accepted = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // Writing to a closed connection may cause a reset.
  client.on('error', () => {})
  client.write(HEAD + BODY.slice(0, 5))
  const [socket]: Socket[] = await accepted
  assert.ok(socket)
  const closed = once(socket, 'close')
  const [answer] = await once(client, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 408 /)
  client.end(BODY.slice(5))
  await closed
  assert.deepEqual(done, [])
})
