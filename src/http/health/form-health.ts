import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { FormHealth } from '../../actions/health/load-health.ts'
import { MIN_MISSING, MIN_SENT_BEFORE } from '../../domain/health/find-findings.ts'
import { FINDING_CODES, SEVERITIES } from '../../domain/health/finding.ts'
import { describeFinding } from '../../domain/health/finding-text.ts'
import { OBSERVED_DAYS } from '../../domain/health/observations.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { getDemand } from '../accounts/access.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { authenticate, checkBeforeBody } from '../kernel/authenticate.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { EXAMPLE_FORM_ID } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { FORM_ID } from '../schema/parameters.ts'
import { NOTHING } from '../schema/read-input.ts'
import { formId, instant } from '../schema/shapes.ts'

const count = z.int().min(0)
const ObservedField = z.object({
  name: z.string(),
  sent: count.describe('Accepted submissions that had the field.'),
  filled: count.describe('Accepted submissions in which it was not empty.'),
  last_sent_at: instant.nullable(),
  expected: z.boolean().describe('It is one of the expected fields.'),
})
const HealthFinding = z.object({
  code: z.enum(FINDING_CODES),
  severity: z
    .enum(SEVERITIES)
    .describe(
      'problem: submissions or their data are lost. warning: probably a mistake in the page. notice: something could be better.',
    ),
  since: instant.nullable(),
  message: z.string().describe('What was seen, as a sentence.'),
  fix: z.string().describe('What to do about it.'),
  field: z.string().optional().describe('The field that it is about.'),
  origins: z
    .array(z.string())
    .optional()
    .describe('The newest origins that were refused; null: a page without one.'),
  refusal: z.string().optional().describe('The code of the refusals.'),
  count: count.optional().describe('Number of requests that it is about.'),
  of: count.optional().describe('Submissions that `count`, or `sent`, is a part of.'),
  sent: count.optional().describe('Submissions that had the field before.'),
  missing_in: count.optional().describe('Submissions without the field.'),
  others: z.array(z.string()).optional().describe('Names that came in its place.'),
  all: z.boolean().optional().describe('Nothing has been accepted since.'),
  longest_pause_hours: count.optional().describe('Longest time without a submission before.'),
})

/** Schema of the health of a form. */
export const Health = named(
  'Health',
  z.object({
    form_id: formId,
    checked_at: instant,
    observed_since: instant.describe(
      `${OBSERVED_DAYS} days ago, because older observations are deleted, or the creation of the form if that is later.`,
    ),
    last_submission_at: instant.nullable(),
    accepted: count.describe('Accepted submissions, without spam.'),
    spam: count,
    refused: z.record(z.string(), count).describe('Refused requests by code.'),
    expect: z.array(z.string()).describe('Names of the fields that the form is expected to send.'),
    fields: z.array(ObservedField).describe('Names of fields, never values; the most frequent first.'),
    findings: z.array(HealthFinding).describe('The most important first; empty when all is well.'),
  }),
)
type HealthBody = z.input<typeof Health>

const EXAMPLE_HEALTH: HealthBody = {
  form_id: EXAMPLE_FORM_ID,
  checked_at: '2026-11-20T10:00:00.000Z',
  observed_since: '2026-11-06T10:00:00.000Z',
  last_submission_at: '2026-11-20T09:12:00.000Z',
  accepted: 75,
  spam: 2,
  refused: { file_refused: 1 },
  expect: ['email', 'message'],
  fields: [
    {
      name: 'message',
      sent: 75,
      filled: 75,
      last_sent_at: '2026-11-20T09:12:00.000Z',
      expected: true,
    },
    {
      name: 'email',
      sent: 63,
      filled: 63,
      last_sent_at: '2026-11-17T14:00:00.000Z',
      expected: true,
    },
  ],
  findings: [
    {
      code: 'field_missing',
      severity: 'problem',
      since: '2026-11-17T14:00:00.000Z',
      message: 'Since Tuesday 14:00 UTC nobody has sent `email` (12 submissions); 63 of 63 before had.',
      fix: 'Check that the page still has an input with name="email".',
      field: 'email',
      of: 63,
      sent: 63,
      missing_in: 12,
      others: [],
    },
  ],
}

const DESCRIPTION =
  `Counters and names of fields of the last ${OBSERVED_DAYS} days, never values, and findings in plain sentences. A field that ` +
  `is no longer sent is reported when at least ${MIN_SENT_BEFORE} submissions had it and ${MIN_MISSING} in a row have not. Nothing is refused because of a finding.`

