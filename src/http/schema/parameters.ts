import { IDEMPOTENCY_HOURS, MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../domain/idempotency-key.ts'
import { EXAMPLE_FORM_ID, EXAMPLE_TELEMETRY_ID } from './examples.ts'
import { EXAMPLE_QUEUE_ID } from './queue-examples.ts'

const KEY = `[!-~]{${MIN_KEY_LENGTH},${MAX_KEY_LENGTH}}`

/** An OpenAPI parameter of a path, a query or a header. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: unknown
  example?: string
}

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    `${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} visible ASCII characters, bare or quoted. The same key and body within ${IDEMPOTENCY_HOURS} hours ` +
    'get the stored response, with Idempotent-Replayed: true; from another address too, except for creations. ' +
    'Another body is refused with 422 for an address that used the key.',
  // Quotation marks around the key are not part of it.
  schema: {
    type: 'string',
    minLength: MIN_KEY_LENGTH,
    maxLength: MAX_KEY_LENGTH + 2,
    pattern: `^("${KEY}"|${KEY})$`,
  },
}

export const DRY_RUN: Parameter = {
  name: 'dry_run',
  in: 'query',
  description:
    '1 or true: run every check, but change, count and send nothing. For submissions, events and creations, dry runs have a rate limit of their own.',
  schema: { type: 'string', enum: ['1', 'true', '0', 'false'] },
}

export const FORM_ID = idParameter('form_id', EXAMPLE_FORM_ID)
export const TELEMETRY_ID = idParameter('telemetry_id', EXAMPLE_TELEMETRY_ID)
export const QUEUE_ID = idParameter('queue_id', EXAMPLE_QUEUE_ID)

export const TOKEN: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'The token from the email.',
  schema: { type: 'string' },
}

export const RECEIPT_TOKEN: Parameter = {
  ...TOKEN,
  description: 'The token in the header Link of the response to the submission.',
}

export const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag that was read. 412 when it has changed.',
  schema: { type: 'string' },
}

function idParameter(name: string, example: string): Parameter {
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `The ${name}.`,
    schema: { type: 'string' },
    example,
  }
}
