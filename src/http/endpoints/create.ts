import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, Created, CreateEndpoint } from '../../actions/endpoints/create-endpoint.ts'
import {
  CREATION_DRY_RUNS,
  MAX_CREATION_BYTES,
  REJECTED_ATTEMPTS,
} from '../../domain/endpoints/creation-limit.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { type RefusalCode, refused } from '../../domain/refusal.ts'
import { HOUR, SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { addressBucket, networkBucket } from '../kernel/client-address.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { getEndpointPath } from '../kernel/paths.ts'
import { REFUSALS } from '../kernel/refusals.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, parseContent } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import {
  type AddressWindow,
  createAddressWindow,
  createNetworkWindow,
  type NetworkWindow,
} from '../limits/address-window.ts'
import type { CreationDryRunBody } from '../schema/schemas.ts'
import { chooseFrontLanguage, readIdempotencyHeader, showNotCreated, toStartUrl } from '../site/front.ts'
import { newFormHeader, readTypedRecipient } from '../site/new-recipient.ts'
import { creationOperation } from './creation-operation.ts'
import { type CreationProofs, createCreationProofs } from './creation-proof.ts'
import { createdBody, PUBLIC_KINDS } from './public-kinds.ts'

type RouteLimits = {
  rejected: AddressWindow
  dryRuns: AddressWindow
  /** Creations of IPv6 networks; the store counts those of client addresses. */
  networks: NetworkWindow
  proofs: CreationProofs
}

/** Registers `POST /new`, `/t/new` and `/q/new`, which create an endpoint without authentication and share one rate limit. */
export function registerCreation(server: FastifyInstance, deps: HttpDeps): void {
  const { perHour } = deps.terms.creationLimits
  const limits = {
    rejected: createAddressWindow([REJECTED_ATTEMPTS]),
    dryRuns: createAddressWindow([CREATION_DRY_RUNS]),
    networks: createNetworkWindow(perHour > 0 ? [{ times: perHour, span: HOUR }] : []),
    proofs: createCreationProofs(deps),
  }
  for (const { kind } of Object.values(KINDS)) createRoute(server, deps, { kind, ...limits })
}

type Route = RouteLimits & { kind: EndpointKind }

function createRoute(server: FastifyInstance, deps: HttpDeps, route: Route): void {
  const { kind, rejected, proofs } = route
  const { clock, metrics, base } = deps
  const { path } = PUBLIC_KINDS[kind]
  const policy = formatRateLimitPolicy(deps)

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = clock.now()
    const format = negotiateFormat(request, base)
    const { dryRun } = format
    // Only forms can be created from a page.
    const html = kind === 'form' && format.html
    reply.header('vary', 'Accept')
    const address = addressBucket(getClientAddress(request, deps.trusts))
    if (policy) reply.header('ratelimit-policy', policy)
    const answer = await createOrRefuse(request, { deps, route, address, html, dryRun, now })
    if ('allowance' in answer && answer.allowance) setRateLimitHeader(reply, deps, answer.allowance)
    switch (answer.kind) {
      case 'would_create':
        return reply.send(dryRunBody(answer))
      case 'refused': {
        const refusal = await proofs.withChallenge(answer.refusal, now)
        if (!dryRun) {
          metrics.count('formslot_creations_total', refusal.code)
          if (countsAsRejected(refusal.code)) rejected.count(address, now)
        }
        if (html && !dryRun) return showNotCreated(request, reply, deps, refusal)
        return sendRefusal(request, reply, refusal, { base, html: false, dryRun })
      }
      case 'created':
        metrics.count('formslot_creations_total', 'created')
        if (answer.replayed) reply.header('idempotent-replayed', 'true')
        return html
          ? redirectToStart(deps, request, { reply, formId: answer.endpointId })
          : sendCreated(deps, reply, { kind, answer })
    }
  }

  const operation = creationOperation(deps, kind)
  registerRoute(server, {
    url: path,
    bodyLimit: MAX_CREATION_BYTES,
    handlers: { POST: { ...operation, handle: create } },
  })
}

