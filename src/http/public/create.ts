import type { FastifyInstance } from 'fastify'
import { type CreateAnswer, createEndpoint, tryCreation } from '../../actions/create-endpoint.ts'
import { MAX_REJECTED_ATTEMPTS_PER_MINUTE } from '../../domain/creation-limit.ts'
import { IDLE_DAYS, UNCLAIMED_CAP } from '../../domain/endpoint.ts'
import { HOUR, SECOND } from '../../domain/time.ts'
import type { CreatedBody, CreationDryRunBody } from '../agents/schemas.ts'
import { sendRefusal } from '../answers.ts'
import { addressBucket } from '../client-address.ts'
import { offer } from '../offer.ts'
import { onceOf } from '../once.ts'
import type { HttpParts } from '../parts.ts'
import { openRateLimit } from '../rate-limit.ts'
import { contentOf, isDryRun, peerOf } from '../request.ts'

const MAX_CREATE_BYTES = 4 * 1024

const CLAIM_NOTE =
  'Unclaimed: the first real submission arrives at the recipient together with a one-click claim link. ' +
  `Whoever reads that mailbox can claim the endpoint with it. Until then it takes ${UNCLAIMED_CAP} submissions ` +
  `in all and expires after ${IDLE_DAYS} days without one.`

/** `POST /new`: one unauthenticated request makes a live endpoint. */
export function createRoutes(server: FastifyInstance, parts: HttpParts): void {
  const { context, clock, metrics, base } = parts
  const rejected = openRateLimit({
    burst: MAX_REJECTED_ATTEMPTS_PER_MINUTE,
    perMinute: MAX_REJECTED_ATTEMPTS_PER_MINUTE,
  })
  const policy = policyHeader(parts)

  offer(server, parts, {
    url: '/new',
    bodyLimit: MAX_CREATE_BYTES,
    handlers: {
      async POST(request, reply) {
        const now = clock.now()
        const address = addressBucket(peerOf(request, parts.trusts))
        const dryRun = isDryRun(request)
        const manner = { base, html: false, dryRun }
        if (policy) reply.header('ratelimit-policy', policy)

        const wait = rejected.secondsUntilFree(address, now)
        if (wait > 0) {
          metrics.count('formslot_creations_total', 'create_attempts')
          return sendRefusal(request, reply, { code: 'create_attempts', retryAfterSeconds: wait }, manner)
        }
        if (request.headers['sec-fetch-site'] === 'cross-site') {
          return sendRefusal(request, reply, { code: 'cross_site_creation' }, manner)
        }
        const content = await contentOf(request, { multipart: 'refused' })
        const once = onceOf(request, { content, caller: address })
        const fields = content.kind === 'fields' ? content.fields : []
        const answer =
          content.kind === 'refused'
            ? content
            : once.kind === 'refused'
              ? once
              : dryRun
                ? await tryCreation(context, { fields, address, now })
                : await createEndpoint(context, { fields, address, once: once.once, now })

        if ('allowance' in answer && answer.allowance) setAllowance(reply, parts, answer.allowance)
        if (answer.kind === 'would_create') return reply.send(dryRunBody(answer.expiresAt))
        if (!dryRun) {
          const result = answer.kind === 'created' ? 'created' : answer.refusal.code
          metrics.count('formslot_creations_total', result)
        }
        if (answer.kind === 'refused') {
          if (!answer.refusal.code.startsWith('create_')) rejected.take(address, now)
          return sendRefusal(request, reply, answer.refusal, manner)
        }
        if (answer.replayed) reply.header('idempotent-replayed', 'true')
        const body = createdBody(base, answer)
        return reply.code(201).header('location', body.endpoint_url).send(body)
      },
    },
  })
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
  const { perHour, spacingMs } = parts.context.creationLimits
  const policies = [
    ...(perHour > 0 ? [`"create-hour";q=${perHour};w=${HOUR / SECOND}`] : []),
    ...(spacingMs > 0 ? [`"create-spacing";q=1;w=${Math.ceil(spacingMs / SECOND)}`] : []),
  ]
  return policies.length > 0 ? policies.join(', ') : null
}

function setAllowance(
  reply: { header(name: string, value: string): unknown },
  parts: HttpParts,
  allowance: { remaining: number; resetSeconds: number },
): void {
  if (parts.context.creationLimits.perHour === 0) return
  reply.header('ratelimit', `"create-hour";r=${allowance.remaining};t=${allowance.resetSeconds}`)
}
