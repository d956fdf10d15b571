import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, CreateAnswer } from '../../actions/create-endpoint.ts'
import { MAX_CREATION_BYTES } from '../../domain/creation-limit.ts'
import { IDLE_DAYS, UNCLAIMED_CAP } from '../../domain/endpoint.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { HOUR, SECOND } from '../../domain/time.ts'
import type { CreatedBody, CreationDryRunBody } from '../agents/schemas.ts'
import { sendRefusal } from '../answers.ts'
import { addressBucket } from '../client-address.ts'
import { mannerOf } from '../manner.ts'
import { offer } from '../offer.ts'
import { onceOf } from '../once.ts'
import type { HttpParts } from '../parts.ts'
import { openRejectedAttempts } from '../rejected-attempts.ts'
import { clientAddressOf, contentOf, isDryRun } from '../request.ts'
import { onceKeyIn, showNotCreated, startOf } from './front.ts'

const CLAIM_NOTE =
  'Unclaimed: the first real submission arrives at the recipient together with a one-click claim link. ' +
  `Whoever reads that mailbox can claim the endpoint with it. Until then it takes ${UNCLAIMED_CAP} submissions ` +
  `in all and expires after ${IDLE_DAYS} days without one.`

/** `POST /new`: one unauthenticated request makes a live endpoint. */
export function createRoutes(server: FastifyInstance, parts: HttpParts): void {
  const { deeds, keys, clock, metrics, base } = parts
  const rejected = openRejectedAttempts()
  const policy = policyHeader(parts)

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = clock.now()
    const manner = mannerOf(request, base)
    reply.header('vary', 'Accept')
    const address = addressBucket(clientAddressOf(request, parts.trusts))
    if (policy) reply.header('ratelimit-policy', policy)
    const answer = await answerFor(request, { address, now })
    if ('allowance' in answer && answer.allowance) setAllowance(reply, parts, answer.allowance)
    switch (answer.kind) {
      case 'would_create':
        return reply.send(dryRunBody(answer.expiresAt))
      case 'refused': {
        const { refusal } = answer
        if (!manner.dryRun) {
          metrics.count('formslot_creations_total', refusal.code)
          rejected.note({ address, code: refusal.code, now })
        }
        if (manner.html && !manner.dryRun) return showNotCreated(request, reply, parts, refusal)
        return sendRefusal(request, reply, refusal, { base, html: false, dryRun: manner.dryRun })
      }
      case 'created': {
        metrics.count('formslot_creations_total', 'created')
        if (answer.replayed) reply.header('idempotent-replayed', 'true')
        const body = createdBody(base, answer)
        if (manner.html) return reply.code(303).header('location', startOf(request, body.endpoint_url)).send()
        return reply.code(201).header('location', body.endpoint_url).send(body)
      }
    }
  }

  async function answerFor(request: FastifyRequest, client: { address: string; now: Date }) {
    const { address, now } = client
    const wait = rejected.secondsUntilFree(address, now)
    if (wait > 0) return refused({ code: 'create_attempts', retryAfterSeconds: wait })
    if (request.headers['sec-fetch-site'] === 'cross-site') return refused({ code: 'cross_site_creation' })
    const content = await contentOf(request, { multipart: 'refused' })
    if (content.kind === 'refused') return content
    const { fields } = content
    const mark = keys.onceMark
    const inForm = mannerOf(request, base).html ? onceKeyIn(fields, mark) : undefined
    const once = onceOf(request, { path: '/new', content, inForm, caller: address, mark })
    if (once.kind === 'refused') return once
    return isDryRun(request)
      ? deeds.tryCreation({ fields, address, now })
      : deeds.createEndpoint({ fields, address, once: once.once, now })
  }

  offer(server, parts, { url: '/new', bodyLimit: MAX_CREATION_BYTES, handlers: { POST: create } })
}

function refused(refusal: Refusal) {
  return { kind: 'refused', refusal } as const
}

function createdBody(base: string, answer: CreateAnswer & { kind: 'created' }): CreatedBody {
  const endpointUrl = `${base}/f/${answer.formId}`
  return {
    endpoint_url: endpointUrl,
    form_id: answer.formId,
    unclaimed: true,
    claim_note: CLAIM_NOTE,
    status_url: `${endpointUrl}/status`,
    expires_at: answer.expiresAt,
    limits: { lifetime_submissions: UNCLAIMED_CAP, idle_days: IDLE_DAYS },
    ...(answer.ignoredFields.length > 0 ? { ignored_fields: answer.ignoredFields } : {}),
  }
}

function dryRunBody(expiresAt: string): CreationDryRunBody {
  return { dry_run: true, would_succeed: true, would_create: { unclaimed: true, expires_at: expiresAt } }
}

/** RateLimit-Policy and RateLimit in the form of draft-ietf-httpapi-ratelimit-headers-10. */
function policyHeader(parts: HttpParts): string | null {
  const { perHour, spacingMs } = parts.terms.creationLimits
  const policies = [
    ...(perHour > 0 ? [`"create-hour";q=${perHour};w=${HOUR / SECOND}`] : []),
    ...(spacingMs > 0 ? [`"create-spacing";q=1;w=${Math.ceil(spacingMs / SECOND)}`] : []),
  ]
  return policies.length > 0 ? policies.join(', ') : null
}

function setAllowance(reply: FastifyReply, parts: HttpParts, allowance: Allowance): void {
  if (parts.terms.creationLimits.perHour === 0) return
  reply.header('ratelimit', `"create-hour";r=${allowance.remaining};t=${allowance.resetSeconds}`)
}
