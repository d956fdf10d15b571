import type { FastifyInstance } from 'fastify'
import { SECOND } from '../domain/time.ts'
import type { Connections } from './connections.ts'
import type { HttpDeps } from './deps.ts'
import type { BodyBudget } from './kernel/body/body-budget.ts'

/** Patterns of routes with the label that their durations carry; the first match wins. */
const GROUPS: readonly [start: RegExp, group: string][] = [
  [/\/stream$/, 'streams'],
  [/\/pull$/, 'pulls'],
  [/^\/(new|[tq]\/new)$/, 'creations'],
  [/^\/(?:f|ajax\/f)\/|^\/submit$/, 'forms'],
  [/^\/t\//, 'telemetry'],
  [/^\/(q|client)\//, 'queues'],
  [/^\/api\//, 'api'],
  [/^\/mcp$/, 'mcp'],
]

/** Registers the gauges of open connections, and observes the duration of each request. */
export function measureHttp(
  server: FastifyInstance,
  deps: HttpDeps,
  { connections, bodies }: { connections: Connections; bodies: BodyBudget },
): void {
  const { metrics, outages, streams, eventStreams, longPolls, uploadPlaces } = deps
  metrics.gauge({
    name: 'formslot_connections',
    help: 'Open connections of clients and proxies.',
    read: connections.count,
  })
  metrics.gauge({
    name: 'formslot_body_bytes',
    help: 'Memory that the bodies of requests in progress take, in bytes.',
    read: bodies.countBytes,
  })
  metrics.gauge({
    name: 'formslot_streams',
    help: 'Open streams of live events.',
    read: () => streams.count() + eventStreams.count(),
  })
  metrics.gauge({
    name: 'formslot_waiting_pulls',
    help: 'Pulls that wait for a message.',
    read: () => longPolls.count(),
  })
  metrics.gauge({
    name: 'formslot_uploads_in_progress',
    help: 'Submissions with files that this node receives as streams; at most 8.',
    read: uploadPlaces.count,
  })
  server.decorateReply('refusalCode', null)
  server.addHook('onResponse', (request, reply, done) => {
    const group = toRouteGroup(request.routeOptions.url)
    metrics.observe('formslot_http_request_duration_seconds', reply.elapsedTime / SECOND, group)
    if (reply.refusalCode && reply.statusCode === 503) outages.record(reply.refusalCode, request.id)
    done()
  })
}

/** Returns the group of a route; undefined stands for a request without a route. */
function toRouteGroup(route: string | undefined): string {
  return GROUPS.find(([start]) => start.test(route ?? ''))?.[1] ?? 'pages'
}
