import { MAX_CREATION_BYTES } from '../../../domain/endpoints/creation-limit.ts'
import { IDEMPOTENCY_HOURS, MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../../domain/idempotency-key.ts'
import { MAX_QUEUE_BODY_BYTES } from '../../../domain/queues/queue.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { MAX_API_BODY_BYTES, MAX_BODY_BYTES, MAX_HEADER_BYTES } from '../../../domain/submissions/fields.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { type Entry, FORBIDDEN, INVALID, KIB } from './entry.ts'

const UNAVAILABLE = { status: 503, error: 'temporarily unavailable' } as const

/** What an Idempotency-Key is made of, in words. */
export const KEY_LENGTHS = `${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} visible ASCII characters`

/** What any request may be refused for. */
export const ANYWHERE_REFUSALS = {
  body_unparsable: {
    ...INVALID,
    message: 'What was sent could not be read.',
    hint: 'Send well-formed form-encoded, multipart or JSON data that matches its Content-Type.',
  },
  idempotency_key_invalid: {
    ...INVALID,
    message: `The Idempotency-Key must be ${KEY_LENGTHS}.`,
    hint: 'Send a fresh random value such as a UUID, and the same one when you retry.',
  },
  idempotency_key_reused: {
    status: 422,
    error: 'idempotency key reused',
    message: `This Idempotency-Key was used with another body within the last ${IDEMPOTENCY_HOURS} hours.`,
    hint: 'Use a fresh key for every new request; repeat a key only with the very same body.',
  },
  idempotency_in_progress: {
    status: 409,
    error: 'request in progress',
    message: 'The same was sent a moment ago and has not been answered yet.',
    hint: 'The first request with this Idempotency-Key is under way: wait a second and send it again to get the stored answer.',
  },
  cross_site_action: {
    ...FORBIDDEN,
    message: 'This action must come from a page of this service.',
    hint: 'Open the link from the email and use the button on the page.',
  },
  not_found: {
    status: 404,
    error: 'not found',
    message: 'There is nothing at this address.',
    hint: 'See /llms.txt for everything this service offers.',
  },
  token_not_found: {
    status: 404,
    error: 'link not found',
    message: 'This link is not valid.',
    hint: 'Open the link from the email again, whole and unchanged.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method not allowed',
    message: 'This address does not take this method.',
    hint: 'The Allow header lists the methods it takes. Forms need method="POST".',
  },
  payload_too_large: {
    status: 413,
    error: 'payload too large',
    message: 'What was sent is too large.',
    hint: `Send less: a submission may have ${MAX_BODY_BYTES / KIB} KiB, a creation ${MAX_CREATION_BYTES / KIB} KiB, a call of the owner API ${MAX_API_BODY_BYTES / KIB} KiB, a request with events ${MAX_EVENT_BYTES / KIB} KiB, one that publishes messages ${MAX_QUEUE_BODY_BYTES / KIB} KiB.`,
    formspree: 'FILES_TOO_BIG',
  },
  unsupported_media_type: {
    status: 415,
    error: 'unsupported media type',
    message: 'What was sent is in a format that is not understood.',
    hint: 'The Content-Type or Content-Encoding is not supported: application/json is taken everywhere, uncompressed.',
  },
  request_malformed: {
    status: 400,
    error: 'bad request',
    message: 'The request is not well-formed HTTP.',
    hint: 'Check the request line, the headers and the address.',
  },
  request_timeout: {
    status: 408,
    error: 'request timeout',
    message: 'The request did not arrive in time.',
    hint: 'Send it again.',
  },
  headers_too_large: {
    status: 431,
    error: 'headers too large',
    message: `The headers are larger than ${MAX_HEADER_BYTES / KIB} KiB.`,
    hint: 'Send fewer or smaller headers.',
  },
  disk_full: {
    ...UNAVAILABLE,
    message: 'Nothing was stored: the service has no room left.',
    hint: 'Try again later; the operator has to make room.',
  },
  store_unavailable: {
    ...UNAVAILABLE,
    message: 'It is not known whether this was stored. Please send it again.',
    hint: 'Send it again; with an Idempotency-Key that is always safe.',
  },
  internal: {
    status: 500,
    error: 'internal error',
    message: 'Something went wrong on our side. It is not known whether this was stored.',
    hint: 'Send it again; with an Idempotency-Key that is always safe. Tell the operator the request_id.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
