import type { Server } from 'node:http'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { createServer } from './node-http.ts'

/** Finds a free port: the base address must be known before the first request. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await listening(probe, { host, port: 0 })
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

/** Serves /metrics on a separate address, which can stay inside the operator's network. */
export async function listenForMetrics(
  { metrics, log }: { metrics: Metrics; log: Log },
  address: { host: string; port: number },
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.render().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (err: unknown) => {
        log.error({ err }, 'metrics_unavailable')
        response.writeHead(503).end()
      },
    )
  })
  await listening(server, address)
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Listens on an address; rejects when it cannot. */
export function listening(server: Server, address: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
}
