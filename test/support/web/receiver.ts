import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as a receiver got it. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
  response: ServerResponse
}

/** Answers a request; may wait, or destroy the connection. */
export type Answer = (received: Received) => void | Promise<void>

/** Starts an HTTP server that keeps what is posted to it, and answers 200 until the test says otherwise. */
export async function startReceiver(host = '127.0.0.1') {
  const received: Received[] = []
  let answer: Answer = ({ response }) => {
    response.end('taken')
  }
  const server = http.createServer(async (request, response) => {
    const bytes = await buffer(request)
    const body = bytes.toString('utf8')
    const one = { path: request.url ?? '', headers: request.headers, body, bytes, response }
    received.push(one)
    await answer(one)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}/hook`,
    received,
    /** Answers all further requests so. */
    answerWith(next: Answer | number): void {
      answer =
        typeof next === 'number'
          ? ({ response }) => {
              response.writeHead(next).end()
            }
          : next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
