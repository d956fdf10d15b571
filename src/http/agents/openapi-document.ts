import { z } from 'zod'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { OpenApi, Operation } from '../pages/openapi-shape.ts'
import { answerTo, REFUSALS } from '../refusals.ts'
import {
  Accepted,
  Claimed,
  Created,
  CreateRequest,
  CreationDryRun,
  Healthy,
  Readiness,
  Refused,
  Status,
  SubmissionDryRun,
} from './schemas.ts'

type Media = Record<
  string,
  { schema?: unknown; example?: unknown; examples?: Record<string, { value: unknown }> }
>
type Answer = { description: string; headers?: Record<string, unknown>; content?: Media }

const NAMED = {
  Created,
  CreationDryRun,
  Accepted,
  SubmissionDryRun,
  Status,
  Refused,
  Claimed,
  Healthy,
  Readiness,
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '8 to 128 visible ASCII characters. The same key and body within 24 hours get the stored answer, with Idempotent-Replayed: true.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
}
const DRY_RUN = {
  name: 'dry_run',
  in: 'query',
  description: '1: run every check, change nothing, count nowhere, send nothing.',
  schema: { type: 'string', enum: ['1'] },
}
const FORM_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The form_id.',
  schema: { type: 'string' },
}
const TOKEN = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'As in the letter.',
  schema: { type: 'string' },
}
const TEXT = { schema: { type: 'string' } }
const RETRY_AFTER = {
  description: 'Whole seconds to wait; authoritative.',
  schema: { type: 'integer', minimum: 1 },
}

/** The whole public surface as an OpenAPI 3.1 document, for the instance at `base`. */
export function openapiDocument(base: string, version: string): OpenApi & Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formslot',
      version,
      description:
        'One POST creates a live form endpoint. Whatever is posted to it is stored and mailed to one recipient, ' +
        'who claims the endpoint by one click in the first letter. No account, no key.',
    },
    servers: [{ url: base }],
    paths: {
      '/new': { post: createOperation(base) },
      '/f/{id}': { post: submitOperation(), get: infoOperation(), head: infoOperation() },
      '/f/{id}/status': { get: statusOperation(), head: statusOperation() },
      '/f/{id}/thanks': { get: page('The page a browser form ends on.', [FORM_ID]) },
      '/claim/{token}': {
        get: claimOperation(
          'Follow a claim link: binds ownership to the account of the recipient. Repeatable.',
        ),
        post: claimOperation('The same by a button: also the consent of a person.'),
      },
      '/claim/{token}/open': { post: claimOperation('"Open dashboard" on the page of the claim.') },
      '/disown/{token}': {
        get: page('A page that says what "I did not ask for this" does.', [TOKEN], ['token_not_found']),
        post: page('Retires the endpoint, deletes what it holds (RFC 8058).', [TOKEN], ['token_not_found']),
      },
      '/letters/{token}': {
        get: page(
          'A page to stop the letters of a claimed endpoint.',
          [TOKEN],
          ['token_not_found', 'endpoint_retired'],
        ),
        post: page('Stops the letters (RFC 8058).', [TOKEN], ['token_not_found', 'endpoint_retired']),
      },
      '/letters/{token}/start': {
        post: page('Lets the letters flow again.', [TOKEN], ['token_not_found', 'endpoint_retired']),
      },
      '/healthz': {
        get: { summary: 'The process answers.', responses: { 200: json('It does.', 'Healthy') } },
      },
      '/readyz': {
        get: {
          summary: 'A submission sent now could be stored.',
          responses: { 200: json('It could.', 'Readiness'), 503: json('It could not.', 'Readiness') },
        },
      },
    },
    components: { schemas: schemas() },
  }
}

function createOperation(base: string): Operation {
  const example = { recipient: 'jane@acme.org' }
  return {
    summary: 'Create an endpoint.',
    description:
      'Unauthenticated. 10 an hour and one every 2 seconds for one client address, unless the operator says otherwise.',
    parameters: [DRY_RUN, IDEMPOTENCY_KEY],
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': { schema: z.toJSONSchema(CreateRequest), example },
        'application/json': { schema: z.toJSONSchema(CreateRequest), example },
      },
    },
    responses: {
      201: {
        ...json('The endpoint is live.', 'Created'),
        headers: {
          Location: { description: `The endpoint, ${base}/f/…`, ...TEXT },
          RateLimit: TEXT,
          'RateLimit-Policy': TEXT,
        },
      },
      200: json('The answer of a dry run.', 'CreationDryRun'),
      ...refusals([
        'recipient_missing',
        'recipient_invalid',
        'recipient_placeholder',
        'recipient_multiple',
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
      ]),
    },
  }
}

