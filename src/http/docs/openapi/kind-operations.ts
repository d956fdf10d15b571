import type { RefusalCode } from '../../../domain/refusal.ts'
import { EXAMPLE_RECIPIENT, exampleAnswers, exampleRefusal } from '../../schema/examples.ts'
import { type Answer, json, type NamedOperation, operation, refusals } from './answers.ts'
import { headers, schemaReference } from './components.ts'
import { DRY_RUN, IDEMPOTENCY_KEY } from './parameters.ts'

const REFUSED: readonly RefusalCode[] = [
  'recipient_missing',
  'recipient_invalid',
  'recipient_placeholder',
  'recipient_multiple',
  'too_many_fields',
  'field_invalid',
  'body_unparsable',
  'idempotency_key_invalid',
  'recipient_suppressed',
  'cross_site_creation',
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'create_rate_hour',
  'create_spacing',
  'create_attempts',
  'disk_full',
  'store_unavailable',
]

/**
 * The creation of an endpoint of any kind.
 *
 * @param own what is said of this kind
 * @param own.made the endpoint that was made
 * @param own.as `json or page`: people create such endpoints too, from a page
 */
export function creation(
  base: string,
  own: Pick<NamedOperation, 'operationId' | 'summary' | 'tags'> & {
    description: string
    made: Answer
    as: 'json' | 'json or page'
  },
): NamedOperation {
  const { made, as, ...words } = own
  const body = { schema: schemaReference('CreateRequest'), example: { recipient: EXAMPLE_RECIPIENT } }
  const located = headers(['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'])
  const page = {
    description: 'A browser form is sent on to the page that the endpoint begins with.',
    headers: located,
  }
  return operation({
    ...words,
    parameters: [DRY_RUN, IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': body, 'application/json': body },
    },
    responses: {
      201: { ...made, headers: located },
      200: json('A dry run: what would happen.', {
        schema: 'CreationDryRun',
        example: exampleAnswers(base).creationDryRun,
        headers: ['RateLimit-Policy'],
      }),
      ...(as === 'json' ? {} : { 303: page }),
      ...refusals(REFUSED, { as, headers: ['RateLimit', 'RateLimit-Policy'] }),
    },
  })
}

/** What a creation says that shares its budget with that of forms. */
export const AS_FORMS = `As \`POST /new\`, with which it shares its budget; \`${EXAMPLE_RECIPIENT}\` can claim it.`

/** What is known of no endpoint. */
export function unknownEndpoint(description: string): Answer {
  const example = { exists: false, claimed: false, active: false, ...exampleRefusal('endpoint_not_found') }
  return json(description, { schema: 'UnknownEndpoint', example })
}

/** The status of an endpoint that is no form: as of a form, under its own id and address. */
export function exampleStatus<Named extends object>(base: string, named: Named) {
  const { form_id: _id, endpoint_url: _url, ...common } = exampleAnswers(base).status
  return { ...common, ...named }
}
