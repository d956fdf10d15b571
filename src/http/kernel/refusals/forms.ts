import { CREATION_SPACING_MS } from '../../../domain/endpoints/creation-limit.ts'
import { IDLE_DAYS } from '../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../domain/endpoints/kinds/form.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import {
  MAX_FIELDS,
  MAX_JSON_DEPTH,
  MAX_NAME_BYTES,
  MAX_VALUE_BYTES,
} from '../../../domain/submissions/fields.ts'
import { SECOND } from '../../../domain/time.ts'
import { type Entry, FORBIDDEN, INVALID, KIB, RATE } from './entry.ts'

/** Refusals of creations and submissions. */
export const FORM_REFUSALS = {
  recipient_missing: {
    ...INVALID,
    message: 'The field "recipient" is missing.',
    hint: 'Send a field named "recipient" with one email address.',
  },
  recipient_invalid: {
    ...INVALID,
    message: 'The recipient is not a valid email address.',
    hint: 'Send a single address such as name@domain, without a display name, quotes or comments.',
  },
  recipient_placeholder: {
    ...INVALID,
    message: 'The recipient is a placeholder address.',
    hint: 'Ask the user for their real email address, then send the request again.',
  },
  recipient_multiple: {
    ...INVALID,
    message: 'More than one recipient was given.',
    hint: 'Send exactly one address. The owner can add more destinations after claiming the endpoint.',
  },
  recipient_suppressed: {
    ...FORBIDDEN,
    message: 'This email address has opted out: nobody can create endpoints for it without signing in.',
    hint: 'Use another recipient. The owner of the address can create endpoints when signed in, undo "This wasn’t me" by its link for 24 hours, or ask the operator of this instance to lift the block.',
  },
  cross_site_creation: {
    ...FORBIDDEN,
    message: 'Endpoints cannot be created from pages on other sites.',
    hint: 'Create the endpoint from your own machine or server, then put its URL into your page.',
  },
  create_rate_hour: {
    ...RATE,
    message: 'Too many endpoints were created in the last hour.',
    hint: 'Wait for the time given in Retry-After, or use an endpoint you already have.',
  },
  create_spacing: {
    ...RATE,
    message: 'Endpoints were created too quickly one after the other.',
    hint: `Wait ${CREATION_SPACING_MS / SECOND} seconds between creations.`,
  },
  create_attempts: {
    ...RATE,
    message: 'Too many invalid requests were sent from this IP address in the last minute.',
    hint: 'Fix the request, wait for the time given in Retry-After, then send it again.',
  },
  field_invalid: {
    ...INVALID,
    message: 'This field is not valid.',
    hint: `Names can have up to ${MAX_NAME_BYTES} bytes, values up to ${MAX_VALUE_BYTES / KIB} KiB, and JSON can be nested up to ${MAX_JSON_DEPTH} levels deep. Fix the field and send the form again.`,
    formspree: 'TYPE_TEXT',
  },
  fields_missing: {
    ...INVALID,
    message: 'The form arrived empty. Check that its inputs have name attributes.',
    hint: 'Browsers send only inputs that have a name attribute. Add name="…" to each input and send the form again.',
    formspree: 'EMPTY',
  },
  fields_blank: {
    ...INVALID,
    message: 'Nothing was filled in.',
    hint: 'At least one field needs a value that is not blank.',
    formspree: 'EMPTY',
  },
  form_sent_by_get: {
    ...INVALID,
    message: 'Nothing was sent: the fields are in the URL of a GET request.',
    hint: 'Send the fields in the body of a POST request. In HTML: <form method="post" action="…">.',
  },
  too_many_fields: {
    ...INVALID,
    message: 'The form has too many fields.',
    hint: `Send at most ${MAX_FIELDS} fields, including values nested in JSON.`,
  },
  endpoint_not_found: {
    status: 404,
    error: 'endpoint not found',
    message: 'Nothing exists at this address, so nothing can be sent to it.',
    hint: 'Check the ID, or create a new endpoint with POST /new (forms), /t/new (telemetry) or /q/new (queues).',
    formspree: 'FORM_NOT_FOUND',
  },
  endpoint_expired: {
    status: 410,
    error: 'endpoint expired',
    message: `No longer active: it expired after ${IDLE_DAYS} days without use, before its owner confirmed it.`,
    hint: 'Create a new endpoint with POST /new, /t/new or /q/new. An expired endpoint cannot be revived.',
    formspree: 'INACTIVE',
  },
  endpoint_retired: {
    status: 410,
    error: 'endpoint retired',
    message: 'No longer active: the owner has shut it down.',
    hint: 'Create a new endpoint with POST /new, /t/new or /q/new. A retired endpoint cannot be revived.',
    formspree: 'INACTIVE',
  },
  endpoint_suspended: {
    ...FORBIDDEN,
    message: 'The operator of this service suspended this endpoint. Nothing was accepted.',
    hint: 'Retrying does not help. Nothing that was stored before is deleted; the owner sees the reason in the dashboard and can write to the operator.',
    formspree: 'INACTIVE',
  },
  endpoint_confirmed: {
    status: 409,
    error: 'endpoint confirmed',
    message: 'This endpoint has been confirmed. Only an endpoint that nobody has confirmed can be declined.',
    hint: 'Retire it instead: POST …/retire.',
  },
  submit_rate: {
    ...RATE,
    message: 'Too much was sent from your connection. Please wait a moment and try again.',
    hint: 'Wait for the time given in Retry-After, then send the submission again.',
    formspree: 'BLOCKED',
  },
  origin_not_allowed: {
    ...FORBIDDEN,
    message: 'The owner does not accept anything sent from this site.',
    hint: 'The owner can add the origin of the page to allowed_origins. A page that hides its origin (Referrer-Policy: no-referrer) cannot be allowed.',
    formspree: 'BLOCKED',
  },
  challenge_required: {
    ...FORBIDDEN,
    message: 'The proof of work that this form asks for is missing. Reload the page and send the form again.',
    hint: 'Get a challenge from challenge_url, solve it, and send the submission again with the solution in the field altcha. Programs: `submit` of the command line (/docs/command-line) does all of this, and solveChallenge of altcha-lib solves the challenge. Pages: add the ALTCHA widget or /form.js.',
    formspree: 'BLOCKED',
  },
  challenge_off: {
    status: 404,
    error: 'no challenge',
    message: 'This form asks for no proof of work.',
    hint: 'Send the submission without one. Its owner can ask for one with the setting challenge.',
  },
  create_challenge: {
    ...RATE,
    message: 'This instance asks for a proof of work before it creates an endpoint.',
    hint: 'Solve the challenge in this response, and send the request again with the solution in the field altcha. `new` of the command line (/docs/command-line) does this, and solveChallenge of altcha-lib solves the challenge.',
  },
  endpoint_frozen: {
    status: 429,
    error: 'submission cap reached',
    message: 'The limit has been reached. Nothing more is accepted until the owner confirms it.',
    hint: `Retrying does not help. An unclaimed endpoint accepts ${UNCLAIMED_CAP} submissions; the recipient lifts this limit by following the claim link in the first email.`,
    formspree: 'INACTIVE',
  },
  monthly_quota: {
    status: 429,
    error: 'monthly quota reached',
    message: 'The limit for this month has been reached.',
    hint: 'The monthly quota of the plan is used up. Send again after the 1st of next month (UTC), or ask the owner to move to a larger plan.',
    formspree: 'INACTIVE',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
