import { z } from 'zod'
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
        const { backlog = 0, inFlight = 0, dead = 0, oldestAt = null } = counts.get(view.key) ?? {}
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
      settings: { visibility_timeout_ms: 30_000, max_deliveries: 4, retention_days: 4 },
    },
    keyName: 'api_key',
  })
}