function submitOperation(): Operation {
  const any = { type: 'object', additionalProperties: true }
  const example = { name: 'Jane', email: 'jane@acme.org', message: 'Hello' }
  return {
    summary: 'Submit to an endpoint.',
    description:
      'Any fields, at most 256 KiB. _gotcha is the honeypot; _next, _subject and _replyto steer. ' +
      'A browser form (Accept names text/html) is answered 303; everybody else gets JSON.',
    parameters: [FORM_ID, DRY_RUN, IDEMPOTENCY_KEY],
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': { schema: any, example },
        'multipart/form-data': { schema: any, example },
        'application/json': { schema: any, example },
      },
    },
    responses: {
      200: {
        description: 'Stored and flushed to disk; with dry_run=1 what would happen.',
        content: {
          'application/json': { schema: { anyOf: [reference('Accepted'), reference('SubmissionDryRun')] } },
        },
      },
      303: { description: 'A browser form is sent on to _next or the thanks page.' },
      ...refusals([
        'field_invalid',
        'fields_missing',
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
        'monthly_quota',
        'submit_rate',
        'disk_full',
        'store_unavailable',
      ]),
    },
  }
}

function statusOperation(): Operation {
  return {
    summary: 'The claim-status probe: free, counted nowhere, no personal data.',
    parameters: [FORM_ID],
    responses: { 200: json('What anybody may know.', 'Status'), ...refusals(['endpoint_not_found']) },
  }
}

function infoOperation(): Operation {
  return {
    summary: 'How to post to this endpoint: a page, or JSON.',
    parameters: [FORM_ID],
    responses: {
      200: json('As the status, with the media types it accepts.', 'Status'),
      ...refusals(['endpoint_not_found', 'endpoint_expired', 'endpoint_retired']),
    },
  }
}

function claimOperation(summary: string): Operation {
  return {
    summary,
    parameters: [TOKEN],
    responses: {
      200: json('The endpoint belongs to the account of its recipient.', 'Claimed'),
      ...refusals(['cross_site_action', 'token_not_found', 'endpoint_expired', 'endpoint_retired']),
    },
  }
}

function page(summary: string, parameters: Operation['parameters'], codes: RefusalCode[] = []): Operation {
  const html: Answer = { description: 'A page.', content: { 'text/html': TEXT } }
  const statuses = new Set(codes.map((code) => REFUSALS[code].status))
  const refused = [...statuses].map((status) => [
    status,
    { description: 'A page that says why.', content: { 'text/html': TEXT } },
  ])
  return {
    summary,
    ...(parameters ? { parameters } : {}),
    responses: { 200: html, ...Object.fromEntries(refused) },
  }
}

function json(description: string, name: keyof typeof NAMED): Answer {
  return { description, content: { 'application/json': { schema: reference(name) } } }
}

/** The refusals by status, each code an example. */
function refusals(codes: RefusalCode[]): Record<string, Answer> {
  const answers: Record<string, Answer> = {}
  for (const code of codes) {
    const { status, retryAfterSeconds, body } = answerTo({ code }, 'req_0123456789ab0000001')
    const answer: Answer = answers[status] ?? {
      description: REFUSALS[code].error,
      content: { 'application/json': { schema: reference('Refused'), examples: {} } },
    }
    const examples = answer.content?.['application/json']?.examples
    if (examples) examples[code] = { value: body }
    if (status === 429 || retryAfterSeconds !== null) answer.headers = { 'Retry-After': RETRY_AFTER }
    answers[status] = answer
  }
  return answers
}

function reference(name: keyof typeof NAMED): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}

function schemas(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => {
      const { $schema: _dialect, ...rest } = z.toJSONSchema(schema)
      return [name, rest]
    }),
  )
}
