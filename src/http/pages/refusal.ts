import type { RefusalCode } from '../../domain/refusal.ts'
import { type Texts, textsIn } from '../../locales/texts.ts'
import { type Html, html } from '../../markup/html.ts'
import { fragment } from './fragment.ts'
import { getSentenceSpace, type Language } from './i18n/languages.ts'
import { page } from './layout.ts'
import { inline } from './prose.ts'
import { formatWait } from './waiting.ts'

/** Refusals that visitors can tell apart; several codes share one. */
type RefusalCase = keyof Texts['visitor']['refusal']

/** Page that a visitor of a form sees for each refusal code. */
const CASES: Readonly<Record<RefusalCode, RefusalCase>> = {
  recipient_missing: 'field',
  recipient_invalid: 'field',
  recipient_placeholder: 'field',
  recipient_multiple: 'field',
  recipient_suppressed: 'field',
  body_unparsable: 'unreadable',
  field_invalid: 'field',
  fields_missing: 'empty',
  fields_blank: 'blank',
  form_sent_by_get: 'sentByGet',
  too_many_fields: 'tooManyFields',
  file_refused: 'file',
  too_many_files: 'tooManyFiles',
  file_too_large: 'fileTooLarge',
  file_type_refused: 'fileType',
  file_storage_full: 'fileStorage',
  uploads_limit: 'notStored',
  files_unavailable: 'notStored',
  idempotency_key_invalid: 'refused',
  idempotency_key_reused: 'refused',
  idempotency_in_progress: 'inProgress',
  first_key_unavailable: 'refused',
  cross_site_creation: 'refused',
  cross_site_action: 'elsewhere',
  mcp_origin: 'refused',
  not_found: 'pageNotFound',
  endpoint_not_found: 'formNotFound',
  token_not_found: 'pageNotFound',
  receipt_gone: 'pageNotFound',
  withdrawal_over: 'refused',
  method_not_allowed: 'refused',
  endpoint_expired: 'expired',
  endpoint_retired: 'retired',
  endpoint_suspended: 'suspended',
  endpoint_confirmed: 'refused',
  payload_too_large: 'tooLarge',
  unsupported_media_type: 'unreadable',
  create_rate_hour: 'wait',
  create_spacing: 'wait',
  create_attempts: 'wait',
  submit_rate: 'wait',
  event_rate: 'wait',
  event_invalid: 'refused',
  challenge_required: 'challenge',
  challenge_off: 'refused',
  create_challenge: 'refused',
  endpoint_frozen: 'frozen',
  telemetry_frozen: 'refused',
  queue_frozen: 'refused',
  key_missing: 'refused',
  message_invalid: 'refused',
  message_too_large: 'tooLarge',
  message_not_found: 'pageNotFound',
  pull_limit: 'wait',
  queue_pushing: 'refused',
  origin_not_allowed: 'refused',
  monthly_quota: 'monthlyQuota',
  request_malformed: 'refused',
  request_timeout: 'notStored',
  headers_too_large: 'refused',
  bodies_limit: 'notStored',
  operator_token_invalid: 'elsewhere',
  signature_invalid: 'elsewhere',
  disk_full: 'notStored',
  store_busy: 'notStored',
  store_unavailable: 'unsure',
  internal: 'unsure',
  // Owners see these in the dashboard or on pages of their own.
  not_signed_in: 'refused',
  key_invalid: 'refused',
  key_expired: 'refused',
  scope_missing: 'refused',
  session_needed: 'refused',
  role_missing: 'refused',
  account_suspended: 'refused',
  hand_over_open: 'pageNotFound',
  hand_over_waits: 'pageNotFound',
  hand_over_not_found: 'pageNotFound',
  member_known: 'refused',
  fresh_sign_in_needed: 'refused',
  code_wrong: 'field',
  sign_in_rate: 'wait',
  value_invalid: 'field',
  submission_not_found: 'pageNotFound',
  watch_not_found: 'pageNotFound',
  annotation_not_found: 'pageNotFound',
  label_not_found: 'pageNotFound',
  member_not_found: 'pageNotFound',
  view_not_found: 'pageNotFound',
  name_taken: 'refused',
  file_not_found: 'fileGone',
  file_infected: 'fileInfected',
  file_not_scanned: 'fileNotNow',
  submission_withdrawn: 'refused',
  receipt_missing: 'refused',
  version_conflict: 'refused',
  plan_needed: 'refused',
  limit_reached: 'refused',
  email_key_refused: 'refused',
  email_key_missing: 'pageNotFound',
  email_key_needed: 'refused',
  email_key_rate: 'wait',
  storage_encrypted: 'refused',
  stream_limit: 'wait',
  answers_limit: 'wait',
  call_rate: 'wait',
  destination_not_found: 'pageNotFound',
  destination_known: 'refused',
  destination_confirmed: 'refused',
  destination_unconfirmed: 'refused',
  destination_untested: 'refused',
  destination_disabled: 'refused',
  address_invalid: 'refused',
  test_rate: 'wait',
  destination_stopped: 'refused',
  emails_stopped: 'refused',
  mailbox_suppressed: 'refused',
  confirmation_rate: 'wait',
  asking_rate: 'wait',
  email_waiting: 'refused',
  resend_rate: 'wait',
}

