import type { ApiError } from '../api/client/api-error.ts'

type Words = { title: string; detail: string }

const LATER = 'Wait a while, then try again.'
const BUSY = 'Nothing was changed. Try again in a moment.'
const CHECK_LINK = 'The link may be outdated, or it belongs to another account.'

/** Words for people by error code. The hints of the service are written for programs and never shown. */
const BY_CODE: Readonly<Record<string, Words>> = {
  offline: { title: "Can't reach Formslot", detail: 'Check your network and try again.' },
  unreadable: { title: 'The response could not be read', detail: 'Reload the page.' },
  not_signed_in: { title: "You're signed out", detail: 'Sign in again to continue.' },
  code_wrong: { title: 'Wrong or expired code', detail: 'Use the code from the latest email.' },
  sign_in_rate: { title: 'Too many codes were requested', detail: LATER },
  cross_site_action: { title: 'This was not started from the dashboard', detail: 'Reload the page.' },
  value_invalid: { title: 'Something is not filled in correctly', detail: 'Check what you entered.' },
  body_unparsable: { title: 'The request could not be read', detail: 'Reload the page.' },
  payload_too_large: { title: 'This is too large', detail: 'Shorten it and try again.' },
  not_found: { title: 'Page not found', detail: CHECK_LINK },
  endpoint_not_found: { title: 'Not found', detail: CHECK_LINK },
  submission_not_found: {
    title: 'Submission not found',
    detail: 'It may have been deleted, or its retention has ended.',
  },
  submission_withdrawn: {
    title: 'Withdrawn by the visitor',
    detail: 'Its content is deleted. Reload the page.',
  },
  receipt_missing: {
    title: 'This submission has no receipt page',
    detail: 'Nobody would see the answer. Reply by email.',
  },
  message_not_found: {
    title: 'Message not found',
    detail: 'It may have been replayed or deleted, or its retention has ended.',
  },
  destination_not_found: {
    title: 'Recipient not found',
    detail: 'It may have been removed. Reload the page.',
  },
  version_conflict: {
    title: 'Someone else changed this',
    detail: 'Review your edits and save again.',
  },
  endpoint_expired: { title: 'It has expired', detail: 'Create a new one.' },
  endpoint_retired: { title: 'It is retired', detail: 'Create a new one.' },
  endpoint_confirmed: { title: 'You have kept it already', detail: 'To stop it, retire it.' },
  recipient_invalid: { title: "That doesn't look like an email address", detail: 'Check it for typos.' },
  recipient_placeholder: { title: "That's an example address", detail: 'Enter a real one.' },
  mailbox_suppressed: { title: 'This address has opted out', detail: 'Use another one.' },
  destination_known: {
    title: 'This address is already a recipient',
    detail: 'If it has not confirmed yet, resend the email.',
  },
  destination_confirmed: { title: 'Already confirmed', detail: 'There is nothing left to do.' },
  destination_unconfirmed: {
    title: 'This address has not confirmed yet',
    detail: 'Its owner has to follow the link in the confirmation email.',
  },
  destination_stopped: {
    title: 'This address has stopped these emails',
    detail: 'Only its owner can start them again.',
  },
  emails_stopped: {
    title: 'Emails are off for this form',
    detail: 'Turn them on in its settings, then send again.',
  },
  confirmation_rate: {
    title: 'This address was asked too often today',
    detail: 'Look for the email there, also under spam, or try again tomorrow.',
  },
  asking_rate: { title: 'Too many confirmation emails today', detail: 'Try again tomorrow.' },
  email_waiting: { title: 'This email is already waiting to be sent', detail: 'See its attempts below.' },
  resend_rate: { title: 'Too many emails were sent again', detail: LATER },
  create_rate_hour: { title: 'You created too many in the last hour', detail: LATER },
  create_spacing: { title: 'That was too fast', detail: 'Wait a few seconds, then try again.' },
  plan_needed: {
    title: 'Your plan does not include this',
    detail: 'The operator of this instance can change your plan.',
  },
  limit_reached: { title: 'You have reached the limit', detail: 'Delete one you no longer need first.' },
  monthly_quota: {
    title: "This month's quota is used up",
    detail: 'It resets on the 1st (UTC). The operator of this instance can change your plan.',
  },
  message_invalid: { title: 'This message is not valid', detail: 'Check what you entered.' },
  message_too_large: { title: 'This message is too large', detail: 'Shorten it and try again.' },
  call_rate: { title: 'Too many requests', detail: LATER },
  event_rate: { title: 'Too many requests', detail: LATER },
  answers_limit: { title: 'Too many requests at the same time', detail: 'Try again in a moment.' },
  stream_limit: { title: 'Too many open tabs', detail: 'Close some to see live updates here.' },
  request_timeout: { title: 'The request took too long', detail: 'Try again.' },
  bodies_limit: { title: 'Formslot is busy', detail: BUSY },
  store_busy: { title: 'Formslot is busy', detail: BUSY },
  disk_full: {
    title: 'Formslot has run out of storage',
    detail: 'Nothing was changed. Contact the operator.',
  },
  store_unavailable: {
    title: 'Formslot could not confirm the change',
    detail: 'Reload the page to see whether it was made.',
  },
  internal: {
    title: 'Something broke on our side',
    detail: 'Try again. If it keeps happening, contact the operator.',
  },
}

/** Sentences about a value that the service refused, by the first part of its field. */
const BY_FIELD: Readonly<Record<string, string>> = {
  name: 'Use a shorter name, on one line.',
  redirect_url: 'Enter a full web address, such as https://acme.org/thanks.',
  error_url: 'Enter a full web address, such as https://acme.org/sorry.',
  allowed_origins: 'Use the address of a site, such as https://acme.org.',
  honeypot: 'Use a shorter name, and none that begins with _.',
  email: "That doesn't look like an email address.",
  expires_at: 'Choose a date in the future.',
  scopes: 'Choose what the key may do.',
  queue_id: 'This queue no longer exists. Choose another one.',
  q: 'This search is too long.',
}

const UNKNOWN: Words = {
  title: 'Something went wrong',
  detail: 'Try again. If it keeps happening, contact the operator.',
}
/** Answers of a proxy in front of the service. */
const UNAVAILABLE: Words = { title: 'Formslot is not available right now', detail: 'Try again in a moment.' }

/** Codes whose words say what became of a change. */
const ABOUT_CHANGES: ReadonlySet<string> = new Set([
  'store_unavailable',
  'store_busy',
  'disk_full',
  'bodies_limit',
])

/** Returns the words for an error: a title without a period, and one sentence about what to do. */
export function describeError({ code, status }: ApiError): Words {
  return BY_CODE[code] ?? (status >= 502 && status <= 504 ? UNAVAILABLE : UNKNOWN)
}

/** Returns the words for an error of a request that was to change nothing. */
export function describeReadError(error: ApiError): Words {
  return ABOUT_CHANGES.has(error.code) ? UNAVAILABLE : describeError(error)
}

/** Returns what is wrong and what to do, for a form; null without an error, or when the owner canceled the sign-in. */
export function errorText(error: ApiError | null): string | null {
  if (error === null || error.code === 'fresh_sign_in_needed') return null
  const [field = ''] = error.field?.split('.') ?? []
  const ofField = error.code === 'value_invalid' ? BY_FIELD[field] : undefined
  if (ofField !== undefined) return ofField
  const { title, detail } = describeError(error)
  return `${title}. ${detail}`
}
