import { MAX_BODY_BYTES } from '../../../domain/submissions/fields.ts'
import type { HttpDeps } from '../../deps.ts'
import { EXAMPLE_SUBMISSION, exampleAnswers } from '../../schema/examples.ts'
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
import { creation, unknownEndpoint } from './kind-operations.ts'
import { DRY_RUN, FORM_ID, IDEMPOTENCY_KEY } from './parameters.ts'

/** `POST /new`. */
export function createOperation(deps: Pick<HttpDeps, 'base' | 'terms' | 'submitPerMinute'>): NamedOperation {
  return creation(deps.base, {
    operationId: 'createEndpoint',
    summary: 'Create an endpoint.',
    description:
      'No account and no key. A browser form (Accept names text/html) is answered by a redirect or a page; everybody ' +
      `else gets JSON. ${limitSentences(deps).creations}`.trimEnd(),
    made: json('The endpoint is live; Location names it.', {
      schema: 'Created',
      example: exampleAnswers(deps.base).created,
    }),
    as: 'json or page',
  })
}

/** `POST /f/{id}`. */
export function submitOperation(deps: Pick<HttpDeps, 'base' | 'terms' | 'submitPerMinute'>): NamedOperation {
  const { accepted, submissionDryRun } = exampleAnswers(deps.base)
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
      `redirect or a page; everybody else gets JSON. ${limitSentences(deps).submissions}`.trimEnd(),
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
      404: unknownEndpoint('There is no such endpoint.'),
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
      404: orPage(unknownEndpoint('There is no such endpoint.')),
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
