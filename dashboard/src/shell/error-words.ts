import type { ApiError } from '../api/client/api-error.ts'
import { type PlainKey, t } from '../language/texts.ts'

type Words = { title: string; detail: string }

/** Words for people by error code. The hints of the service are written for programs and never shown. */
const BY_CODE: Readonly<Record<string, readonly [title: PlainKey, detail: PlainKey]>> = {
  offline: ['shell.errors.offline.title', 'shell.errors.offline.detail'],
  unreadable: ['shell.errors.unreadable.title', 'shell.errors.reload'],
  not_signed_in: ['shell.errors.notSignedIn.title', 'shell.errors.notSignedIn.detail'],
  code_wrong: ['shell.errors.codeWrong.title', 'shell.errors.codeWrong.detail'],
  sign_in_rate: ['shell.errors.signInRate.title', 'shell.errors.later'],
  cross_site_action: ['shell.errors.crossSiteAction.title', 'shell.errors.reload'],
  value_invalid: ['shell.errors.valueInvalid.title', 'shell.errors.valueInvalid.detail'],
  body_unparsable: ['shell.errors.bodyUnparsable.title', 'shell.errors.reload'],
  payload_too_large: ['shell.errors.payloadTooLarge.title', 'shell.errors.payloadTooLarge.detail'],
  not_found: ['shell.errors.notFound.title', 'shell.errors.checkLink'],
  endpoint_not_found: ['shell.errors.endpointNotFound.title', 'shell.errors.checkLink'],
  submission_not_found: ['shell.errors.submissionNotFound.title', 'shell.errors.submissionNotFound.detail'],
  submission_withdrawn: ['shell.errors.submissionWithdrawn.title', 'shell.errors.submissionWithdrawn.detail'],
  receipt_missing: ['shell.errors.receiptMissing.title', 'shell.errors.receiptMissing.detail'],
  message_not_found: ['shell.errors.messageNotFound.title', 'shell.errors.messageNotFound.detail'],
  destination_not_found: [
    'shell.errors.destinationNotFound.title',
    'shell.errors.destinationNotFound.detail',
  ],
  version_conflict: ['shell.errors.versionConflict.title', 'shell.errors.versionConflict.detail'],
  endpoint_expired: ['shell.errors.endpointExpired.title', 'shell.errors.endpointExpired.detail'],
  endpoint_retired: ['shell.errors.endpointRetired.title', 'shell.errors.endpointExpired.detail'],
  endpoint_suspended: ['shell.errors.endpointSuspended.title', 'shell.errors.endpointSuspended.detail'],
  account_suspended: ['shell.errors.accountSuspended.title', 'shell.errors.accountSuspended.detail'],
  endpoint_confirmed: ['shell.errors.endpointConfirmed.title', 'shell.errors.endpointConfirmed.detail'],
  recipient_invalid: ['shell.errors.recipientInvalid.title', 'shell.errors.recipientInvalid.detail'],
  recipient_placeholder: [
    'shell.errors.recipientPlaceholder.title',
    'shell.errors.recipientPlaceholder.detail',
  ],
  mailbox_suppressed: ['shell.errors.mailboxSuppressed.title', 'shell.errors.mailboxSuppressed.detail'],
  destination_known: ['shell.errors.destinationKnown.title', 'shell.errors.destinationKnown.detail'],
  destination_confirmed: [
    'shell.errors.destinationConfirmed.title',
    'shell.errors.destinationConfirmed.detail',
  ],
  destination_unconfirmed: [
    'shell.errors.destinationUnconfirmed.title',
    'shell.errors.destinationUnconfirmed.detail',
  ],
  destination_stopped: ['shell.errors.destinationStopped.title', 'shell.errors.destinationStopped.detail'],
  account_changed: ['shell.errors.accountChanged.title', 'shell.errors.accountChanged.detail'],
  hand_over_open: ['shell.errors.handOverOpen.title', 'shell.errors.handOverOpen.detail'],
  hand_over_waits: ['shell.errors.handOverWaits.title', 'shell.errors.handOverWaits.detail'],
  hand_over_not_found: ['shell.errors.handOverNotFound.title', 'shell.errors.handOverNotFound.detail'],
  member_not_found: ['shell.errors.memberNotFound.title', 'shell.errors.memberNotFound.detail'],
  label_not_found: ['shell.errors.labelNotFound.title', 'shell.errors.labelNotFound.detail'],
  view_not_found: ['shell.errors.viewNotFound.title', 'shell.errors.labelNotFound.detail'],
  name_taken: ['shell.errors.nameTaken.title', 'shell.errors.nameTaken.detail'],
  annotation_not_found: ['shell.errors.annotationNotFound.title', 'shell.errors.labelNotFound.detail'],
  watch_not_found: ['shell.errors.watchNotFound.title', 'shell.errors.destinationNotFound.detail'],
  queue_pushing: ['shell.errors.queuePushing.title', 'shell.errors.queuePushing.detail'],
  destination_untested: ['shell.errors.destinationUntested.title', 'shell.errors.destinationUntested.detail'],
  destination_disabled: ['shell.errors.destinationDisabled.title', 'shell.errors.destinationDisabled.detail'],
  address_invalid: ['shell.errors.addressInvalid.title', 'shell.errors.addressInvalid.detail'],
  test_rate: ['shell.errors.testRate.title', 'shell.errors.later'],
  emails_stopped: ['shell.errors.emailsStopped.title', 'shell.errors.emailsStopped.detail'],
  confirmation_rate: ['shell.errors.confirmationRate.title', 'shell.errors.confirmationRate.detail'],
  asking_rate: ['shell.errors.askingRate.title', 'shell.errors.askingRate.detail'],
  email_waiting: ['shell.errors.emailWaiting.title', 'shell.errors.emailWaiting.detail'],
  resend_rate: ['shell.errors.resendRate.title', 'shell.errors.later'],
  create_rate_hour: ['shell.errors.createRateHour.title', 'shell.errors.later'],
  create_spacing: ['shell.errors.createSpacing.title', 'shell.errors.createSpacing.detail'],
  role_missing: ['shell.errors.roleMissing.title', 'shell.errors.roleMissing.detail'],
  member_known: ['shell.errors.memberKnown.title', 'shell.errors.memberKnown.detail'],
  plan_needed: ['shell.errors.planNeeded.title', 'shell.errors.planNeeded.detail'],
  limit_reached: ['shell.errors.limitReached.title', 'shell.errors.limitReached.detail'],
  email_key_refused: ['shell.errors.emailKeyRefused.title', 'shell.errors.emailKeyRefused.detail'],
  email_key_missing: ['shell.errors.emailKeyMissing.title', 'shell.errors.emailKeyMissing.detail'],
  email_key_needed: ['shell.errors.emailKeyNeeded.title', 'shell.errors.emailKeyNeeded.detail'],
  email_key_rate: ['shell.errors.emailKeyRate.title', 'shell.errors.later'],
  monthly_quota: ['shell.errors.monthlyQuota.title', 'shell.errors.monthlyQuota.detail'],
  message_invalid: ['shell.errors.messageInvalid.title', 'shell.errors.valueInvalid.detail'],
  message_too_large: ['shell.errors.messageTooLarge.title', 'shell.errors.payloadTooLarge.detail'],
  call_rate: ['shell.errors.callRate.title', 'shell.errors.later'],
  event_rate: ['shell.errors.callRate.title', 'shell.errors.later'],
  answers_limit: ['shell.errors.answersLimit.title', 'shell.errors.soon'],
  stream_limit: ['shell.errors.streamLimit.title', 'shell.errors.streamLimit.detail'],
  request_timeout: ['shell.errors.requestTimeout.title', 'shell.errors.requestTimeout.detail'],
  bodies_limit: ['shell.errors.bodiesLimit.title', 'shell.errors.busy'],
  file_not_found: ['shell.errors.fileNotFound.title', 'shell.errors.fileNotFound.detail'],
  file_infected: ['shell.errors.fileInfected.title', 'shell.errors.fileInfected.detail'],
  file_not_scanned: ['shell.errors.fileNotScanned.title', 'shell.errors.fileNotScanned.detail'],
  files_unavailable: ['shell.errors.filesUnavailable.title', 'shell.errors.soon'],
  store_busy: ['shell.errors.bodiesLimit.title', 'shell.errors.busy'],
  disk_full: ['shell.errors.diskFull.title', 'shell.errors.diskFull.detail'],
  store_unavailable: ['shell.errors.storeUnavailable.title', 'shell.errors.storeUnavailable.detail'],
  internal: ['shell.errors.internal.title', 'shell.errors.operator'],
}

