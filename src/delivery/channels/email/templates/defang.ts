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
