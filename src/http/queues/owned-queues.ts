import { z } from 'zod'
import type { HttpDeps } from '../deps.ts'
import { kindRoutes } from '../endpoints/kind-routes.ts'
import {
  EMAILS_SHAPE,
  emailsBody,
  OWNED_EXAMPLE,
  OWNED_SHAPE,
  type OwnedKind,
  ownedBody,
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
    ...OWNED_SHAPE,
    ...EMAILS_SHAPE,
    last_message_at: instant.nullable(),
    messages: USAGE_SHAPE,
    backlog_count: z.int().describe('Messages neither acknowledged nor dead, including those in flight.'),
    in_flight_count: z.int().describe('Messages leased now.'),
    dead_count: z.int().describe('Messages that reached the maximum number of deliveries.'),
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
    changes: 'name',
    schema: Queue,
    async toBodies(views, now) {
      const keys = views.map(({ key }) => key)
      const counts = await actions.countManyMessages(keys, now)
      return views.map((view) => {
        const { id, lastAcceptedAt } = view.endpoint
        const { backlog = 0, inFlight = 0, dead = 0 } = counts.get(view.key) ?? {}
        return {
          id,
          kind: 'queue' as const,
          queue_url: `${base}/q/${id}`,
          ...ownedBody(view),
          ...emailsBody(view),
          last_message_at: lastAcceptedAt?.toISOString() ?? null,
          messages: usageBody(view),
          backlog_count: backlog,
          in_flight_count: inFlight,
          dead_count: dead,
        }
      })
    },
    example: {
      id: EXAMPLE_QUEUE_ID,
      kind: 'queue',
      queue_url: `${base}/q/${EXAMPLE_QUEUE_ID}`,
      ...OWNED_EXAMPLE,
      email_notifications: true,
      last_message_at: '2026-11-20T10:00:00.000Z',
      messages: { ...USAGE_EXAMPLE, limit: 10_000 },
      backlog_count: 12,
      in_flight_count: 2,
      dead_count: 1,
    },
    keyName: 'api_key',
  })
}
