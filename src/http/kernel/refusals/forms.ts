import { IDLE_DAYS } from '../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../domain/endpoints/kinds/form.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import {
  MAX_FIELDS,
  MAX_JSON_DEPTH,
  MAX_NAME_BYTES,
  MAX_VALUE_BYTES,
} from '../../../domain/submissions/fields.ts'
import { type Entry, FORBIDDEN, INVALID, KIB, RATE } from './entry.ts'

/** What creations and submissions are refused for. */
export const FORM_REFUSALS = {
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
    ...FORBIDDEN,
    message: 'The owner of this mailbox does not want endpoints to be made for it.',
    hint: 'Use another recipient. The operator of this instance can lift it when the owner of the mailbox asks.',
  },
  cross_site_creation: {
    ...FORBIDDEN,
    message: 'Pages of other sites may not create endpoints for their visitors.',
    hint: 'Create the endpoint from your own machine or server, then put its address into the page.',
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
  field_invalid: {
    ...INVALID,
    message: 'This entry cannot be accepted.',
    hint: `Names hold at most ${MAX_NAME_BYTES} bytes, values ${MAX_VALUE_BYTES / KIB} KiB, JSON is at most ${MAX_JSON_DEPTH} deep. Mend the field and send again.`,
    formspree: 'TYPE_TEXT',
  },
  fields_missing: {
    ...INVALID,
    message: 'The form arrived empty: do its inputs have name attributes?',
    hint: 'Browsers send only inputs that have a name attribute. Add name="…" to each and send again.',
    formspree: 'EMPTY',
  },
  too_many_fields: {
    ...INVALID,
    message: 'The form sends more fields than can be accepted.',
    hint: `Send at most ${MAX_FIELDS} fields; values nested in JSON count too.`,
  },
  file_refused: {
    ...INVALID,
    message: 'Files cannot be sent with this form.',
    hint: 'Remove the file input, or send a link to the file as text.',
    formspree: 'NO_FILE_UPLOADS',
  },
  endpoint_not_found: {
    status: 404,
    error: 'endpoint not found',
    message: 'It does not exist, so nothing can be sent to it.',
    hint: 'Check the id, or create a new endpoint with POST /new, /t/new (events) or /q/new (messages).',
    formspree: 'FORM_NOT_FOUND',
  },
  endpoint_expired: {
    status: 410,
    error: 'endpoint expired',
    message: `No longer active: nothing arrived for ${IDLE_DAYS} days before the owner confirmed it.`,
    hint: 'create a new endpoint with POST /new, /t/new or /q/new: an expired one cannot be revived',
    formspree: 'INACTIVE',
  },
  endpoint_retired: {
    status: 410,
    error: 'endpoint retired',
    message: 'No longer active: the owner has switched it off.',
    hint: 'create a new endpoint with POST /new, /t/new or /q/new: a retired one cannot be revived',
    formspree: 'INACTIVE',
  },
  submit_rate: {
    ...RATE,
    message:
      'Too much was sent from your connection in a short time. Please wait a moment and send it again.',
    hint: 'Wait as long as Retry-After says and send the submission again.',
    formspree: 'BLOCKED',
  },
  origin_not_allowed: {
    ...FORBIDDEN,
    message: 'The owner takes nothing that is sent from this page.',
    hint: 'The owner can add the origin of the page to allowed_origins. A page that hides its origin (Referrer-Policy: no-referrer) is on no list.',
    formspree: 'BLOCKED',
  },
  endpoint_frozen: {
    status: 429,
    error: 'submission cap reached',
    message: 'The limit is reached: nothing more is taken until the owner confirms it.',
    hint: `Waiting does not help: it has taken the ${UNCLAIMED_CAP} submissions of its unclaimed life, and the recipient must follow the claim link in the first email.`,
    formspree: 'INACTIVE',
  },
  monthly_quota: {
    status: 429,
    error: 'monthly quota reached',
    message: 'The limit for this month is reached.',
    hint: 'What the plan gives for a month is used up: retry after the turn of the month (UTC), or let the owner change the plan.',
    formspree: 'INACTIVE',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
