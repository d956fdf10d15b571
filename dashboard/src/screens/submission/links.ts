/** A piece of a text; `href` is null where it is plain text. */
export type TextPiece = {
  text: string
  href: string | null
  /** Host that a web address leads to, as the browser would resolve it. */
  host: string | null
}

const WEB = String.raw`(?<![\p{L}\p{N}@/])(?:https?:\/\/|www\.)[^\s<>"“”«»]{1,2000}`
const EMAIL = String.raw`(?<![\w.!#$%&'*+/=?^{|}~-])[\w.!#$%&'*+/=?^{|}~-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}`
const PHONE = String.raw`(?<![\p{L}\p{N}.+])\+[1-9][\d ().\/-]{5,24}\d(?![\p{L}\p{N}])`
const LINKS = new RegExp(`(${WEB})|(${EMAIL})|${PHONE}`, 'giu')
const PHONE_FIELD = /phone|mobile|^(?:tel|cell|fax|handy|telefon\w*|whatsapp)$/
const PHONE_VALUE = /^\+?[\d ()./-]{5,25}$/
const MIN_PHONE_DIGITS = 6
const MAX_PHONE_DIGITS = 15

/** Splits a text into plain pieces and links: http and https, email addresses, and phone numbers that begin with `+`. */
export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(LINKS)) {
    const { index } = match
    const [found, web, email] = match
    const shown = web === undefined ? found : withoutTrailingMarks(web)
    const link = web === undefined ? toOtherLink(found, email) : toWebLink(shown)
    if (link === null) continue
    if (index > end) pieces.push(plain(text.slice(end, index)))
    pieces.push({ text: shown, ...link })
    end = index + shown.length
  }
  if (end < text.length) pieces.push(plain(text.slice(end)))
  return pieces
}

/** Returns the link of a value that is a phone number by the name of its field; null if it is none. */
export function phoneLink(name: string, value: string): string | null {
  const isPhone =
    PHONE_FIELD.test(name.toLowerCase().replace(/[^a-z]/g, '')) && PHONE_VALUE.test(value.trim())
  return isPhone ? toPhoneLink(value) : null
}

/** Returns the link that writes to an address. */
export function mailLink(address: string): string {
  const [local = '', domain = ''] = address.toWellFormed().split('@')
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`
}

function plain(text: string): TextPiece {
  return { text, href: null, host: null }
}

function toWebLink(text: string): Pick<TextPiece, 'href' | 'host'> | null {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  return url === null || !url.hostname.includes('.') ? null : { href: url.href, host: url.host }
}

function toOtherLink(text: string, email: string | undefined): Pick<TextPiece, 'href' | 'host'> | null {
  const href = email === undefined ? toPhoneLink(text) : mailLink(email)
  return href === null ? null : { href, host: null }
}

/** Leaves out the zero of "+49 (0)30", which is not dialed after a country code. */
function toPhoneLink(text: string): string | null {
  const number = text.replace(/^(\s*\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')
  const { length } = number.replace('+', '')
  return length >= MIN_PHONE_DIGITS && length <= MAX_PHONE_DIGITS ? `tel:${number}` : null
}

/** Cuts punctuation that belongs to the sentence, and a closing bracket that the address does not open. */
function withoutTrailingMarks(text: string): string {
  let shown = text
  for (;;) {
    const last = shown.at(-1) ?? ''
    const unopened = last === ')' && shown.split('(').length < shown.split(')').length
    if (!unopened && !/[.,;:!?'’\]}*_]/.test(last)) return shown
    shown = shown.slice(0, -1)
  }
}
