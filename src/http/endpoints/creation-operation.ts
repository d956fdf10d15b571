import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { HttpDeps } from '../deps.ts'
import { limitSentences } from '../docs/limit-sentences.ts'
import type { DeclaredAnswer, PublicOperation } from '../kernel/register-route.ts'
import { exampleAnswers, PLACEHOLDER_RECIPIENT } from '../schema/examples.ts'
import { DRY_RUN, IDEMPOTENCY_KEY } from '../schema/parameters.ts'
import { CreateRequest, CreationDryRun } from '../schema/schemas.ts'
import { exampleCreated, PUBLIC_KINDS } from './public-kinds.ts'

const LIKE_FORMS = `Works like \`POST /new\` and shares its rate limit. The recipient can claim the endpoint.`
const CREATED_HEADERS = ['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'] as const

/** Declares the creation of an endpoint of a kind. */
export function creationOperation(
  deps: Pick<HttpDeps, 'base' | 'terms' | 'submitPerMinute'>,
  kind: EndpointKind,
): PublicOperation {
  const { operationId, summary, tag, noun, schema, keyName } = PUBLIC_KINDS[kind]
  const isForm = kind === 'form'
  const body = { schema: CreateRequest, example: { recipient: PLACEHOLDER_RECIPIENT } }
  const onlyHere = keyName === null ? '' : ' Only this response contains the key.'
  const answers: Record<number, DeclaredAnswer> = {
    201: {
      description: `The ${noun} is live; Location names it.${onlyHere}`,
      schema,
      example: exampleCreated(deps, kind),
      headers: CREATED_HEADERS,
    },
    200: {
      description:
        'A dry run: what would happen, except that it does not tell if the recipient has opted out.',
      schema: CreationDryRun,
      example: exampleAnswers(deps.base).creationDryRun,
      headers: ['RateLimit-Policy'],
    },
  }
  if (isForm) {
    const description = 'Redirects a browser form to the start page of the endpoint.'
    answers[303] = { description, headers: [...CREATED_HEADERS, 'Set-Cookie'] }
  }
  return {
    operationId,
    summary,
    tag,
    description: isForm
      ? 'No account and no key. A browser form (Accept names text/html) is answered with a redirect or a page, all ' +
        `other clients with JSON. ${limitSentences(deps).creations}`.trimEnd()
      : LIKE_FORMS,
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
      ...(keyName === null ? [] : (['first_key_unavailable'] as const)),
      ...(kind === 'telemetry' ? (['value_invalid'] as const) : []),
      'create_rate_hour',
      'create_spacing',
      'create_attempts',
      'create_challenge',
    ],
    ...(isForm ? { refusesAs: 'json or page' } : {}),
    refusalHeaders: ['RateLimit', 'RateLimit-Policy'],
  }
}