/** Cases where trying again later helps. */
const TEMPORARY: readonly RefusalCase[] = ['wait', 'inProgress', 'monthlyQuota', 'notStored', 'unsure']
/** Cases where the visitor typed nothing or need not type it again. */
const WITHOUT_INPUT: readonly RefusalCase[] = [
  'pageNotFound',
  'inProgress',
  'elsewhere',
  'blank',
  'fileGone',
  'fileInfected',
  'fileNotNow',
]

/**
 * Shows a refusal to the visitor of a form: the problem, the field and the fix.
 *
 * @param refusal.trigger `sent` for a form that was sent, `opened` for an address that was opened
 * @param refusal.message English sentence about this case; null without one
 * @param refusal.retryAfterSeconds null if waiting does not help or the wait is unknown
 * @param refusal.backUrl page of the form, verified to be http or https; null if unknown
 */
export function refusalPage(refusal: {
  base: string
  language: Language
  status: number
  code: RefusalCode
  trigger: 'opened' | 'sent'
  field: string | null
  retryAfterSeconds: number | null
  message: string | null
  requestId: string
  backUrl: string | null
}): string {
  const { base, language, field, retryAfterSeconds, backUrl } = refusal
  const refusalCase = toRefusalCase(refusal)
  const words = textsIn(language).visitor.refusalPage
  const { title, text } = textsIn(language).visitor.refusal[refusalCase]
  const retry =
    retryAfterSeconds === null ? words.tryLater : words.tryAgain(formatWait(language, retryAfterSeconds))
  return page({
    base,
    language,
    title,
    body: html`<h1>${title}</h1>
${field === null ? null : html`<dl class="facts"><div><dt>${words.field}</dt><dd><bdi>${field}</bdi></dd></div></dl>`}
<p class="lead">${text}${TEMPORARY.includes(refusalCase) ? [getSentenceSpace(language), html`<strong>${retry}</strong>`] : null}</p>
${WITHOUT_INPUT.includes(refusalCase) ? null : html`<p>${words.inputKept}</p>`}
${backUrl === null ? null : html`<p><a class="quiet" href="${backUrl}">${words.reload}</a></p>`}
${noteForOwner(refusal, refusalCase)}`,
  })
}

/** Returns a refusal as text for the visitor of a form, without the words for its developer. */
export function refusalText(
  language: Language,
  { code, retryAfterSeconds }: { code: RefusalCode; retryAfterSeconds: number | null },
): string {
  const { refusal, refusalPage } = textsIn(language).visitor
  const { title, text } = refusal[CASES[code]]
  const space = getSentenceSpace(language)
  const stop = space === '' ? '。' : '.'
  const wait =
    retryAfterSeconds === null ? [] : [refusalPage.tryAgain(formatWait(language, retryAfterSeconds))]
  return [`${title}${stop}`, text, ...wait].join(space)
}

/** Shows a refusal to a script that puts it into the page of the form, see `refusalPage`. */
export function refusalFragment(refusal: {
  language: Language
  code: RefusalCode
  trigger: 'opened' | 'sent'
  field: string | null
  retryAfterSeconds: number | null
  message: string | null
  frameId: string | null
}): string {
  const { language, field, message, retryAfterSeconds, frameId } = refusal
  const refusalCase = toRefusalCase(refusal)
  const words = textsIn(language).visitor.refusalPage
  const { title, text } = textsIn(language).visitor.refusal[refusalCase]
  const wait = retryAfterSeconds === null ? null : words.tryAgain(formatWait(language, retryAfterSeconds))
  const space = getSentenceSpace(language)
  return fragment({
    language,
    kind: 'refused',
    frameId,
    content: html`<p><strong>${title}</strong></p>
<p>${text}${wait === null ? null : [space, wait]}</p>
${field === null ? null : html`<p>${words.field}: <bdi>${field}</bdi></p>\n`}${message === null ? null : html`<p lang="en" dir="ltr">${message}</p>\n`}<p><code dir="ltr">${refusal.code}</code></p>`,
  })
}

/** Cases of codes that also refuse forms, for an address that was opened: nothing was sent. */
const OPENED: Readonly<Partial<Record<RefusalCode, RefusalCase>>> = {
  method_not_allowed: 'pageNotFound',
  files_unavailable: 'fileNotNow',
}

function toRefusalCase({ code, trigger }: { code: RefusalCode; trigger: 'opened' | 'sent' }): RefusalCase {
  return (trigger === 'opened' ? OPENED[code] : undefined) ?? CASES[code]
}

/** Details that the visitor can pass on to the developer of the form. */
function noteForOwner(
  refusal: { language: Language; status: number; code: string; message: string | null; requestId: string },
  refusalCase: RefusalCase,
): Html {
  const { language, message } = refusal
  const { refusal: cases, refusalPage: words } = textsIn(language).visitor
  const texts = cases[refusalCase]
  const owner = 'owner' in texts ? texts.owner : null
  return html`<section class="note" aria-labelledby="note">
<h2 id="note">${owner === null && message === null ? words.details : words.forOwner}</h2>
${owner === null ? null : html`<p>${inline(owner)}</p>`}
${message === null ? null : html`<p lang="en" dir="ltr">${message}</p>`}
<dl class="facts">
<div><dt>${words.code}</dt><dd><code dir="ltr">${refusal.status} ${refusal.code}</code></dd></div>
<div><dt>${words.request}</dt><dd><code dir="ltr">${refusal.requestId}</code></dd></div>
</dl>
</section>`
}
