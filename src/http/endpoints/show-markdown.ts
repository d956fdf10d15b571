import type { FastifyInstance } from 'fastify'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { isEndpointId, KINDS } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { type Handler, registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendMarkdown, sendRefusal } from '../kernel/respond.ts'
import { addVary } from '../kernel/vary.ts'
import { endpointMarkdown } from '../pages/markdown/endpoint.ts'
import { PUBLIC_KINDS } from './public-kinds.ts'

const ADDRESSES = {
  form: { operationId: 'describeFormInMarkdown', words: 'post to this form' },
  telemetry: { operationId: 'describeTelemetryInMarkdown', words: 'send events to this endpoint' },
  queue: { operationId: 'describeQueueInMarkdown', words: 'publish to this queue and pull from it' },
} as const satisfies Record<EndpointKind, object>

/** Registers `/f/{id}.md`, `/t/{id}.md` and `/q/{id}.md`, to which the page of an endpoint links. */
export function registerEndpointMarkdown(server: FastifyInstance, deps: HttpDeps): void {
  for (const { kind, idPrefix } of Object.values(KINDS)) {
    const { operationId, words } = ADDRESSES[kind]
    const { tag, parameter } = PUBLIC_KINDS[kind]
    registerRoute(server, {
      url: `/${idPrefix}/:id.md`,
      handlers: {
        GET: {
          operationId,
          summary: `Describe how to ${words}, in Markdown.`,
          tag,
          description: 'The address without `.md` answers the same when Accept names text/markdown first.',
          parameters: [parameter],
          answers: {
            200: { description: 'Markdown.', media: ['text/markdown'] },
            403: { description: 'The operator has suspended the endpoint.', media: ['text/markdown'] },
            404: { description: 'No such endpoint.', media: ['text/markdown'] },
            410: { description: 'The endpoint has expired, or was retired.', media: ['text/markdown'] },
          },
          handle: createShowMarkdown(deps, kind),
        },
      },
    })
  }
}

/**
 * Creates a handler that describes an endpoint in Markdown. An unknown id is not repeated, because whoever made the address
 * chose its text.
 */
export function createShowMarkdown({ base, actions, clock }: HttpDeps, kind: EndpointKind): Handler {
  return async (request, reply) => {
    const id = pathParameter(request, 'id')
    const status = isEndpointId(kind, id) ? await actions.probeStatus(id, clock.now()) : null
    addVary(reply, 'Accept')
    const format = { base, html: false, markdown: true }
    if (!status) return sendRefusal(request, reply, { code: 'endpoint_not_found' }, format)
    const { state, active, challenge, files } = status
    if (state === 'expired' || state === 'retired' || state === 'suspended') {
      return sendRefusal(request, reply, { code: `endpoint_${state}` }, format)
    }
    const url = `${base}/${KINDS[kind].idPrefix}/${id}`
    return sendMarkdown(reply, endpointMarkdown({ base, kind, id, url, state, active, challenge, files }))
  }
}