/** Sentences about a value that the service refused, by the first part of its field. */
const BY_FIELD: Readonly<Record<string, () => string>> = {
  at: () => t('shell.errors.field.at'),
  name: () => t('shell.errors.field.name'),
  redirect_url: () => t('shell.errors.field.url', { example: 'https://acme.org/thanks' }),
  error_url: () => t('shell.errors.field.url', { example: 'https://acme.org/sorry' }),
  allowed_origins: () => t('shell.errors.field.origin', { example: 'https://acme.org' }),
  honeypot: () => t('shell.errors.field.honeypot'),
  email: () => t('shell.errors.field.email'),
  expires_at: () => t('shell.errors.field.expiry'),
  scopes: () => t('shell.errors.field.scopes'),
  files: () => t('shell.errors.field.files'),
  queue_id: () => t('shell.errors.field.queue'),
  q: () => t('shell.errors.field.search'),
}

const UNKNOWN = ['shell.errors.unknown.title', 'shell.errors.operator'] as const
/** Answers of a proxy in front of the service. */
const UNAVAILABLE = ['shell.errors.unavailable.title', 'shell.errors.soon'] as const

/** Codes whose words say what became of a change. */
const ABOUT_CHANGES = ['store_unavailable', 'store_busy', 'disk_full', 'bodies_limit']

/** Returns the words for an error: a title without a period, and one sentence about what to do. */
export function describeError({ code, status }: ApiError): Words {
  return toWords(BY_CODE[code] ?? (status >= 502 && status <= 504 ? UNAVAILABLE : UNKNOWN))
}

/** Returns the words for an error of a request that was to change nothing. */
export function describeReadError(error: ApiError): Words {
  return ABOUT_CHANGES.includes(error.code) ? toWords(UNAVAILABLE) : describeError(error)
}

/** Returns what is wrong and what to do, for a form; null without an error, or when the owner canceled the sign-in. */
export function errorText(error: ApiError | null): string | null {
  if (error === null || error.code === 'fresh_sign_in_needed') return null
  const [field = ''] = error.field?.split('.') ?? []
  const ofField = error.code === 'value_invalid' ? BY_FIELD[field] : undefined
  return ofField ? ofField() : t('shell.errors.whole', describeError(error))
}

function toWords([title, detail]: readonly [title: PlainKey, detail: PlainKey]): Words {
  return { title: t(title), detail: t(detail) }
}
