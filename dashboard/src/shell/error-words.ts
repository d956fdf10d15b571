import type { ApiError } from '../api/client/api-error.ts'

type Words = { title: string; detail: string }

const LATER = 'Wait a while, then try again.'
const BUSY = 'Nothing was changed. Try again in a moment.'
const OPERATOR = 'Try again. If it keeps happening, contact the operator.'
const CHECK_LINK = 'The link may be outdated, or it belongs to another account.'

/** Words for people by error code. The hints of the service are written for programs and never shown. */
const BY_CODE: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  offline: ["Can't reach Formslot", 'Check your network and try again.'],
  unreadable: ['The response could not be read', 'Reload the page.'],
  not_signed_in: ["You're signed out", 'Sign in again to continue.'],
  code_wrong: ['Wrong or expired code', 'Use the code from the latest email.'],
  sign_in_rate: ['Too many codes were requested', LATER],
  cross_site_action: ['This was not started from the dashboard', 'Reload the page.'],
  value_invalid: ['Something is not filled in correctly', 'Check what you entered.'],
  body_unparsable: ['The request could not be read', 'Reload the page.'],
  payload_too_large: ['This is too large', 'Shorten it and try again.'],
  not_found: ['Page not found', CHECK_LINK],
  endpoint_not_found: ['Not found', CHECK_LINK],
  submission_not_found: ['Submission not found', 'It may have been deleted, or its retention has ended.'],
  submission_withdrawn: ['Withdrawn by the visitor', 'Its content is deleted. Reload the page.'],
  receipt_missing: ['This submission has no receipt page', 'Nobody would see the answer. Reply by email.'],
  message_not_found: [
    'Message not found',
    'It may have been replayed or deleted, or its retention has ended.',
  ],
  destination_not_found: ['Destination not found', 'It may have been removed. Reload the page.'],
  version_conflict: ['Someone else changed this', 'Review your edits and save again.'],
  endpoint_expired: ['It has expired', 'Create a new one.'],
  endpoint_retired: ['It is retired', 'Create a new one.'],
  endpoint_suspended: ['It is suspended', 'Contact the operator of this instance.'],
  account_suspended: [
    'This account is suspended',
    'You can read, export and delete. Contact the operator of this instance.',
  ],
  endpoint_confirmed: ['You have kept it already', 'To stop it, retire it.'],
  recipient_invalid: ["That doesn't look like an email address", 'Check it for typos.'],
  recipient_placeholder: ["That's an example address", 'Enter a real one.'],
  mailbox_suppressed: ['This address has opted out', 'Use another one.'],
  destination_known: [
    'This address is already a destination',
    'If it has not confirmed yet, resend the email.',
  ],
  destination_confirmed: ['Already confirmed', 'There is nothing left to do.'],
  destination_unconfirmed: [
    'This address has not confirmed yet',
    'Its owner has to follow the link in the confirmation email.',
  ],
  destination_stopped: ['This address has stopped these emails', 'Only its owner can start them again.'],
  account_changed: [
    'Another account is open now',
    'It was switched in another tab. This page reloads and has saved nothing.',
  ],
  hand_over_open: ['Already offered', 'Withdraw the open hand-over first. Reload the page to see it.'],
  hand_over_waits: ['Not accepted yet', 'The form moves once the new owner has accepted it.'],
  hand_over_not_found: [
    'Hand-over is over',
    'It was withdrawn or declined, or it has expired. Reload the page.',
  ],
  member_not_found: ['Member not found', 'They may have been removed. Reload the page.'],
  label_not_found: ['Label not found', 'It may have been deleted. Reload the page.'],
  view_not_found: ['View not found', 'It may have been deleted. Reload the page.'],
  name_taken: ['This name is taken', 'Choose another one.'],
  annotation_not_found: ['Annotation not found', 'It may have been deleted. Reload the page.'],
  watch_not_found: ['Watch not found', 'It may have been removed. Reload the page.'],
  queue_pushing: ['This queue pushes its messages to a webhook', 'Disable the webhook to pull them.'],
  destination_untested: ['No test has reached it yet', 'Send a test first.'],
  destination_disabled: ['This destination is disabled', 'Enable it, or send a test.'],
  address_invalid: ['Nothing can be sent to this address', 'Copy the whole address again.'],
  test_rate: ['Too many tests', LATER],
  emails_stopped: ['Emails are off for this form', 'Turn them on in its settings, then send again.'],
  confirmation_rate: [
    'This address was asked too often today',
    'Look for the email there, also under spam, or try again tomorrow.',
  ],
  asking_rate: ['Too many confirmation emails today', 'Try again tomorrow.'],
  email_waiting: ['This email is already waiting to be sent', 'See its attempts below.'],
  resend_rate: ['Too many emails were sent again', LATER],
  create_rate_hour: ['You created too many in the last hour', LATER],
  create_spacing: ['That was too fast', 'Wait a few seconds, then try again.'],
  role_missing: ['Your role does not allow this', 'Ask an owner of the account.'],
  member_known: ['This person is a member already, or invited', 'Change their role instead.'],
  plan_needed: ['Your plan does not include this', 'The operator of this instance can change your plan.'],
  limit_reached: ['You have reached the limit', 'Delete one you no longer need first.'],
  email_key_refused: ['This key cannot be used', 'Export the public key again, or use another one.'],
  email_key_missing: ['No key was found', 'Paste your public key instead.'],
  email_key_needed: [
    'A form stores its submissions encrypted to this key',
    'Turn off encrypted storage in its settings first, or add another key.',
  ],
  email_key_rate: ['Too many keys were added or looked up today', LATER],
  monthly_quota: [
    "This month's quota is used up",
    'It resets on the 1st (UTC). The operator of this instance can change your plan.',
  ],
  message_invalid: ['This message is not valid', 'Check what you entered.'],
  message_too_large: ['This message is too large', 'Shorten it and try again.'],
  call_rate: ['Too many requests', LATER],
  event_rate: ['Too many requests', LATER],
  answers_limit: ['Too many requests at the same time', 'Try again in a moment.'],
  stream_limit: ['Too many open tabs', 'Close some to see live updates here.'],
  request_timeout: ['The request took too long', 'Try again.'],
  bodies_limit: ['Formslot is busy', BUSY],
  file_not_found: ['This file no longer exists', 'It was deleted with its message.'],
  file_infected: ['Malware was found in this file', 'Nobody can fetch it. Ask the sender for another one.'],
  file_not_scanned: ['This file has not been scanned yet', 'Try again in a few minutes.'],
  files_unavailable: ['The storage for files cannot be reached', 'Try again in a moment.'],
  store_busy: ['Formslot is busy', BUSY],
  disk_full: ['Formslot has run out of storage', 'Nothing was changed. Contact the operator.'],
  store_unavailable: ['Formslot could not confirm the change', 'Reload the page to see whether it was made.'],
  internal: ['Something broke on our side', OPERATOR],
}

