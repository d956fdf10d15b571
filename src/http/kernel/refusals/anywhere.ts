import { MAX_CREATION_BYTES } from '../../../domain/endpoints/creation-limit.ts'
import { IDEMPOTENCY_HOURS, MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../../domain/idempotency-key.ts'
import { MAX_QUEUE_BODY_BYTES } from '../../../domain/queues/queue.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import {
  MAX_API_BODY_BYTES,
  MAX_BODY_BYTES,
  MAX_HEADER_BYTES,
  MAX_MCP_BODY_BYTES,
  SMALL_BODY_BYTES,
} from '../../../domain/submissions/fields.ts'
import { MAX_IMPORT_BYTES } from '../../../domain/submissions/import.ts'
import { MAX_BATCH_BYTES, MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { type Entry, FORBIDDEN, INVALID, KIB, TOO_LARGE, UNAVAILABLE } from './entry.ts'

/** Allowed length and characters of an Idempotency-Key, in words. */
const KEY_LENGTHS = `${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} visible ASCII characters`

/** Refusals that any route can answer with. */
export const ANYWHERE_REFUSALS = {
  body_unparsable: {
    ...INVALID,
    message: 'The data could not be read.',
    hint: 'Send well-formed form data, multipart data or JSON that matches its Content-Type.',
  },
  idempotency_key_invalid: {
    ...INVALID,
    message: `The Idempotency-Key must be ${KEY_LENGTHS}.`,
    hint: 'Send a new random value such as a UUID, and the same value only to retry the same request.',
  },
  idempotency_key_reused: {
    status: 422,
    error: 'idempotency key reused',
    message: `This Idempotency-Key was already used for a different body within the last ${IDEMPOTENCY_HOURS} hours.`,
    hint: 'Use a new key for each new request. Reuse a key only to retry with exactly the same body.',
  },
  idempotency_in_progress: {
    status: 409,
    error: 'request in progress',
    message: 'This was already sent a moment ago and is still being processed.',
    hint: 'The first request with this Idempotency-Key is still running. Wait a second, then send it again to get the stored response.',
  },
  first_key_unavailable: {
    status: 409,
    error: 'key unavailable',
    message: 'The endpoint was created earlier, but its first key cannot be shown again.',
    hint: 'It was revoked, or derived from a secret that has been replaced. Use the key of the first response, create another key in the dashboard, or create another endpoint with a new Idempotency-Key.',
  },
  cross_site_action: {
    ...FORBIDDEN,
    message: 'This action must be started from a page of this service.',
    hint: 'Open the link from the email and use the button on that page.',
  },
  mcp_origin: {
    ...FORBIDDEN,
    message: 'Pages of other sites cannot use MCP here.',
    hint: 'Connect from a program. The Host header must name the host of the base address, and an Origin header must be that of this service.',
  },
  not_found: {
    status: 404,
    error: 'not found',
    message: 'Nothing was found at this address.',
    hint: 'See /llms.txt for everything this service offers.',
  },
  token_not_found: {
    status: 404,
    error: 'link not found',
    message: 'This link is not valid.',
    hint: 'Copy the complete link, for example from the email, and open it again.',
  },
  receipt_gone: {
    status: 410,
    error: 'receipt gone',
    message: 'This receipt no longer exists, because its submission was deleted.',
    hint: 'Submissions are deleted by their owner or when their retention ends. Nothing can be done about it.',
  },
  withdrawal_over: {
    status: 409,
    error: 'withdrawal over',
    message: 'This submission can no longer be withdrawn: more than an hour has passed.',
    hint: 'Ask the owner of the form to delete it.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method not allowed',
    message: 'This address does not support this method.',
    hint: 'The Allow header lists the supported methods. HTML forms need method="POST".',
  },
  operator_token_invalid: {
    status: 401,
    error: 'authentication required',
    message: "Only the operator's own programs can call this.",
    hint: 'Send `Authorization: Bearer …` with the value of FORMSLOT_OPERATOR_TOKEN.',
  },
  signature_invalid: {
    status: 401,
    error: 'signature invalid',
    message: 'The request could not be verified as one from the mail provider.',
    hint: "Compare the secret in this instance's settings with that of the webhook, and check the clock of this machine.",
  },
  payload_too_large: {
    ...TOO_LARGE,
    message: 'The data is too large.',
    hint: `Send less. Limits: ${MAX_BODY_BYTES / KIB} KiB for a submission, ${MAX_CREATION_BYTES / KIB} KiB for creating an endpoint, ${MAX_API_BODY_BYTES / KIB} KiB for an owner API request, ${MAX_EVENT_BYTES / KIB} KiB for a telemetry request (${MAX_BATCH_BYTES / KIB} KiB from OpenTelemetry and PostHog), ${MAX_QUEUE_BODY_BYTES / KIB} KiB for publishing messages, ${MAX_MCP_BODY_BYTES / KIB} KiB for an MCP message, ${MAX_IMPORT_BYTES / KIB} KiB for an import.`,
    formspree: 'FILES_TOO_BIG',
  },
  unsupported_media_type: {
    status: 415,
    error: 'unsupported media type',
    message: 'The data is in an unsupported format.',
    hint: 'The Content-Type or Content-Encoding is not supported. Uncompressed application/json is accepted everywhere.',
  },
  request_malformed: {
    status: 400,
    error: 'bad request',
    message: 'The request is not valid HTTP.',
    hint: 'Check the request line, the headers and the URL.',
  },
  request_timeout: {
    status: 408,
    error: 'request timeout',
    message: 'The request took too long to arrive.',
    hint: 'Send it again.',
  },
  headers_too_large: {
    status: 431,
    error: 'headers too large',
    message: `The headers are larger than ${MAX_HEADER_BYTES / KIB} KiB.`,
    hint: 'Send fewer or smaller headers.',
  },
  bodies_limit: {
    ...UNAVAILABLE,
    message: 'Nothing was saved: too much is being sent at the same time.',
    hint: `Wait for the time given in Retry-After, then send it again. Only bodies larger than ${SMALL_BODY_BYTES / KIB} KiB are refused.`,
  },
  disk_full: {
    ...UNAVAILABLE,
    message: 'Nothing was saved: the service has run out of storage space.',
    hint: 'Try again later. The operator has to free up disk space.',
  },
  store_busy: {
    ...UNAVAILABLE,
    message: 'Nothing was saved: the service is busy.',
    hint: 'Wait for the time given in Retry-After, then send it again.',
  },
  store_unavailable: {
    ...UNAVAILABLE,
    message: 'We could not confirm whether this was saved. Please send it again.',
    hint: 'Send it again. With an Idempotency-Key a retry is always safe.',
  },
  internal: {
    status: 500,
    error: 'internal error',
    message: 'Something went wrong on our side, and we cannot tell whether this was saved.',
    hint: 'Send it again. With an Idempotency-Key a retry is always safe. If it keeps failing, give the operator the request_id.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
