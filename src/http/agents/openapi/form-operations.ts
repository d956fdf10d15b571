import { MAX_BODY_BYTES } from '../../../domain/fields.ts'
import type { HttpParts } from '../../parts.ts'
import { EXAMPLE_RECIPIENT, EXAMPLE_SUBMISSION, exampleAnswers, exampleRefusal } from '../examples.ts'
import { limitSentences } from '../limit-sentences.ts'
import {
  type Answer,
  json,
  type NamedOperation,
  operation,
  orPage,
  refusalPages,
  refusals,
  text,
} from './answers.ts'
import { headers, schemaReference } from './components.ts'
import { DRY_RUN, FORM_ID, IDEMPOTENCY_KEY } from './parameters.ts'

/** `POST /new`. */
export function createOperation(
  parts: Pick<HttpParts, 'base' | 'terms' | 'submitPerMinute'>,
): NamedOperation {
  const { created, creationDryRun } = exampleAnswers(parts.base)
  const body = { schema: schemaReference('CreateRequest'), example: { recipient: EXAMPLE_RECIPIENT } }
  const requestBody = {
    required: true,
    content: { 'application/x-www-form-urlencoded': body, 'application/json': body },
  }
  return operation({
    operationId: 'createEndpoint',
    summary: 'Create an endpoint.',
    description:
      'No account and no key. A browser form (Accept names text/html) is answered by a redirect or a page; everybody ' +
      `else gets JSON. ${limitSentences(parts).creations}`.trimEnd(),
    parameters: [DRY_RUN, IDEMPOTENCY_KEY],
    requestBody,
    responses: {
      201: json('The endpoint is live; Location names it.', {
        schema: 'Created',
        example: created,
        headers: ['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'],
      }),
      200: json('A dry run: what would happen.', {
        schema: 'CreationDryRun',
        example: creationDryRun,
        headers: ['RateLimit-Policy'],
      }),
      303: {
        description: 'A browser form is sent on to the page that the endpoint begins with.',
        headers: headers(['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed']),
      },
      ...refusals(
        [
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
        ],
        { as: 'json or page', headers: ['RateLimit', 'RateLimit-Policy'] },
      ),
    },
  })
}

/** `POST /f/{id}`. */
export function submitOperation(
  parts: Pick<HttpParts, 'base' | 'terms' | 'submitPerMinute'>,
): NamedOperation {
  const { accepted, submissionDryRun } = exampleAnswers(parts.base)
  const body = { schema: schemaReference('Submission'), example: EXAMPLE_SUBMISSION }
  const requestBody = {
    required: true,
    content: {
      'application/x-www-form-urlencoded': body,
      'multipart/form-data': body,
      'application/json': body,
    },
  }
  const success: Answer = {
    description: 'Stored and flushed to disk. A dry run: what would happen.',
    headers: headers(['Idempotent-Replayed']),
    content: {
      'application/json': {
        schema: { anyOf: [schemaReference('Accepted'), schemaReference('SubmissionDryRun')] },
        examples: {
          accepted: { summary: 'A submission', value: accepted },
          dry_run: { summary: 'A dry run', value: submissionDryRun },
        },
      },
    },
  }
  return operation({
    operationId: 'submit',
    summary: 'Submit to an endpoint.',
    description:
      `Any fields, at most ${MAX_BODY_BYTES / 1024} KiB. A browser form (Accept names text/html) is answered by a ` +
      `redirect or a page; everybody else gets JSON. ${limitSentences(parts).submissions}`.trimEnd(),
    parameters: [FORM_ID, DRY_RUN, IDEMPOTENCY_KEY],
    requestBody,
    responses: {
      200: success,
      303: {
        description: 'A browser form is sent on to _next or to the thanks page.',
        headers: headers(['Location', 'Idempotent-Replayed']),
      },
      ...refusals(
        [
          'fields_missing',
          'field_invalid',
          'too_many_fields',
          'file_refused',
          'body_unparsable',
          'idempotency_key_invalid',
          'endpoint_not_found',
          'idempotency_in_progress',
          'endpoint_expired',
          'endpoint_retired',
          'payload_too_large',
          'unsupported_media_type',
          'idempotency_key_reused',
          'endpoint_frozen',
          'origin_not_allowed',
          'monthly_quota',
          'submit_rate',
          'disk_full',
          'store_unavailable',
        ],
        { as: 'json or page' },
      ),
    },
  })
}

/** `GET /f/{id}/status`. */
export function statusOperation(base: string): NamedOperation {
  return operation({
    operationId: 'probeStatus',
    summary: 'The claim-status probe.',
    description: 'Free, counted nowhere, without personal data.',
    parameters: [FORM_ID],
    responses: {
      200: json('What anybody may know.', { schema: 'Status', example: exampleAnswers(base).status }),
      404: unknown(),
    },
  })
}

/** `GET /f/{id}`. */
export function infoOperation(base: string): NamedOperation {
  const accepts = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']
  const example = { ...exampleAnswers(base).status, accepts }
  return operation({
    operationId: 'describeEndpoint',
    summary: 'How to post to this endpoint.',
    description: 'A page for browsers, JSON for everybody else.',
    parameters: [FORM_ID],
    responses: {
      200: orPage(json('The status, and the media types it takes.', { schema: 'Info', example })),
      404: orPage(unknown()),
      ...refusals(['endpoint_expired', 'endpoint_retired'], { as: 'json or page' }),
    },
  })
}

/** `GET /f/{id}/start`. */
export function startOperation(): NamedOperation {
  return operation({
    operationId: 'showStart',
    summary: 'The page that an endpoint begins with.',
    description: 'Its address, what goes into a web page, and how it is claimed.',
    parameters: [FORM_ID],
    responses: {
      200: text('A page.'),
      ...refusalPages(['endpoint_not_found', 'endpoint_expired']),
    },
  })
}

/** `GET /f/{id}/thanks`. */
export function thanksOperation(): NamedOperation {
  return operation({
    operationId: 'showThanks',
    summary: 'The page a browser form ends on.',
    parameters: [FORM_ID],
    responses: { 200: text('A page.') },
  })
}

function unknown(): Answer {
  const example = { exists: false, claimed: false, active: false, ...exampleRefusal('endpoint_not_found') }
  return json('There is no such endpoint.', { schema: 'UnknownEndpoint', example })
}