/** Declares `GET /endpoints/{id}/health`. */
export function healthRoutes(deps: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/endpoints/:id/health',
      tag: 'endpoints',
      needs: 'read',
      fresh: false,
      operationId: 'getEndpointHealth',
      summary: 'Check what the page of a form sends.',
      description: DESCRIPTION,
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The observations and findings.',
        schema: Health,
        example: EXAMPLE_HEALTH,
      },
      async handle({ caller, now, params }) {
        const loaded = await load(deps, caller, { endpointId: params.id ?? '', now })
        return loaded.kind === 'refused' ? loaded : answered(loaded.body)
      },
    }),
  ]
}

const SHOW_HEALTH: PublicOperation = {
  operationId: 'checkFormHealth',
  summary: 'Check what the page of a form sends, with a key of its owner.',
  tag: 'forms',
  description: `With \`Authorization: Bearer ak_…\`, a key of the account that owns the form. ${DESCRIPTION}`,
  security: [{ key: ['read'] }],
  parameters: [FORM_ID],
  answers: {
    200: { description: 'The observations and findings.', schema: Health, example: EXAMPLE_HEALTH },
  },
  refuses: ['not_signed_in', 'endpoint_not_found'],
}

/** Registers `GET /f/{form_id}/health`, which answers a key of the owner as the owner API does. */
export function registerFormHealth(server: FastifyInstance, deps: HttpDeps): void {
  async function show(request: FastifyRequest): Promise<{ kind: 'found'; body: HealthBody } | Refused> {
    const now = deps.clock.now()
    // Pages of other sites may call this address, so cookies do not count.
    if (parseBearer(request) === null) return refused({ code: 'not_signed_in' })
    const early = checkBeforeBody(request, deps)
    if (early) return refused(early)
    const access = await authenticate(request, deps, {
      needs: 'read',
      fresh: false,
      demand: getDemand('getEndpointHealth'),
      now,
    })
    if (access.kind === 'refused') return access
    return load(deps, access.caller, { endpointId: pathParameter(request, 'id'), now })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const shown = await show(request)
    if (shown.kind === 'found') return reply.send(shown.body)
    return send(reply, keyedRefusalAnswer(request, shown.refusal, { base: deps.base, html: false }))
  }

  registerRoute(server, {
    url: '/f/:id/health',
    handlers: { GET: { ...SHOW_HEALTH, handle: answer }, OPTIONS: answerPreflight },
  })
}

async function load(
  { actions, observations }: HttpDeps,
  caller: Caller,
  request: { endpointId: string; now: Date },
): Promise<{ kind: 'found'; body: HealthBody } | Refused> {
  await observations.flush()
  const health = await actions.loadOwnedHealth(caller, request)
  return health
    ? { kind: 'found', body: healthBody(health, request.now) }
    : refused({ code: 'endpoint_not_found' })
}

/** Formats the health of a form by the schema `Health`. */
function healthBody({ endpoint, since, observed, findings }: FormHealth, now: Date): HealthBody {
  const { expect } = endpoint.settings
  return {
    form_id: endpoint.id,
    checked_at: now.toISOString(),
    observed_since: since.toISOString(),
    last_submission_at: endpoint.lastAcceptedAt?.toISOString() ?? null,
    accepted: observed.accepted,
    spam: observed.spam,
    refused: Object.fromEntries(observed.refused),
    expect: [...expect],
    fields: [...observed.fields]
      .sort(([, one], [, other]) => other.sent - one.sent)
      .map(([name, { sent, filled, lastAt }]) => ({
        name,
        sent,
        filled,
        last_sent_at: new Date(lastAt).toISOString(),
        expected: expect.includes(name),
      })),
    findings: findings.map((finding) => ({
      code: finding.code,
      severity: finding.severity,
      since: finding.since?.toISOString() ?? null,
      ...describeFinding(finding, now),
      ...('field' in finding ? { field: finding.field } : {}),
      ...('origins' in finding ? { origins: [...finding.origins] } : {}),
      ...('refusal' in finding ? { refusal: finding.refusal } : {}),
      ...('count' in finding ? { count: finding.count } : {}),
      ...('of' in finding ? { of: finding.of } : {}),
      ...('sent' in finding ? { sent: finding.sent } : {}),
      ...('missingIn' in finding ? { missing_in: finding.missingIn } : {}),
      ...('others' in finding ? { others: [...finding.others] } : {}),
      ...('isAll' in finding ? { all: finding.isAll } : {}),
      ...('longestPauseHours' in finding ? { longest_pause_hours: finding.longestPauseHours } : {}),
    })),
  }
}
