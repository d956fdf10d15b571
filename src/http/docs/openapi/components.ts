import type { RefusalCode } from '../../../domain/refusal.ts'
import { exampleRefusal } from '../../schema/examples.ts'
import { HEADERS, headerReferences } from '../../schema/headers.ts'
import { named, namedSchemas, referenceTo } from '../../schema/named-schemas.ts'
import * as schemas from '../../schema/schemas.ts'

for (const [name, schema] of Object.entries(schemas)) named(name, schema)

const TEXT = { type: 'string' }

/** Authentication schemes. */
const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The session of a browser that signed in at /sign-in. Named `session` when the base URL has no TLS.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ak_…',
    description: 'An API key of the owner. Not accepted in a URL.',
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
      'A key of the queue: the one from its creation, or one that its owner created. A key of the owner (ak_…) ' +
      'works as well: the scope write publishes, read peeks, and both together consume.',
  },
}

/** Refusals that any address may return, before routing or because of a fault. */
const ANYWHERE: readonly RefusalCode[] = [
  'answers_limit',
  'call_rate',
  'not_found',
  'method_not_allowed',
  'request_malformed',
  'request_timeout',
  'headers_too_large',
  'payload_too_large',
  'unsupported_media_type',
  'store_busy',
  'store_unavailable',
  'internal',
]

/** Composes `components` of the document: schemas, headers, and the default answer. */
export function components(): Record<string, unknown> {
  return {
    schemas: namedSchemas(),
    securitySchemes: SECURITY_SCHEMES,
    headers: HEADERS,
    responses: {
      Other: {
        description: 'Any other refusal, in the one shape, or as a page for a browser.',
        headers: headerReferences(['Request-Id', 'Allow', 'Retry-After', 'Accept-Post']),
        content: {
          'application/json': {
            schema: referenceTo(schemas.Refused),
            examples: Object.fromEntries(ANYWHERE.map((code) => [code, { value: exampleRefusal(code) }])),
          },
          'text/html': { schema: TEXT },
        },
      },
    },
  }
}
