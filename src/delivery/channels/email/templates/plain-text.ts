/** Complete terminal sequences (ECMA-48 §5.4, §5.6). The ESC of an incomplete one is removed as a control. */
const TERMINAL_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\))/g
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** C0 controls except tab and line feed, DEL, and the C1 controls. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Embeddings, overrides and isolates (UAX #9 §2): left open, they reverse the text after them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** Byte order marks in the middle of text are invisible and count as white space. */
const BYTE_ORDER_MARK = /\ufeff/g

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
