import { z } from 'zod'
import { type EndpointFacts, expiresAt, getName } from '../../domain/endpoints/endpoint.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant } from '../schema/shapes.ts'
import type { OwnedKind } from './owned-kind.ts'

const Unclaimed = named(
  'UnclaimedEndpoint',
  z.object({
    id: z.string(),
    name: z
      .string()
      .nullable()
      .describe('Host of the page that sent the first submission of a form; null if it is not known.'),
    created_at: instant,
    received: z.int().describe('Number of submissions, events or messages that it has accepted.'),
    last_received_at: instant.nullable(),
    expires_at: instant.nullable().describe('Time at which it expires if it accepts nothing more.'),
  }),
)

/** Declares the route that lists the endpoints of a kind that were created for the address of the account. */
export function unclaimedRoute({ actions }: HttpDeps, owned: OwnedKind): ApiRoute {
  const { kind, tag, path, names, words, example } = owned
  return apiRoute({
    tag,
    method: 'GET',
    path: `${path}/unclaimed`,
    needs: 'read',
    fresh: false,
    operationId: `listUnclaimed${names.many}`,
    summary: `List every ${words.one} that was created for the email address of the account and not claimed yet.`,
    description: `Newest first, up to 100. Claim one with POST ${path}/{id}/claim; others expire by themselves.`,
    query: NOTHING,
    body: NOTHING,
    answer: {
      status: 200,
      description: 'All of them.',
      schema: named('UnclaimedEndpointList', z.object({ data: z.array(Unclaimed) })),
      example: {
        data: [
          {
            id: String(example.id),
            name: kind === 'form' ? 'acme.org' : null,
            created_at: '2026-11-01T10:00:00.000Z',
            received: 1,
            last_received_at: '2026-11-01T10:05:00.000Z',
            expires_at: '2026-12-01T10:05:00.000Z',
          },
        ],
      },
    },
    async handle({ caller, now }) {
      const listed = await actions.listUnclaimed(caller, { kind, now })
      return answered({ data: listed.map(toBody) })
    },
  })
}

function toBody(endpoint: EndpointFacts): z.input<typeof Unclaimed> {
  return {
    id: endpoint.id,
    name: getName(endpoint),
    created_at: endpoint.createdAt.toISOString(),
    received: endpoint.acceptedCount,
    last_received_at: endpoint.lastAcceptedAt?.toISOString() ?? null,
    expires_at: expiresAt(endpoint)?.toISOString() ?? null,
  }
}
