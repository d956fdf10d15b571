import { z } from 'zod'
import { getWebState } from '../../domain/destinations/destination.ts'
import type { Destination } from '../../domain/destinations/destination-kinds.ts'
import type { PushFailure } from '../../domain/queues/push.ts'
import { toQueueLimits } from '../../domain/queues/queue.ts'
import type { HttpDeps } from '../deps.ts'
import { kindRoutes } from '../endpoints/kind-routes.ts'
import {
  KEYED_EXAMPLE,
  KEYED_SHAPE,
  keyedBody,
  type OwnedKind,
  ownedKind,
  USAGE_EXAMPLE,
  USAGE_SHAPE,
  usageBody,
} from '../endpoints/owned-kind.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { EXAMPLE_QUEUE_ID } from '../schema/queue-examples.ts'
import { instant } from '../schema/shapes.ts'
import { deadMessageRoutes } from './dead-messages.ts'
import { queueMessageRoutes } from './queue-messages.ts'

const Queue = named(
  'Queue',
  z.object({
    id: z.string().regex(/^q_[0-9a-hjkmnp-tv-z]{16}$/),
    kind: z.literal('queue'),
    queue_url: z.url(),
    ...KEYED_SHAPE,
    last_message_at: instant.nullable(),
    messages: USAGE_SHAPE,
    backlog_count: z.int().describe('Messages neither acknowledged nor dead, including those in flight.'),
    in_flight_count: z.int().describe('Messages leased now.'),
    oldest_message_at: instant
      .nullable()
      .describe('Time at which the oldest message of the backlog was published; null when there is none.'),
    dead_count: z.int().describe('Messages that reached the maximum number of deliveries.'),
    push: z
      .object({
        destination_id: z.string(),
        to: z.string().describe('The scheme and host of its URL, followed by /….'),
        state: z
          .enum(['untested', 'active', 'disabled'])
          .describe('active: messages are posted there, and pulls are refused.'),
        failed_at: instant
          .nullable()
          .describe('Time of the last request that failed; null before the first.'),
        failure: z.string().nullable().describe('The answer to that request, or the reason.'),
      })
      .nullable()
      .describe('The webhook that its messages are posted to; null without one.'),
    settings: z.object({
      visibility_timeout_ms: z.int().describe('Length of a lease, unless the pull names another.'),
      max_deliveries: z.int().describe('Number of deliveries after which a message is dead.'),
      retention_days: z.int().describe('Days after which a message is deleted.'),
    }),
  }),
)

/** Routes of `/queues`: the queues of the account and their messages. */
export function queueRoutes(deps: HttpDeps): ApiRoute[] {
  return [...kindRoutes(deps, queue(deps)), ...queueMessageRoutes(deps), ...deadMessageRoutes(deps)]
}

function queue({ base, actions }: HttpDeps): OwnedKind {
  return ownedKind({
    kind: 'queue',
    tag: 'queues',
    path: '/queues',
    names: { one: 'Queue', many: 'Queues' },
    words: { one: 'queue', a: 'a queue', accepts: 'messages' },
    changes: 'queue',
    schema: Queue,
    async toBodies(views, now) {
      const keys = views.map(({ key }) => key)
      const counts = await actions.countManyMessages(keys, now)
      return views.map((view) => {
        const { id, lastAcceptedAt, settings } = view.endpoint
        const limits = toQueueLimits(settings.queueLimits)
        const count = counts.get(view.key)
        const { backlog = 0, inFlight = 0, dead = 0, oldestAt = null } = count ?? {}
        return {
          id,
          kind: 'queue' as const,
          queue_url: `${base}/q/${id}`,
          ...keyedBody(view),
          last_message_at: lastAcceptedAt?.toISOString() ?? null,
          messages: usageBody(view),
          backlog_count: backlog,
          in_flight_count: inFlight,
          oldest_message_at: oldestAt?.toISOString() ?? null,
          dead_count: dead,
          push: pushBody(settings.destinations, count?.pushFailure ?? null),
          settings: {
            visibility_timeout_ms: limits.leaseMs,
            max_deliveries: limits.maxDeliveries,
            retention_days: limits.retentionDays,
          },
        }
      })
    },
    example: {
      id: EXAMPLE_QUEUE_ID,
      kind: 'queue',
      queue_url: `${base}/q/${EXAMPLE_QUEUE_ID}`,
      ...KEYED_EXAMPLE,
      last_message_at: '2026-11-20T10:00:00.000Z',
      messages: { ...USAGE_EXAMPLE, limit: 10_000 },
      backlog_count: 12,
      in_flight_count: 2,
      oldest_message_at: '2026-11-20T09:58:00.000Z',
      dead_count: 1,
      push: {
        destination_id: 'dst_2q9x4m7p0c8k3z5r',
        to: 'https://hooks.acme.org/…',
        state: 'active',
        failed_at: '2026-11-20T09:58:30.000Z',
        failure: '503 Service Unavailable',
      },
      settings: { visibility_timeout_ms: 30_000, max_deliveries: 4, retention_days: 4 },
    },
    keyName: 'api_key',
  })
}

function pushBody(destinations: readonly Destination[], failure: PushFailure | null) {
  const [destination] = destinations
  if (!destination || destination.kind === 'email') return null
  return {
    destination_id: destination.id,
    to: `${destination.origin}/…`,
    state: getWebState(destination),
    failed_at: failure?.at.toISOString() ?? null,
    failure: failure?.answer ?? null,
  }
}