async function createOrRefuse(
  request: FastifyRequest,
  client: { deps: HttpDeps; route: Route; address: string; html: boolean; dryRun: boolean; now: Date },
) {
  const { deps, route, address, html, dryRun, now } = client
  const { kind, rejected, dryRuns, networks, proofs } = route
  const { actions, keys } = deps
  const wait = rejected.secondsUntilFree(address, now)
  if (wait > 0) return refused({ code: 'create_attempts', retryAfterSeconds: wait })
  const dryRunWait = dryRun ? dryRuns.take(address, now) : 0
  if (dryRunWait > 0)
    return refused({ code: 'create_attempts', message: MANY_DRY_RUNS, retryAfterSeconds: dryRunWait })
  if (request.headers['sec-fetch-site'] === 'cross-site') return refused({ code: 'cross_site_creation' })
  const content = await parseContent(request, { multipart: 'refused' })
  if (content.kind === 'refused') return content
  const { proof, fields } = await proofs.read(content.fields, now)
  const mark = keys.hmacIdempotencyKey
  const idempotencyKey = getIdempotencyKey(request, {
    path: PUBLIC_KINDS[kind].path,
    // A repeated creation need not solve the same challenge.
    content: { kind: 'fields', fields },
    inForm: html ? readIdempotencyHeader(fields, mark) : undefined,
    mark,
    caller: address,
    replays: 'to the caller',
  })
  if (idempotencyKey.kind === 'refused') return idempotencyKey
  const creation = {
    kind,
    fields,
    proof,
    address,
    network: networkBucket(address) ?? address,
    networkWait: networks.secondsUntilFree(address, now),
    now,
  }
  if (dryRun) return actions.tryCreation(creation)
  const language = html ? chooseFrontLanguage(request).language : null
  return createCounted(deps, networks, { ...creation, ...idempotencyKey, kind, language })
}

/** Redirects a browser form to the start page of the new form, which shows the recipient once. */
async function redirectToStart(
  deps: HttpDeps,
  request: FastifyRequest,
  { reply, formId }: { reply: FastifyReply; formId: string },
): Promise<FastifyReply> {
  const typed = await readTypedRecipient(request)
  const url = toStartUrl(request, `${deps.base}${getEndpointPath(formId)}`)
  return reply.headers(newFormHeader(deps, { formId, typed })).code(303).header('location', url).send()
}

function sendCreated(
  { base, terms }: HttpDeps,
  reply: FastifyReply,
  { kind, answer }: { kind: EndpointKind; answer: Extract<Created, { kind: 'created' }> },
): FastifyReply {
  const url = `${base}${getEndpointPath(answer.endpointId)}`
  const { ignoredFields } = answer
  const ignored = ignoredFields.length > 0 ? { ignored_fields: ignoredFields } : {}
  return reply
    .code(201)
    .header('location', url)
    .send({
      ...createdBody(kind, { ...answer, url }, terms),
      ...expectationBody(answer),
      ...ignored,
    })
}

/** Creates an endpoint and counts it for the network of the client, unless it repeats an earlier creation. */
function createCounted(deps: HttpDeps, networks: NetworkWindow, creation: CreateEndpoint): Promise<Created> {
  const create = () => deps.actions.createEndpoint(creation)
  // Nothing is left to reserve: only the answer to an earlier creation can be returned.
  if (creation.networkWait > 0) return create()
  const used = (answer: Created) => (answer.kind === 'created' && !answer.replayed ? 1 : 0)
  return networks.spend({ key: creation.address, now: creation.now, times: 1, used }, create)
}

const MANY_DRY_RUNS = 'Too many dry runs were sent from this IP address in the last minute.'

/** Leaves out limits of creations, which have their own wait, and server errors, which the client cannot fix. */
function countsAsRejected(code: RefusalCode): boolean {
  return code === 'create_challenge' || (REFUSALS[code].status < 500 && !code.startsWith('create_'))
}

function dryRunBody(wouldCreate: { expiresAt: string } & Partial<Expectation>): CreationDryRunBody {
  const would_create = { unclaimed: true, expires_at: wouldCreate.expiresAt } as const
  return { dry_run: true, would_succeed: true, would_create, ...expectationBody(wouldCreate) }
}

type Expectation = { expect: string[]; expectEvery: string; warnings: string[] }
type ExpectationBody = { expect?: string[]; expect_every?: string; warnings?: string[] }

/** Formats the expectations and the warnings, as far as there are any. */
function expectationBody({ expect, expectEvery, warnings = [] }: Partial<Expectation>): ExpectationBody {
  return {
    ...(expect ? { expect } : {}),
    ...(expectEvery === undefined ? {} : { expect_every: expectEvery }),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** Formats RateLimit-Policy by draft-ietf-httpapi-ratelimit-headers-10; null if creations are not limited. */
function formatRateLimitPolicy(deps: HttpDeps): string | null {
  const { perHour, spacingMs } = deps.terms.creationLimits
  const policies = [
    ...(perHour > 0 ? [`"create-hour";q=${perHour};w=${HOUR / SECOND}`] : []),
    ...(spacingMs > 0 ? [`"create-spacing";q=1;w=${Math.ceil(spacingMs / SECOND)}`] : []),
  ]
  return policies.length > 0 ? policies.join(', ') : null
}

function setRateLimitHeader(reply: FastifyReply, deps: HttpDeps, allowance: Allowance): void {
  if (deps.terms.creationLimits.perHour === 0) return
  reply.header('ratelimit', `"create-hour";r=${allowance.remaining};t=${allowance.resetSeconds}`)
}
