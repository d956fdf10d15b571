/** Complete terminal sequences (ECMA-48 §5.4, §5.6). The ESC of an incomplete one is removed as a control. */
const TERMINAL_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\))/g
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** C0 controls except tab and line feed, DEL, and the C1 controls. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Embeddings, overrides and isolates (UAX #9 §2): left open, they reverse the text after them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** Byte order marks in the middle of text are invisible and count as white space. */
const BYTE_ORDER_MARK = /\ufeff/g
/** Maximum number of characters of an endpoint name in a heading. */
const MAX_NAME_LENGTH = 60

/** Cleans submitted text for an email: lines end in `\n`, and nothing in it controls a terminal or the text direction. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(TERMINAL_SEQUENCES, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .replace(BIDI_CONTROLS, '')
    .replace(BYTE_ORDER_MARK, '')
}

/** Cleans submitted text and puts it on one line, with white space collapsed. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** Truncates text with an ellipsis, without cutting a character in half. */
export function truncate(text: string, characters: number): string {
  const all = Array.from(text)
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`
}

/** Returns the endpoint name for use in a line; null without one. */
export function shownName(name: string | null): string | null {
  const shown = truncate(plainLine(name ?? ''), MAX_NAME_LENGTH)
  return shown === '' ? null : shown
}

/** Schemes that mail programs link without slashes behind them. */
const OTHER_SCHEMES =
  /(?<![\p{L}\p{N}])(mailto|tel|sms|callto|facetime|skype|sips?|file|news|javascript|vbscript|data|magnet|geo|intent|market|tg|whatsapp|bitcoin)([:：])(?=\S)/giu
const WEB_SCHEMES = /(h)(tt)(ps?)(?=\s*[:：])/gi
/** The colon of any other scheme: `ftp://`. */
const SCHEME_COLON = /(?<!hxxps?)([:：])(?=[/\\]{2})/gi
/** `//host`, and `\\host`, which Outlook links too; not those behind a scheme. */
const DOUBLE_SLASHES = /(?<![:：\]/\\])(\/\/|\\\\)(?=[^\s/\\])/g
/** An @ between two characters, in all forms that browsers accept (UTS #46), but not between two digits. */
const AT_SIGNS = /(?<=[^\s([])(?<!\d(?=[@＠]\d))[@＠](?=[^\s\]])/gu
/**
 * The dot before a top-level domain, which has at least two letters, and the one of `www.`. So no dot within a number or
 * a price is one: `2.000`, `10.5`, `v1.2`.
 */
const DOTS =
  /(?<=[\p{L}\p{N}\p{M}\p{Cf}\p{So}_-])[.．․](?=\p{Cf}*\p{L}[\p{M}\p{Cf}]*\p{L})|(?<=www)[.．․](?=\S)/giu
/** The full stop of Chinese and Japanese, which browsers take for a dot, between two Latin words. */
const IDEOGRAPHIC_DOTS = /(?<=[a-z0-9ａ-ｚ０-９-])[。｡](?=\p{Cf}*[a-zａ-ｚ]{2})/giu

/**
 * Disables web and email addresses in submitted text so that no mail program turns any of it into a link, in a way that
 * a reader sees and can undo: `hxxps://evil[.]dev`, `kunde[@]firma[.]de`. Adds nothing invisible, because people copy
 * what they read.
 */
export function defang(text: string): string {
  return text
    .replace(WEB_SCHEMES, (_, h: string, tt: string, end: string) => `${h}${tt === 'TT' ? 'XX' : 'xx'}${end}`)
    .replace(SCHEME_COLON, '[$1]')
    .replace(OTHER_SCHEMES, '$1[$2]')
    .replace(DOUBLE_SLASHES, '[$1]')
    .replace(AT_SIGNS, '[$&]')
    .replace(DOTS, '[$&]')
    .replace(IDEOGRAPHIC_DOTS, '[$&]')
}

/** A run of text, with its URL if it is a web address. */
export type Run = { text: string; href: string | null }

const WEB_ADDRESS = /https?:\/\/[^\s<>"'`\\^{|}、。「」（）]+/gi
/** Characters that end a sentence rather than a URL. */
const SENTENCE_ENDS = '.,;:!?*_~)]’”»'

/** Splits text at its http and https URLs. The runs joined give the text again. */
export function splitAtLinks(text: string): Run[] {
  const runs: Run[] = []
  let done = 0
  for (const match of text.matchAll(WEB_ADDRESS)) {
    const address = withoutSentenceEnd(match[0])
    const href = readWebAddress(address)
    if (href === null) continue
    runs.push({ text: text.slice(done, match.index), href: null }, { text: address, href })
    done = match.index + address.length
  }
  return [...runs, { text: text.slice(done), href: null }].filter((run) => run.text !== '')
}

function withoutSentenceEnd(address: string): string {
  // The bracket of `…/wiki/Email_(mail)` is part of the URL.
  const ends = address.includes('(') ? SENTENCE_ENDS.replace(')', '') : SENTENCE_ENDS
  let length = address.length
  while (ends.includes(address.charAt(length - 1))) length -= 1
  return address.slice(0, length)
}

/** Returns the URL as a browser reads it; null with a user name, which only serves to deceive. */
function readWebAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.username === '' && url.password === '' ? url.href : null
}
