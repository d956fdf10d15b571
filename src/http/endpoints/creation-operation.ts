import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { HttpDeps } from '../deps.ts'
import { limitSentences } from '../docs/limit-sentences.ts'
import type { DeclaredAnswer, PublicOperation } from '../kernel/register-route.ts'
import { exampleAnswers, exampleTelemetry, PLACEHOLDER_RECIPIENT } from '../schema/examples.ts'
import { DRY_RUN, IDEMPOTENCY_KEY } from '../schema/parameters.ts'
import { exampleQueue } from '../schema/queue-examples.ts'
import { Created, CreatedQueue, CreatedTelemetry, CreateRequest, CreationDryRun } from '../schema/schemas.ts'

const LIKE_FORMS = `Works like \`POST /new\` and shares its rate limit. The recipient can claim the endpoint.`
const CREATED_HEADERS = ['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'] as const

type Deps = Pick<HttpDeps, 'base' | 'terms' | 'submitPerMinute'>

/** Declares the creation of an endpoint of a kind. */
export function creationOperation(deps: Deps, kind: EndpointKind): PublicOperation {
  const body = { schema: CreateRequest, example: { recipient: PLACEHOLDER_RECIPIENT } }
  const { created, page, ...words } = wordsFor(deps)[kind]
  const answers: Record<number, DeclaredAnswer> = {
    201: { ...created, headers: CREATED_HEADERS },
    200: {
      description:
        'A dry run: what would happen, except that it does not tell if the recipient has opted out.',
      schema: CreationDryRun,
      example: exampleAnswers(deps.base).creationDryRun,
      headers: ['RateLimit-Policy'],
    },
  }
  if (page) answers[303] = { description: page, headers: [...CREATED_HEADERS, 'Set-Cookie'] }
  return {
    ...words,
    parameters: [DRY_RUN, IDEMPOTENCY_KEY],
    // JSON first: generated clients send the first type, and not all of them can repeat a field of a form.
    body: { 'application/json': body, 'application/x-www-form-urlencoded': body },
    answers,
    refuses: [
      'recipient_missing',
      'recipient_invalid',
      'recipient_placeholder',
      'recipient_multiple',
      'too_many_fields',
      'field_invalid',
      'recipient_suppressed',
      'cross_site_creation',
      ...(kind === 'form' ? [] : (['first_key_unavailable'] as const)),
      'create_rate_hour',
      'create_spacing',
      'create_attempts',
      'create_challenge',
    ],
    ...(page ? { refusesAs: 'json or page' } : {}),
    refusalHeaders: ['RateLimit', 'RateLimit-Policy'],
  }
}

function wordsFor(deps: Deps) {
  const { base, terms } = deps
  return {
    form: {
      operationId: 'createEndpoint',
      summary: 'Create an endpoint.',
      tag: 'forms',
      description:
        'No account and no key. A browser form (Accept names text/html) is answered with a redirect or a page, all ' +
        `other clients with JSON. ${limitSentences(deps).creations}`.trimEnd(),
      created: {
        description: 'The endpoint is live; Location names it.',
        schema: Created,
        example: exampleAnswers(base).created,
      },
      page: 'Redirects a browser form to the start page of the endpoint.',
    },
    telemetry: {
      operationId: 'createTelemetry',
      summary: 'Create a telemetry endpoint.',
      description: LIKE_FORMS,
      tag: 'events',
      created: {
        description: 'The endpoint is live; Location names it. Only this response contains the key.',
        schema: CreatedTelemetry,
        example: exampleTelemetry(base, terms),
      },
      page: null,
    },
    queue: {
      operationId: 'createQueue',
      summary: 'Create a queue.',
      description: LIKE_FORMS,
      tag: 'queue',
      created: {
        description: 'The queue is live; Location names it. Only this response contains the key.',
        schema: CreatedQueue,
        example: exampleQueue(base),
      },
      page: null,
    },
  } as const
}
