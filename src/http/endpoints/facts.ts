import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Status } from '../../actions/endpoints/probe-status.ts'
import type { PublicState } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { isEndpointId, KINDS } from '../../domain/endpoints/kinds.ts'
import type { FormFiles } from '../../domain/files/form-files.ts'
import type { HttpDeps } from '../deps.ts'
import { answerTo } from '../kernel/refusals.ts'
import type { Handler } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { acceptsMarkdown } from '../kernel/response-format.ts'
import { addVary } from '../kernel/vary.ts'
import { EXAMPLE_EXPIRY } from '../schema/examples.ts'
import type { FormFilesShape } from '../schema/schemas.ts'
import { PUBLIC_KINDS } from './public-kinds.ts'
import { createShowMarkdown } from './show-markdown.ts'

/** Finds the public facts of the endpoint that the path names, and formats them. */
export async function findFacts(
  { actions, base, clock }: Pick<HttpDeps, 'actions' | 'base' | 'clock'>,
  request: FastifyRequest,
  kind: EndpointKind,
) {
  const id = pathParameter(request, 'id')
  const status = isEndpointId(kind, id) ? await actions.probeStatus(id, clock.now()) : null
  return { id, status, body: status ? factsBody(nameEndpoint(base, kind, id), status) : unknownBody(request) }
}

/** Returns an example of the public facts, for documents. */
export function exampleFacts(base: string, kind: EndpointKind) {
  return factsBody(nameEndpoint(base, kind, PUBLIC_KINDS[kind].example.id), EXAMPLE_STATUS)
}

const EXAMPLE_STATUS: Status = {
  state: 'unclaimed',
  claimed: false,
  active: true,
  claimEmail: null,
  expiresAt: EXAMPLE_EXPIRY,
  challenge: 'off',
  files: null,
  expectEvery: null,
  overdue: null,
}

/** Returns the id and the URL of an endpoint under the names of its kind. */
function nameEndpoint(base: string, kind: EndpointKind, id: string): Record<string, string> {
  return { [`${kind}_id`]: id, [PUBLIC_KINDS[kind].urlName]: `${base}/${KINDS[kind].idPrefix}/${id}` }
}

function factsBody(named: Record<string, string>, status: Status) {
  const { claimEmail, state } = status
  const canBeClaimed = state === 'unclaimed' || state === 'frozen'
  return {
    exists: true,
    claimed: status.claimed,
    active: status.active,
    state,
    unclaimed: !status.claimed,
    claim_email_sent: claimEmail === 'sent',
    ...(!canBeClaimed || claimEmail === null || claimEmail === 'sent'
      ? {}
      : { claim_email_state: claimEmail }),
    ...named,
    expires_at: status.expiresAt,
    ...(status.challenge === 'off' ? {} : { challenge: status.challenge }),
    ...(status.files === null ? {} : { files: filesBody(status.files) }),
    ...(status.expectEvery === null ? {} : { expect_every: status.expectEvery, overdue: status.overdue }),
  }
}

function filesBody({ accept, maxFiles, maxBytes, maxTotalBytes }: FormFiles): z.infer<typeof FormFilesShape> {
  return { accept: [...accept], max_files: maxFiles, max_bytes: maxBytes, max_total_bytes: maxTotalBytes }
}

/** Formats the facts of an endpoint that does not exist. */
export function unknownBody(request: FastifyRequest) {
  const { body } = answerTo({ code: 'endpoint_not_found' }, request.id)
  return { exists: false, claimed: false, active: false, ...body }
}

/** Returns the refusal of an endpoint that is not described, because it accepts nothing whatever its sender does; else null. */
export function findLastingRefusal(
  state: PublicState,
): 'endpoint_expired' | 'endpoint_retired' | 'endpoint_suspended' | null {
  return state === 'expired' || state === 'retired' || state === 'suspended' ? `endpoint_${state}` : null
}

/** Creates the handler that shows the public facts of an endpoint: its claim-status probe. */
export function createProbeStatus(deps: HttpDeps, kind: EndpointKind): Handler {
  return async (request, reply) => {
    const { status, body } = await findFacts(deps, request, kind)
    return reply.code(status ? 200 : 404).send(body)
  }
}

/** Creates the handler that describes an endpoint to programs: as Markdown, or its facts and `accepts`, the accepted media types. */
export function createDescribe(
  deps: HttpDeps,
  { kind, accepts }: { kind: EndpointKind; accepts: readonly string[] },
): Handler {
  const showMarkdown = createShowMarkdown(deps, kind)
  return async (request, reply) => {
    if (acceptsMarkdown(request.headers.accept)) return showMarkdown(request, reply)
    addVary(reply.header('x-robots-tag', 'noindex'), 'Accept')
    const { status, body } = await findFacts(deps, request, kind)
    const refusal = status && findLastingRefusal(status.state)
    if (refusal) return sendRefusal(request, reply, { code: refusal }, { base: deps.base, html: false })
    return reply.code(status ? 200 : 404).send(status ? { ...body, accepts } : body)
  }
}
