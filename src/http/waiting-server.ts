import type { IncomingMessage, ServerResponse } from 'node:http'
import { listening } from '../runtime/listening.ts'
import { createServer } from '../runtime/node-http.ts'
import { createRequestIds, type RequestHead } from './kernel/request.ts'
import { type Answer, JSON_HEADERS, refusalAnswer } from './kernel/respond.ts'
import { negotiateFormat } from './kernel/response-format.ts'
import { createCommonHeaders } from './kernel/response-headers.ts'

/**
 * Listens at the address of a service whose database cannot be reached yet: `/healthz` is 200, because the process works,
 * and everything else 503, so that a load balancer sends its requests to other nodes.
 */
export async function openWaitingServer(
  { baseUrl: base, host, port }: { baseUrl: string; host: string; port: number },
  version: string,
): Promise<AsyncDisposable> {
  const newRequestId = createRequestIds()
  // Connections end with their answer: the service takes over the address.
  const { getFor } = createCommonHeaders({ base, closing: AbortSignal.abort() })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket, url = '', method = '' } = request
    const head: RequestHead = { id: newRequestId(), method, url, headers, socket }
    const answer = createAnswer(head, { base, version })
    response.writeHead(answer.status, { ...getFor(head), ...answer.headers })
    response.end(method === 'HEAD' ? undefined : answer.body)
    request.resume()
  })
  // The service itself chooses a free port, which nobody knows yet.
  if (port !== 0) await listening(server, { host, port })
  return {
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function createAnswer(head: RequestHead, { base, version }: { base: string; version: string }): Answer {
  const isProbe = head.method === 'GET' || head.method === 'HEAD'
  if (isProbe && head.url === '/healthz') return json(200, { ok: true, version })
  if (isProbe && head.url === '/readyz') {
    return json(503, { ready: false, checks: { store: false, disk: true, accepting: true } })
  }
  return refusalAnswer(head, { code: 'store_unavailable' }, negotiateFormat(head, base))
}

function json(status: number, body: object): Answer {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) }
}
