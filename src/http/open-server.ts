import { SECOND } from '../domain/time.ts'
import { openStreams } from './accounts/streams.ts'
import type { HttpDeps } from './deps.ts'
import { createOutages } from './kernel/outages.ts'
import { createLongPolls } from './queues/long-poll.ts'
import { buildServer } from './server.ts'
import { openEventStreams } from './telemetry/event-streams.ts'

/**
 * Maximum number of connections that wait to be accepted: the default limit of Linux (`net.core.somaxconn`). Node's default is
 * 511.
 */
const BACKLOG = 4096
/** Time that a stopping service gives to requests in progress. */
const CLOSE_TIMEOUT_MS = 20 * SECOND

/** Members that `openServer` adds: clients wait on most of them, and they end with the server. */
type Opened = 'streams' | 'eventStreams' | 'longPolls' | 'outages' | 'closing'

/**
 * Builds the server and starts listening. Disposing it stops accepting, ends streams and long polls, and waits for
 * unfinished requests.
 *
 * @param address.closeTimeoutMs milliseconds to wait for unfinished requests; default: 20 seconds
 */
export async function openServer(
  deps: Omit<HttpDeps, Opened>,
  address: { host: string; port: number; closeTimeoutMs?: number | undefined },
): Promise<AsyncDisposable> {
  const closing = new AbortController()
  const streams = openStreams(deps)
  const eventStreams = openEventStreams(deps)
  const longPolls = createLongPolls(deps)
  const outages = createOutages(deps)
  const server = buildServer({
    ...deps,
    streams,
    eventStreams,
    longPolls,
    outages,
    closing: closing.signal,
  })
  await server.listen({ host: address.host, port: address.port, backlog: BACKLOG })
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      streams.close()
      eventStreams.close()
      longPolls.close()
      // Node stops enforcing timeouts while it closes: a client that never finishes must not block it forever.
      const overdue = setTimeout(
        () => server.server.closeAllConnections(),
        address.closeTimeoutMs ?? CLOSE_TIMEOUT_MS,
      )
      await server.close()
      clearTimeout(overdue)
      outages.close()
    },
  }
}
