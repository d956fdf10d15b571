import { REPLY_TO_NAMES } from './field-roles.ts'

/** A field by its name; values are compared, not read. */
type Field = { readonly name: string; readonly value: unknown }

/**
 * Use of a field that controls the submission. `csrf`: the token with which the framework of the page checks its own forms,
 * neither mailed nor exported. `none`: another vendor's control that has no effect here.
 */
export type ControlUse = 'honeypot' | 'next' | 'error' | 'reply_to' | 'subject' | 'csrf' | 'none'

const UNDERSCORE = 95

/** Fields that control a submission wherever they appear: ours, and those of other vendors with a leading underscore. */
const CONTROLS: ReadonlyMap<string, ControlUse> = new Map([
  ['_gotcha', 'honeypot'],
  ['_honey', 'honeypot'],
  ['_honeypot', 'honeypot'],
  ['__mf_hp', 'honeypot'],
  ['_botcheck', 'honeypot'],
  ['_bot-field', 'honeypot'],
  ['_next', 'next'],
  ['_redirect', 'next'],
  ['_success_url', 'next'],
  ['_after', 'next'],
  ['_redirectTo', 'next'],
  ['_redirect_to', 'next'],
  ['_error', 'error'],
  ['_error_url', 'error'],
  ...REPLY_TO_NAMES.map((name) => [name, 'reply_to'] as const),
  ['_subject', 'subject'],
  ['_email.subject', 'subject'],
  ['_access_key', 'none'],
  ['_accessKey', 'none'],
  ['_apikey', 'none'],
  ['_apiKey', 'none'],
  ['_append', 'none'],
  ['_autoresponse', 'none'],
  ['_bcc', 'none'],
  ['_blacklist', 'none'],
  ['_botpoison', 'none'],
  ['_captcha', 'none'],
  ['_cc', 'none'],
  ['_ccemail', 'none'],
  ['_cf-turnstile-response', 'none'],
  ['_email', 'none'],
  ['_feedback', 'none'],
  ['_form-name', 'none'],
  ['_format', 'none'],
  ['_frc-captcha-response', 'none'],
  ['_frc-captcha-solution', 'none'],
  ['_from_name', 'none'],
  ['_g-recaptcha-response', 'none'],
  ['_h-captcha-response', 'none'],
  ['_host_nonce', 'none'],
  ['_language', 'none'],
  ['_recaptchaToken', 'none'],
  ['_recaptcha_response', 'none'],
  ['_template', 'none'],
  ['_webhook', 'none'],
  ['_authenticity_token', 'csrf'],
  ['_csrfmiddlewaretoken', 'csrf'],
  ['__RequestVerificationToken', 'csrf'],
  ['_csrf_token', 'csrf'],
  ['_csrf-token', 'csrf'],
  ['_csrfToken', 'csrf'],
  ['_csrf', 'csrf'],
  ['_token', 'csrf'],
])
/** Beginnings of further names without effect: texts and looks of other vendors' pages and emails. */
const PREFIXES_WITHOUT_EFFECT = ['_feedback.', '_email.']

/** Names without an underscore, by the evidence that they are not data. */
const PLAIN_NAMES: ReadonlyMap<string, 'token' | 'with key' | 'key' | 'form name' | 'with form name'> =
  new Map([
    ['g-recaptcha-response', 'token'],
    ['h-captcha-response', 'token'],
    ['cf-turnstile-response', 'token'],
    ['recaptcha_response', 'token'],
    ['recaptchaToken', 'token'],
    ['frc-captcha-response', 'token'],
    ['frc-captcha-solution', 'token'],
    ['authenticity_token', 'token'],
    ['csrfmiddlewaretoken', 'token'],
    ['csrf_token', 'token'],
    ['csrf-token', 'token'],
    ['csrfToken', 'token'],
    ['access_key', 'key'],
    ['accessKey', 'key'],
    ['apikey', 'key'],
    ['apiKey', 'key'],
    ['redirect', 'with key'],
    ['redirectTo', 'with key'],
    ['redirect_to', 'with key'],
    ['replyto', 'with key'],
    ['replyTo', 'with key'],
    ['from_name', 'with key'],
    ['botcheck', 'with key'],
    ['honeypot', 'with key'],
    ['ccemail', 'with key'],
    ['webhook', 'with key'],
    ['form-name', 'form name'],
    ['bot-field', 'with form name'],
  ])
