import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'

const PublicLink = named(
  'PublicLink',
  z.object({
    url: z
      .url()
      .nullable()
      .describe('Page that shows totals to whoever has the link, without a sign-in; null: there is none.'),
  }),
)
const COMMON = {
  tag: 'telemetry',
  path: '/telemetry/:id/public-link',
  fresh: false,
  query: NOTHING,
  body: NOTHING,
} as const

/** Declares the routes of the public link to the statistics of a telemetry endpoint. */
export function publicLinkRoutes({ actions, base }: HttpDeps): ApiRoute[] {
  const toBody = (token: string | null) => ({ url: token === null ? null : `${base}/s/${token}` })
  const example = toBody('k3v9q2m7x4t8r5wz2y9x4m7p0c8k3z5r1t6w9v0b4n00a1c2')
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      needs: 'read',
      operationId: 'showPublicLink',
      summary: 'Get the public link to the statistics.',
      answer: { status: 200, description: 'The link.', schema: PublicLink, example },
      async handle({ caller, params }) {
        const link = await actions.getPublicLink(caller, params.id ?? '')
        return link.kind === 'refused' ? link : answered(toBody(link.token))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      needs: 'both',
      fresh: true,
      operationId: 'createPublicLink',
      summary: 'Create a public link to the statistics.',
      description:
        'Whoever has it sees totals by time and the names of frequent events, and nothing of a single event. If there is one, it stays; to replace it, revoke it first.',
      answer: { status: 200, description: 'The link.', schema: PublicLink, example },
      refuses: ['endpoint_retired'],
      async handle({ caller, params, now }) {
        const link = await actions.createPublicLink(caller, { endpointId: params.id ?? '', now })
        return link.kind === 'refused' ? link : answered(toBody(link.token))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      needs: 'write',
      operationId: 'revokePublicLink',
      summary: 'Revoke the public link. It shows nothing from the next request on.',
      answer: { status: 204, description: 'There is no public link.' },
      async handle({ caller, params, now }) {
        const revoked = await actions.revokePublicLink(caller, { endpointId: params.id ?? '', now })
        return revoked.kind === 'refused' ? refused(revoked.refusal) : DONE
      },
    }),
  ]
}
