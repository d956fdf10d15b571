import type { RefusalCode } from '../../../domain/refusal.ts'
import { exampleRefusal } from '../../schema/examples.ts'
import { named, namedSchemas, referenceTo } from '../../schema/named-schemas.ts'
import {
  Accepted,
  Claimed,
  CodeRequest,
  Created,
  CreatedQueue,
  CreateRequest,
  CreationDryRun,
  Healthy,
  Info,
  Ok,
  QueueStatus,
  Readiness,
  Refused,
  SignInRequest,
  Status,
  Submission,
  SubmissionDryRun,
  UnknownEndpoint,
} from '../../schema/schemas.ts'

const SCHEMAS = {
  CreateRequest,
  Created,
  CreatedQueue,
  CreationDryRun,
  Submission,
  Accepted,
  SubmissionDryRun,
  Status,
  QueueStatus,
  Info,
  UnknownEndpoint,
  Refused,
  Claimed,
  SignInRequest,
  CodeRequest,
  Ok,
  Healthy,
  Readiness,
}
export type SchemaName = keyof typeof SCHEMAS
for (const [name, schema] of Object.entries(SCHEMAS)) named(name, schema)

const TEXT = { type: 'string' }
const HEADERS = {
  'Request-Id': {
    description: 'On every answer; the operator finds the request by it.',
    schema: TEXT,
    example: 'req_0123456789ab0000001',
  },
  'Retry-After': {
    description:
      'Whole seconds after which the same request succeeds; authoritative. Absent where time does not cure.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri-reference' } },
  RateLimit: {
    description:
      'What is left (draft-ietf-httpapi-ratelimit-headers). Absent while the limit is switched off.',
    schema: TEXT,
    example: '"create-hour";r=7;t=1260',
  },
  'RateLimit-Policy': {
    description: 'The creation limits of this instance (same draft). Absent while they are switched off.',
    schema: TEXT,
    example: '"create-hour";q=10;w=3600, "create-spacing";q=1;w=2',
  },
  'Idempotent-Replayed': {
    description: 'true: the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Set-Cookie': { description: 'What the browser is to keep, out of the reach of scripts.', schema: TEXT },
  'WWW-Authenticate': { description: 'How to show who asks (RFC 6750).', schema: TEXT },
  'Content-Disposition': { description: 'The name to save it under.', schema: TEXT },
  'Accept-Post': { description: 'The media types that can be read.', schema: TEXT },
  Allow: { description: 'The methods that the address takes.', schema: TEXT },
  ETag: { description: 'For If-None-Match and If-Match.', schema: TEXT },
}
export type HeaderName = keyof typeof HEADERS

/** How callers of the owner API show who they are. */
const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The session of a browser that signed in at /sign-in. Called `session` where the base address has no TLS.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ak_…',
    description: 'A key that the owner made. Never in an address.',
  },
  readKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tk_…',
    description: 'The read key of a telemetry endpoint.',
  },
  queueKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qk_…',
    description:
      'A key of the queue: the one that its creation answered, or one that its owner made. A key of the owner (ak_…) ' +
      'works as well: write publishes and consumes, read looks.',
  },
}

/** Refusals that any address may give, before a route has had a say or because it failed. */
const ANYWHERE: readonly RefusalCode[] = [
  'answers_limit',
  'not_found',
  'method_not_allowed',
  'request_malformed',
  'request_timeout',
  'headers_too_large',
  'payload_too_large',
  'unsupported_media_type',
  'store_unavailable',
  'internal',
]

/** `components` of the document: schemas, headers, and the answer that stands for every other refusal. */
export function components(): Record<string, unknown> {
  return {
    schemas: namedSchemas(),
    securitySchemes: SECURITY_SCHEMES,
    headers: HEADERS,
    responses: {
      Other: {
        description: 'Any other refusal, in the one shape, or as a page for a browser.',
        headers: headers(['Request-Id', 'Allow', 'Retry-After', 'Accept-Post']),
        content: {
          'application/json': {
            schema: schemaReference('Refused'),
            examples: Object.fromEntries(ANYWHERE.map((code) => [code, { value: exampleRefusal(code) }])),
          },
          'text/html': { schema: TEXT },
        },
      },
    },
  }
}

/** Points to a schema of the components. */
export function schemaReference(name: SchemaName): { $ref: string } {
  return referenceTo(SCHEMAS[name])
}

/** Points to headers of the components. */
export function headers(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