/** First characters of the plain names. Most fields begin with another one, and need no lookup of the whole name. */
const PLAIN_INITIALS: ReadonlySet<number> = new Set([...PLAIN_NAMES.keys()].map((name) => name.charCodeAt(0)))
/** Fields that hold a solution: the name that ALTCHA's widget gives it, and the one that some vendors ask for. */
const SOLUTION_FIELDS: readonly string[] = ['altcha', 'altchaToken']
const COPIES: ReadonlySet<string> = new Set(['_cc', '_bcc', '_ccemail'])
const CAPTCHA_TOKEN = /captcha|turnstile|botpoison/i
/** Names, as `markControls` writes them, of the fields that show which vendor the markup was written for. */
const EVIDENCE = ['_access_key', '_accessKey', '_apikey', '_apiKey', '_form-name']

/** Returns true for a field that may control its submission. Most submissions have none, and need nothing else of this file. */
export function mayControl({ name }: Pick<Field, 'name'>): boolean {
  const initial = name.charCodeAt(0)
  return (
    initial === UNDERSCORE ||
    (PLAIN_INITIALS.has(initial) && PLAIN_NAMES.has(name)) ||
    isSolutionField({ name })
  )
}

/** Returns true for a field that holds a solution on forms that ask for one. */
export function isSolutionField({ name }: Pick<Field, 'name'>): boolean {
  return SOLUTION_FIELDS.includes(name)
}

/** Returns the use of a field by its name; null for data. */
export function getControlUse(name: string): ControlUse | null {
  if (name.charCodeAt(0) !== UNDERSCORE) return null
  const use = CONTROLS.get(name)
  if (use !== undefined) return use
  return PREFIXES_WITHOUT_EFFECT.some((prefix) => name.startsWith(prefix)) ? 'none' : null
}

/** Returns true for a field that is data: all that control nothing, even `_…`. */
export function isData({ name }: Pick<Field, 'name'>): boolean {
  return getControlUse(name) === null
}

/** Returns the fields without the tokens of the page's framework, which are for nobody but that page's server. */
export function omitPageTokens<F extends Field>(fields: readonly F[]): readonly F[] {
  return fields.some(isPageToken) ? fields.filter((field) => !isPageToken(field)) : fields
}

/** Returns true for the token with which the framework of a page checks its own forms. */
export function isPageToken({ name }: Pick<Field, 'name'>): boolean {
  return getControlUse(name) === 'csrf'
}

/**
 * Returns the reason why a control has no effect; null for one that has, and for data. The key of the form and the name of a
 * form of Netlify have one: other names control only because of them.
 */
export function explainNoEffect(name: string): string | null {
  const use = getControlUse(name)
  if (use === 'csrf') return 'it is for the server of the page'
  if (use !== 'none' || EVIDENCE.includes(name)) return null
  if (COPIES.has(name)) return 'copies go only to destinations that the owner adds and that confirm'
  if (name === '_webhook') return 'submissions never go to an address that a form names'
  if (name === '_autoresponse') return 'visitors are never sent email'
  if (name !== '_captcha' && CAPTCHA_TOKEN.test(name)) return 'captcha tokens are not checked'
  return 'it is stored and not mailed'
}

/** Returns true for the name of a field that holds the ID of the form in other vendors' markup. */
export function isKeyName(name: string): boolean {
  return PLAIN_NAMES.get(name) === 'key'
}

/** Returns the first field with this use. */
export function findControl<F extends Field>(fields: readonly F[], use: ControlUse): F | undefined {
  return fields.find(({ name }) => getControlUse(name) === use)
}

/**
 * Returns the subject that the form sends. A plain `subject`, which visitors type in, counts only in markup of a vendor
 * that reads it so, and stays data.
 */
export function findSubject<F extends Field>(fields: readonly F[]): F | undefined {
  const subject = findControl(fields, 'subject')
  if (subject) return subject
  const isEvident = fields.some(({ name }) => EVIDENCE.includes(name))
  return isEvident ? fields.find(({ name }) => name === 'subject') : undefined
}

/**
 * Puts an underscore before the names of other vendors' controls, so that nothing afterwards takes them for data; a page
 * written for that vendor gives the evidence: the ID of this form as its key, or the name of a form of Netlify. Captcha
 * tokens and those of the page's framework need none. All other fields stay as they were sent.
 */
export function markControls<F extends Field>(fields: readonly F[], formId: string): readonly F[] {
  if (!fields.some(({ name }) => PLAIN_NAMES.has(name))) return fields
  const isKey = ({ name, value }: Field) => PLAIN_NAMES.get(name) === 'key' && value === formId
  const hasKey = fields.some(isKey)
  const hasFormName = fields.some(({ name }) => PLAIN_NAMES.get(name) === 'form name')
  const isControl = (field: Field): boolean => {
    switch (PLAIN_NAMES.get(field.name)) {
      case 'token':
        return true
      case 'key':
        return isKey(field)
      case 'with key':
        return hasKey
      case 'form name':
      case 'with form name':
        return hasFormName
      case undefined:
        return false
    }
  }
  return fields.map((field) => (isControl(field) ? { ...field, name: `_${field.name}` } : field))
}
