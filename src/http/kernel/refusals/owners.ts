import { FRESH_MINUTES } from '../../../domain/accounts/session.ts'
import { MAX_PENDING_RESPONSES, MAX_STREAMS } from '../../../domain/accounts/stream.ts'
import type { DeliveryRefusalCode, OwnerRefusalCode } from '../../../domain/refusal.ts'
import { MAX_RECEIPT_DAYS } from '../../../domain/submissions/receipt.ts'
import { type Entry, FORBIDDEN, INVALID, RATE } from './entry.ts'

const UNKNOWN_CALLER = { status: 401, error: 'not signed in' } as const

/** Refusals of the owner API and of sign-in. */
export const OWNER_REFUSALS: Readonly<Record<Exclude<OwnerRefusalCode, DeliveryRefusalCode>, Entry>> = {
  not_signed_in: {
    ...UNKNOWN_CALLER,
    message: 'You are not signed in, or your session has ended.',
    hint: 'Sign in at /sign-in, or send `Authorization: Bearer ak_…` with an API key from the dashboard.',
  },
  key_invalid: {
    ...UNKNOWN_CALLER,
    message: 'Invalid API key: it is mistyped or has been revoked.',
    hint: 'Send the complete key as it was shown when it was created, or create a new one in the dashboard.',
  },
  key_expired: {
    ...UNKNOWN_CALLER,
    message: 'This key has expired.',
    hint: 'Create a new key in the dashboard, with a later expiry or none.',
  },
  scope_missing: {
    ...FORBIDDEN,
    message: 'The API key lacks the scope that this request requires.',
    hint: 'Reading requires the scope "read", changing requires "write". Pulling messages, routing a form to a queue, adding a destination, creating a public link, and creating a queue or telemetry endpoint require both. Create a key with the scopes you need.',
  },
  session_needed: {
    ...FORBIDDEN,
    message: 'API keys cannot do this.',
    hint: 'Sign in at /sign-in and use the dashboard. API keys, sessions and the account are managed there.',
  },
  role_missing: {
    ...FORBIDDEN,
    message: 'Your role in this account does not allow this.',
    hint: 'Ask an owner of the account, or switch to your own account.',
  },
  account_suspended: {
    ...FORBIDDEN,
    message: 'The operator of this service has suspended this account: it can be read, exported and deleted.',
    hint: 'Write to the operator of this instance. `GET /api/v1/me` has the reason, if one was given.',
  },
  hand_over_open: {
    status: 409,
    error: 'hand-over open',
    message: 'Somebody has been asked to take over this form, and has not answered yet.',
    hint: 'Withdraw it with DELETE /api/v1/endpoints/{id}/hand-over, then send the request again.',
  },
  hand_over_waits: {
    status: 409,
    error: 'hand-over not accepted',
    message: 'The new owner has not accepted the form yet.',
    hint: 'Wait until `accepted_at` is set in GET /api/v1/endpoints/{id}/hand-over, then confirm.',
  },
  hand_over_not_found: {
    status: 404,
    error: 'hand-over not found',
    message: 'This form has no open hand-over, or it has expired.',
    hint: 'Ask with POST /api/v1/endpoints/{id}/hand-over.',
  },
  account_changed: {
    status: 409,
    error: 'account changed',
    message:
      'This session acts in another account than the header Formslot-Account names. Nothing was changed.',
    hint: 'Reload the page: another tab has switched the account. Omit the header to use the current account of the session.',
  },
  member_known: {
    status: 409,
    error: 'already a member',
    message: 'This address is already a member or has a pending invitation.',
    hint: 'Change their role, or remove them first to invite them to something else.',
  },
  fresh_sign_in_needed: {
    ...FORBIDDEN,
    message: `This requires a sign-in, or a confirmation by email, within the last ${FRESH_MINUTES} minutes.`,
    hint: 'Send POST /api/v1/step-up, then the code from the email to POST /api/v1/step-up/confirm, and repeat the request.',
  },
  code_wrong: {
    ...INVALID,
    message: 'Wrong code: it is mistyped, already used, or expired.',
    hint: 'Use the code from the latest email, or request a new one.',
  },
  sign_in_rate: {
    ...RATE,
    message: 'Too many sign-in emails were requested from this IP address.',
    hint: 'Wait for the time given in Retry-After, then try again.',
  },
  value_invalid: {
    ...INVALID,
    message: 'A value is not valid.',
    hint: 'Fix the value named in "field" and send the request again. See /openapi.json for the fields and parameters of this operation.',
  },
  submission_withdrawn: {
    status: 409,
    error: 'submission withdrawn',
    message: 'The visitor has withdrawn this submission, so its content is deleted.',
    hint: 'It can be neither sent nor answered. Move it to the trash if it is in the way.',
  },
  receipt_missing: {
    status: 409,
    error: 'no receipt',
    message: 'This submission has no receipt, so nobody would see the answer.',
    hint: `Imported submissions, test submissions and submissions older than ${MAX_RECEIPT_DAYS} days have none. Answer by email.`,
  },
  submission_not_found: {
    status: 404,
    error: 'submission not found',
    message: 'There is no submission with this ID.',
    hint: 'Check the ID. The submission may have been deleted, or it may be older than the retention of the plan.',
  },
  version_conflict: {
    status: 412,
    error: 'version conflict',
    message: 'Someone else changed this after you read it.',
    hint: 'Read it again, then send your change with the new ETag in If-Match.',
  },
  plan_needed: {
    ...FORBIDDEN,
    message: 'The plan of this account does not include this.',
    hint: 'The operator of this instance can change the plan.',
  },
  email_key_refused: {
    ...INVALID,
    message: 'The OpenPGP key cannot be used.',
    hint: 'Send another armored public key. See /docs/encrypted-email.',
  },
  email_key_missing: {
    status: 404,
    error: 'no OpenPGP key',
    message: 'This account has no OpenPGP key.',
    hint: 'Send one to POST /api/v1/account/email-key.',
  },
  email_key_needed: {
    status: 409,
    error: 'OpenPGP key needed',
    message: 'A form stores its submissions encrypted to this OpenPGP key.',
    hint: 'Set "store" to "plain" for each such form first, or add another key.',
  },
  email_key_rate: {
    ...RATE,
    message: 'Too many OpenPGP keys were added or looked up.',
    hint: 'Confirm the newest one with the link in its email, or wait for the time given in Retry-After.',
  },
  storage_encrypted: {
    status: 409,
    error: 'storage encrypted',
    message:
      'This form stores its submissions encrypted ("store"), and imported ones would be stored unencrypted.',
    hint: 'Import into another form, or set "store" to "plain" before the import and to "encrypted" after it. What is imported stays unencrypted.',
  },
  limit_reached: {
    status: 409,
    error: 'limit reached',
    message: 'The limit has been reached.',
    hint: 'Delete one you no longer need, then send the request again.',
  },
  label_not_found: {
    status: 404,
    error: 'label not found',
    message: 'This account has no label with this ID.',
    hint: 'List the labels of the account with GET /api/v1/labels.',
  },
  member_not_found: {
    status: 404,
    error: 'member not found',
    message: 'No member with this ID has access here.',
    hint: 'List the people to whom submissions can be assigned with GET /api/v1/assignees.',
  },
  view_not_found: {
    status: 404,
    error: 'view not found',
    message: 'This account has no saved view with this ID.',
    hint: 'List the saved views of the account with GET /api/v1/views.',
  },
  name_taken: {
    status: 409,
    error: 'name taken',
    message: 'This account has another one with this name. Upper and lower case count as the same.',
    hint: 'Choose another name, or use the one that is there.',
  },
  watch_not_found: {
    status: 404,
    error: 'watch not found',
    message: 'This endpoint has no watch with this ID.',
    hint: 'List the watches of the endpoint.',
  },
  annotation_not_found: {
    status: 404,
    error: 'annotation not found',
    message: 'This endpoint has no annotation with this ID.',
    hint: 'List the annotations of the endpoint.',
  },
  stream_limit: {
    ...RATE,
    message: `This account already has ${MAX_STREAMS} event streams open, which is the limit.`,
    hint: 'Close a stream you no longer need. One for each program or browser is enough.',
  },
  call_rate: {
    ...RATE,
    message: 'Too many calls with this API key or session.',
    hint: 'Wait for the time given in Retry-After. Publish, pull and acknowledge several messages in one call.',
  },
  answers_limit: {
    ...RATE,
    message: `This account already has ${MAX_PENDING_RESPONSES} responses in progress, which is the limit.`,
    hint: 'Read the earlier responses to the end, and send fewer requests at the same time.',
  },
}
