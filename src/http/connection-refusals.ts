import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpDeps } from './deps.ts'
import { refuseUnfinished } from './kernel/raw-refusals.ts'
import type { RequestHead } from './kernel/request.ts'
import { refusalAnswer } from './kernel/respond.ts'
import { negotiateFormat } from './kernel/response-format.ts'
import type { CommonHeaders } from './kernel/response-headers.ts'

/** The cause of these answers in metrics and logs. */
const CAUSE = 'connections_limit'

/** Creates the answers of connections that are closed because there are too many. */
export function createConnectionRefusals(
  { base, outages }: Pick<HttpDeps, 'base' | 'outages'>,
  { newRequestId, headers }: { newRequestId(): string; headers: CommonHeaders },
): { refuse: RequestListener; interrupt(socket: Socket): void } {
  return {
    /** Refuses a request. Its body is thrown away first: a connection that is closed with unread input is reset. */
    refuse(request, response) {
      const { socket, url = '', method = '' } = request
      const head: RequestHead = { id: newRequestId(), method, url, headers: request.headers, socket }
      outages.record(CAUSE, head.id)
      const answer = refusalAnswer(head, { code: 'store_busy' }, negotiateFormat(head, base))
      request.resume().once('end', () => {
        response.writeHead(answer.status, {
          ...headers.getFor(head),
          ...answer.headers,
          'content-length': Buffer.byteLength(answer.body),
          connection: 'close',
        })
        response.end(method === 'HEAD' ? undefined : answer.body)
      })
    },
    /** Answers the request in progress, and closes the connection. */
    interrupt(socket) {
      const requestId = newRequestId()
      outages.record(CAUSE, requestId)
      refuseUnfinished(socket, { requestId, headers: headers.forAnyOrigin })
    },
  }
}
