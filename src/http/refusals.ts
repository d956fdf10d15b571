import { MAX_CREATION_BYTES } from '../domain/creation-limit.ts'
import { IDLE_DAYS, UNCLAIMED_CAP } from '../domain/endpoint.ts'
import {
  MAX_BODY_BYTES,
  MAX_FIELDS,
  MAX_HEADER_BYTES,
  MAX_JSON_DEPTH,
  MAX_NAME_BYTES,
  MAX_VALUE_BYTES,
} from '../domain/fields.ts'
import { IDEMPOTENCY_HOURS, MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../domain/idempotency-key.ts'
import type { Refusal, RefusalCode } from '../domain/refusal.ts'

/** What the catalogue says about a code: `error` is the founding text, `hint` a fixed sentence, never submitted data. */
type Entry = { status: number; error: string; message: string; hint: string; formspree?: string }

const INVALID = { status: 400, error: 'validation failed' } as const
const RATE = { status: 429, error: 'rate limited' } as const
const UNAVAILABLE = { status: 503, error: 'temporarily unavailable' } as const

const KIB = 1024
/** What an Idempotency-Key is made of, in words. */
export const KEY_LENGTHS = `${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} visible ASCII characters`

/** Every refusal of the service, with its status and its words (product.md §9). */
export const REFUSALS: Readonly<Record<RefusalCode, Entry>> = {
  recipient_missing: {
    ...INVALID,
    message: 'The field "recipient" is missing.',
    hint: 'Send one field called recipient with the e-mail address that shall receive the submissions.',
  },
  recipient_invalid: {
    ...INVALID,
    message: 'The recipient is not a plain e-mail address.',
    hint: 'Send one plain address such as name@domain, without a display name, quotes or comments.',
  },
  recipient_placeholder: {
    ...INVALID,
    message: 'The recipient is a placeholder.',
    hint: 'Ask the user for the real e-mail address and send the request again.',
  },
  recipient_multiple: {
    ...INVALID,
    message: 'More than one recipient was given.',
    hint: 'Send exactly one address. Further destinations can be added by the owner after the claim.',
  },
  recipient_suppressed: {
    status: 403,
    error: 'forbidden',
    message: 'The owner of this mailbox does not want endpoints to be made for it.',
    hint: 'Use another recipient. The operator of this instance can lift it when the owner of the mailbox asks.',
  },
  body_unparsable: {
    ...INVALID,
    message: 'The body could not be read.',
    hint: 'Send well-formed form-encoded, multipart or JSON data that matches its Content-Type.',
  },
  field_invalid: {
    ...INVALID,
    message: 'A field breaks a limit.',
    hint: `Names hold at most ${MAX_NAME_BYTES} bytes, values ${MAX_VALUE_BYTES / KIB} KiB, JSON is at most ${MAX_JSON_DEPTH} deep. Mend the field and send again.`,
    formspree: 'TYPE_TEXT',
  },
  fields_missing: {
    ...INVALID,
    message: 'The submission holds no data: do the inputs of the form have name attributes?',
    hint: 'Browsers send only inputs that have a name attribute. Add name="…" to each and send again.',
    formspree: 'EMPTY',
  },
  too_many_fields: {
    ...INVALID,
    message: `The submission has more than ${MAX_FIELDS} fields.`,
    hint: `Send at most ${MAX_FIELDS} fields; values nested in JSON count too.`,
  },
  file_refused: {
    ...INVALID,
    message: 'This endpoint accepts no files.',
    hint: 'Remove the file input, or send a link to the file as text.',
    formspree: 'NO_FILE_UPLOADS',
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
    message: 'The first request with this Idempotency-Key has not been answered yet.',
    hint: 'Wait a second and send the same request again: it will get the stored answer.',
  },
  cross_site_creation: {
    status: 403,
    error: 'forbidden',
    message: 'Pages of other sites may not create endpoints for their visitors.',
    hint: 'Create the endpoint from your own machine or server, then put its address into the page.',
  },
  cross_site_action: {
    status: 403,
    error: 'forbidden',
    message: 'This action must come from a page of this service.',
    hint: 'Open the link from the letter and use the button on the page.',
  },
  not_found: {
    status: 404,
    error: 'not found',
    message: 'There is nothing at this address.',
    hint: 'See /llms.txt for everything this service offers.',
  },
  endpoint_not_found: {
    status: 404,
    error: 'endpoint not found',
    message: 'There is no endpoint with this id.',
    hint: 'Check the id, or create a new endpoint with POST /new.',
    formspree: 'FORM_NOT_FOUND',
  },
  token_not_found: {
    status: 404,
    error: 'link not found',
    message: 'This link is not valid.',
    hint: 'Open the link from the letter again, whole and unchanged.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method not allowed',
    message: 'This address does not take this method.',
    hint: 'The Allow header lists the methods it takes. Forms need method="POST".',
  },
  endpoint_expired: {
    status: 410,
    error: 'endpoint expired',
    message: `The endpoint had no submissions for ${IDLE_DAYS} days before anybody claimed it.`,
    hint: 'create a new endpoint with POST /new: an expired one cannot be revived',
    formspree: 'INACTIVE',
  },
  endpoint_retired: {
    status: 410,
    error: 'endpoint retired',
    message: 'The endpoint has been retired.',
    hint: 'create a new endpoint with POST /new: a retired one cannot be revived',
    formspree: 'INACTIVE',
  },
  payload_too_large: {
    status: 413,
    error: 'payload too large',
    message: `The body is too large: submissions may have ${MAX_BODY_BYTES / KIB} KiB, creations ${MAX_CREATION_BYTES / KIB} KiB.`,
    hint: 'Send less data.',
    formspree: 'FILES_TOO_BIG',
  },
  unsupported_media_type: {
    status: 415,
    error: 'unsupported media type',
    message: 'The Content-Type or Content-Encoding is not supported.',
    hint: 'Send application/x-www-form-urlencoded, multipart/form-data or application/json, uncompressed.',
  },
  create_rate_hour: {
    ...RATE,
    message: 'This address has made as many endpoints as it may within an hour.',
    hint: 'Wait as long as Retry-After says, or use an endpoint you already have.',
  },
  create_spacing: {
    ...RATE,
    message: 'Two endpoints may not be made so shortly after each other.',
    hint: 'Wait as long as Retry-After says and send the request again.',
  },
  create_attempts: {
    ...RATE,
    message: 'Too many requests from this address were refused within a minute.',
    hint: 'Mend the request before sending it again, and wait as long as Retry-After says.',
  },
  submit_rate: {
    ...RATE,
    message: 'This address sends submissions too fast.',
    hint: 'Wait as long as Retry-After says and send the submission again.',
    formspree: 'BLOCKED',
  },
  endpoint_frozen: {
    status: 429,
    error: 'submission cap reached',
    message: `The unclaimed endpoint has taken the ${UNCLAIMED_CAP} submissions of its life.`,
    hint: 'Waiting does not help: the recipient must follow the claim link in the first letter.',
    formspree: 'INACTIVE',
  },
  monthly_quota: {
    status: 429,
    error: 'monthly quota reached',
    message: "The submissions of the owner's plan are used up for this month.",
    hint: 'Retry after the turn of the month (UTC), or let the owner change the plan.',
    formspree: 'INACTIVE',
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
    message: 'The disk of the service is nearly full: nothing was stored.',
    hint: 'Try again later; the operator has to make room.',
  },
  store_unavailable: {
    ...UNAVAILABLE,
    message: 'The request could not be stored, or it is not known whether it was.',
    hint: 'Send it again; with an Idempotency-Key that is always safe.',
  },
  internal: {
    status: 500,
    error: 'internal error',
    message: 'Something went wrong on our side. It is not known whether the request was stored.',
    hint: 'Send it again; with an Idempotency-Key that is always safe. Tell the operator the request_id.',
  },
}

/** Seconds after which a 503 is worth a retry. */
const UNAVAILABLE_RETRY_SECONDS = 30

/** The status, Retry-After in whole seconds (null where time does not cure), and JSON body of a refusal. */
export function answerTo(
  refusal: Refusal,
  requestId: string,
): { status: number; retryAfterSeconds: number | null; body: RefusalBody } {
  const entry = REFUSALS[refusal.code]
  const unavailable = entry.status === 503 ? UNAVAILABLE_RETRY_SECONDS : null
  return {
    status: entry.status,
    retryAfterSeconds: refusal.retryAfterSeconds ?? unavailable,
    body: {
      error: entry.error,
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
      code: refusal.code,
      message: refusal.message ?? entry.message,
      hint: entry.hint,
      request_id: requestId,
    },
  }
}

/** `errors[]` as Formspree's own clients read it. */
export function formspreeErrors(refusal: Refusal): { code: string; field?: string; message: string }[] {
  const entry = REFUSALS[refusal.code]
  const { field } = refusal
  const message = refusal.message ?? entry.message
  return [{ code: entry.formspree ?? 'UNSPECIFIED', ...(field === undefined ? {} : { field }), message }]
}

export type RefusalBody = {
  error: string
  field?: string
  code: RefusalCode
  message: string
  hint: string
  request_id: string
}
