import { FRESH_MINUTES } from '../../../domain/accounts/session.ts'
import { MAX_ANSWERS, MAX_STREAMS } from '../../../domain/accounts/stream.ts'
import type { DeliveryRefusalCode, OwnerRefusalCode } from '../../../domain/refusal.ts'
import { type Entry, FORBIDDEN, INVALID, RATE } from './entry.ts'

const UNKNOWN_CALLER = { status: 401, error: 'not signed in' } as const

/** What owners, and whoever wants to be let in as one, are refused for. */
export const OWNER_REFUSALS: Readonly<Record<Exclude<OwnerRefusalCode, DeliveryRefusalCode>, Entry>> = {
  not_signed_in: {
    ...UNKNOWN_CALLER,
    message: 'Nobody is signed in here, or the session has ended.',
    hint: 'Open /sign-in in a browser, or send the header Authorization: Bearer ak_… with a key made in the dashboard.',
  },
  key_invalid: {
    ...UNKNOWN_CALLER,
    message: 'This key is not valid: it was mistyped or revoked.',
    hint: 'Send the whole key as it was shown when it was made, or make a new one in the dashboard.',
  },
  scope_missing: {
    ...FORBIDDEN,
    message: 'The key does not have the scope that this needs.',
    hint: 'Reading needs the scope read, changing needs write, and what does both needs both. Make a key that has them.',
  },
  session_needed: {
    ...FORBIDDEN,
    message: 'Keys may not do this.',
    hint: 'Sign in at /sign-in and do it in the dashboard: keys, sessions and the account are for people.',
  },
  fresh_sign_in_needed: {
    ...FORBIDDEN,
    message: `This cannot be undone, so it needs a sign-in of the last ${FRESH_MINUTES} minutes.`,
    hint: 'Send POST /api/v1/step-up, and the code from the email to POST /api/v1/step-up/confirm. Then repeat the request.',
  },
  code_wrong: {
    ...INVALID,
    message: 'This code does not work: it is mistyped, used up, or too old.',
    hint: 'Type the code from the newest email, or ask for a new one.',
  },
  sign_in_rate: {
    ...RATE,
    message: 'Too many sign-ins were asked for from this address.',
    hint: 'Wait as long as Retry-After says and ask again.',
  },
  value_invalid: {
    ...INVALID,
    message: 'A value is not what is expected here.',
    hint: 'See the operation in /openapi.json for the fields and parameters that it takes, mend what "field" names, and send again.',
  },
  submission_not_found: {
    status: 404,
    error: 'submission not found',
    message: 'There is no submission with this id.',
    hint: 'Check the id. It may have been deleted, or be older than the plan keeps submissions.',
  },
  version_conflict: {
    status: 412,
    error: 'version conflict',
    message: 'Somebody has changed it since it was read.',
    hint: 'Read it again, and send the change with its new ETag in If-Match.',
  },
  plan_needed: {
    ...FORBIDDEN,
    message: 'The plan of this account does not allow this.',
    hint: 'The operator of this instance can change the plan.',
  },
  limit_reached: {
    status: 409,
    error: 'limit reached',
    message: 'There are as many of these as there may be.',
    hint: 'Delete one that is not needed any more, and send the request again.',
  },
  stream_limit: {
    ...RATE,
    message: `This account follows ${MAX_STREAMS} streams already, which is as many as it may.`,
    hint: 'Close one that is not needed any more: one for each program or browser is enough.',
  },
  answers_limit: {
    ...RATE,
    message: `This account is waiting for ${MAX_ANSWERS} answers already, which is as many as it may.`,
    hint: 'Read what was asked for before, and ask for less at once.',
  },
}
