import { z } from 'zod'
import type { OwnedView } from '../../actions/endpoints/owned-endpoints.ts'
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
import { instant } from '../schema/shapes.ts'
import { annotationRoutes } from './annotations.ts'
import { badgeRoutes } from './badge.ts'
import { goalRoutes } from './goal.ts'
import { telemetryEventRoutes } from './owned-events.ts'
import { publicLinkRoutes } from './public-link.ts'
import { watchRoutes } from './watches.ts'

const Telemetry = named(
  'Telemetry',
  z.object({
    id: z.string().regex(/^t_[0-9a-hjkmnp-tv-z]{16}$/),
    kind: z.literal('telemetry'),
    telemetry_url: z.url(),
    ...KEYED_SHAPE,
    last_event_at: instant.nullable(),
    events: USAGE_SHAPE,
  }),
)

/** Routes of `/telemetry`: the telemetry endpoints of the account, their events and public links. */
export function telemetryRoutes(deps: HttpDeps): ApiRoute[] {
  return [
    ...kindRoutes(deps, telemetry(deps.base)),
    ...telemetryEventRoutes(deps),
    ...publicLinkRoutes(deps),
    ...watchRoutes(deps),
    ...annotationRoutes(deps),
    ...badgeRoutes(deps),
    ...goalRoutes(deps),
  ]
}

/** Returns the JSON of a telemetry endpoint in the owner API. */
export function telemetryBody(base: string, view: OwnedView): z.input<typeof Telemetry> {
  const { id, lastAcceptedAt } = view.endpoint
  return {
    id,
    kind: 'telemetry',
    telemetry_url: `${base}/t/${id}`,
    ...keyedBody(view),
    last_event_at: lastAcceptedAt?.toISOString() ?? null,
    events: usageBody(view),
  }
}

function telemetry(base: string): OwnedKind {
  return ownedKind({
    kind: 'telemetry',
    tag: 'telemetry',
    path: '/telemetry',
    names: { one: 'Telemetry', many: 'Telemetries' },
    words: { one: 'telemetry endpoint', a: 'a telemetry endpoint', accepts: 'events' },
    changes: 'name',
    schema: Telemetry,
    toBodies: async (views) => views.map((view) => telemetryBody(base, view)),
    example: {
      id: 't_k3v9q2m7x4t8r5wz',
      kind: 'telemetry',
      telemetry_url: `${base}/t/t_k3v9q2m7x4t8r5wz`,
      ...KEYED_EXAMPLE,
      last_event_at: '2026-11-20T10:00:00.000Z',
      events: USAGE_EXAMPLE,
    },
    keyName: 'read_key',
  })
}