/** Sentences about a value that the service refused, by the first part of its field. */
const BY_FIELD: Readonly<Record<string, string>> = {
  at: 'Choose a time within the days for which events are kept, and not ahead of now.',
  name: 'Use a shorter name, on one line.',
  redirect_url: 'Enter a full web address, such as https://acme.org/thanks.',
  error_url: 'Enter a full web address, such as https://acme.org/sorry.',
  allowed_origins: 'Use the address of a site, such as https://acme.org.',
  honeypot: 'Use a shorter name, and none that begins with _.',
  email: "That doesn't look like an email address.",
  expires_at: 'Choose a date in the future.',
  scopes: 'Choose what the key may do.',
  files: 'Check the kinds, the number and the size of the files.',
  queue_id: 'This queue no longer exists. Choose another one.',
  q: 'This search is too long.',
}

const UNKNOWN: Words = { title: 'Something went wrong', detail: OPERATOR }
/** Answers of a proxy in front of the service. */
const UNAVAILABLE: Words = { title: 'Formslot is not available right now', detail: 'Try again in a moment.' }

/** Codes whose words say what became of a change. */
const ABOUT_CHANGES = ['store_unavailable', 'store_busy', 'disk_full', 'bodies_limit']

/** Returns the words for an error: a title without a period, and one sentence about what to do. */
export function describeError({ code, status }: ApiError): Words {
  const known = BY_CODE[code]
  if (known) return { title: known[0], detail: known[1] }
  return status >= 502 && status <= 504 ? UNAVAILABLE : UNKNOWN
}

/** Returns the words for an error of a request that was to change nothing. */
export function describeReadError(error: ApiError): Words {
  return ABOUT_CHANGES.includes(error.code) ? UNAVAILABLE : describeError(error)
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
