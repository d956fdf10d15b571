import type { FastifyInstance } from 'fastify'
import { SECOND } from '../domain/time.ts'
import type { HttpDeps } from './deps.ts'

/** The groups of routes that durations are counted under, by the beginning of the route. */
const GROUPS: readonly [start: RegExp, group: string][] = [
  [/\/stream$/, 'streams'],
  [/\/pull$/, 'pulls'],
  [/^\/(new|[tq]\/new)$/, 'creations'],
  [/^\/f\//, 'forms'],
  [/^\/t\//, 'telemetry'],
  [/^\/(q|client)\//, 'queues'],
  [/^\/api\//, 'api'],
]

/** Registers the gauges of open connections, and counts how long each request takes. */
export function measureHttp(server: FastifyInstance, deps: HttpDeps): void {
  const { metrics, streams, eventStreams, waits } = deps
  metrics.gauge({
    name: 'formslot_streams',
    help: 'Open streams of live events.',
    read: () => streams.count() + eventStreams.count(),
  })
  metrics.gauge({
    name: 'formslot_waiting_pulls',
    help: 'Pulls that wait for a message.',
    read: () => waits.count(),
  })
  server.addHook('onResponse', (request, reply, done) => {
    const group = toRouteGroup(request.routeOptions.url)
    metrics.observe('formslot_http_request_duration_seconds', reply.elapsedTime / SECOND, group)
    done()
  })
}

/** Names the group of a route; undefined is a request that no route took. */
export function toRouteGroup(route: string | undefined): string {
  return GROUPS.find(([start]) => start.test(route ?? ''))?.[1] ?? 'pages'
}
