import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import type { Badge } from '../../domain/telemetry/badge.ts'
import { READING_RATE_FACTOR } from '../../domain/telemetry/event.ts'
import { MINUTE, SECOND } from '../../domain/time.ts'
import { html, render } from '../../markup/html.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, parseQueryParameters, pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { EXAMPLE_TELEMETRY_ID } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { TELEMETRY_ID } from '../schema/parameters.ts'
import { NOTHING } from '../schema/read-input.ts'

/** Seconds for which a badge may be shown again without asking. */
const MAX_AGE_SECONDS = MINUTE / SECOND
/** Characters of a name that a badge shows. */
const MAX_NAME_LENGTH = 40
const PADDING = 8
/** Widths of characters of Verdana at 11 pixels, about; the text is spaced to their sum. */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[\u1100-\u11ff\u2e80-\uffef\u{1f000}-\u{1faff}]/u, 11],
  [/[ijlIJtfr.,:;'|!()[\] ]/, 4.2],
  [/[mwMW@%]/, 10],
  [/[A-Z]/, 7.8],
]
const USUAL_WIDTH = 6.7

const COLORS: Readonly<Record<Badge['status'], string>> = {
  ok: '#1f7a3f',
  silent: '#b3261e',
  low: '#b3261e',
  high: '#b3261e',
  overdue: '#b3261e',
  unknown: '#5a5f66',
}

const BadgeBody = named(
  'StatusBadge',
  z.object({
    url: z
      .url()
      .nullable()
      .describe('Address of the image for a README or a page; null: it is not published.'),
  }),
)
const COMMON = {
  tag: 'telemetry',
  path: '/telemetry/:id/badge',
  fresh: false,
  query: NOTHING,
  body: NOTHING,
} as const

/** Declares the routes by which owners publish and revoke the status badge of a telemetry endpoint. */
export function badgeRoutes({ actions, base }: HttpDeps): ApiRoute[] {
  const toBody = (id: string, token: string | null) => ({
    url: token === null ? null : `${base}/t/${id}/badge.svg?key=${token}`,
  })
  const example = toBody(EXAMPLE_TELEMETRY_ID, 'k3v9q2m7x4t8r5wz2y9x4m7p0c8k3z5r1t6w9v0b4n00a1c2')
  const answer = { status: 200, description: 'The badge.', schema: BadgeBody, example } as const
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      needs: 'read',
      operationId: 'showBadge',
      summary: 'Get the address of the status badge.',
      answer,
      async handle({ caller, params: { id = '' } }) {
        const badge = await actions.getBadge(caller, id)
        return badge.kind === 'refused' ? badge : answered(toBody(id, badge.token))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      needs: 'both',
      fresh: true,
      operationId: 'publishBadge',
      summary: 'Publish a status badge.',
      description:
        'An image that says whether a watch of the endpoint has fired, and the name of the endpoint; nothing else. If it is published, its address stays; to replace it, revoke it first.',
      answer,
      refuses: ['endpoint_retired'],
      async handle({ caller, params: { id = '' }, now }) {
        const badge = await actions.publishBadge(caller, { endpointId: id, now })
        return badge.kind === 'refused' ? badge : answered(toBody(id, badge.token))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      needs: 'write',
      operationId: 'revokeBadge',
      summary: 'Revoke the status badge. Its address shows nothing from the next request on.',
      answer: { status: 204, description: 'There is no badge.' },
      async handle({ caller, params, now }) {
        const revoked = await actions.revokeBadge(caller, { endpointId: params.id ?? '', now })
        return revoked.kind === 'refused' ? refused(revoked.refusal) : DONE
      },
    }),
  ]
}

/** Registers `GET /t/{id}/badge.svg?key=…`. Without the key of a published badge it answers like an unknown endpoint. */
export function registerBadge(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, base, clock } = deps
  const rateLimit = createRateLimit(toSubmitRate(deps.submitPerMinute, READING_RATE_FACTOR))

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = clock.now()
    const format = { base, html: false }
    const client = addressBucket(getClientAddress(request, deps.trusts))
    const retryAfterSeconds = rateLimit.take({ client, now })
    if (retryAfterSeconds > 0) {
      return sendRefusal(request, reply, { code: 'event_rate', retryAfterSeconds }, format)
    }
    const endpointId = pathParameter(request, 'id')
    const token = parseQueryParameters(request).get('key') ?? ''
    const badge = await actions.readBadge({ endpointId, token, now })
    if (!badge) return sendRefusal(request, reply, { code: 'endpoint_not_found' }, format)
    return reply
      .code(200)
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      })
      .send(badgeImage(badge))
  }

  registerRoute(server, {
    url: '/t/:id/badge.svg',
    handlers: {
      GET: {
        operationId: 'showStatusBadge',
        summary: 'Show the status badge of a telemetry endpoint.',
        tag: 'events',
        description:
          'An image for a README or a page, at most a minute old. The owner of the endpoint publishes and revokes it.',
        parameters: [TELEMETRY_ID],
        query: z.object({ key: z.string().describe('The key in the address of the badge.') }),
        answers: { 200: { description: 'The image.', media: ['image/svg+xml'] } },
        refuses: ['endpoint_not_found', 'event_rate'],
        handle: show,
      },
    },
  })
}

/** Draws a badge: the name on the left, the status on its color. */
function badgeImage({ name, status }: Badge): string {
  const label = cut(name ?? 'status')
  const left = measure(label)
  const right = measure(status)
  const width = left + right
  const text = (content: string, from: number, size: number) =>
    html`<text x="${from + PADDING}" y="14" textLength="${size - 2 * PADDING}">${content}</text>`
  return render(
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}: ${status}"><title>${label}: ${status}</title><rect width="${width}" height="20" rx="3" fill="#3b4046"/><path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${COLORS[status]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">${text(label, 0, left)}${text(status, left, right)}</g></svg>`,
  )
}

function cut(name: string): string {
  const characters = Array.from(name.replaceAll(/\s+/g, ' '))
  return characters.length <= MAX_NAME_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
}

function measure(text: string): number {
  const widths = Array.from(
    text,
    (character) => WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? USUAL_WIDTH,
  )
  return Math.round(widths.reduce((sum, width) => sum + width, 2 * PADDING))
}
