/** Sequences that terminals obey (ECMA-48 §5.4, §5.6), whole; of one without an end only its ESC goes, as a control. */
const TERMINAL_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\))/g
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** Everything below the space but tab and line feed, DEL, and the C1 controls. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Embeddings, overrides and isolates (UAX #9 §2): left open, they would turn round what stands behind them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** A byte order mark in the middle of text shows nothing and counts as white space. */
const BYTE_ORDER_MARK = /\ufeff/g

/** Submitted text as an email may show it: lines end in `\n`, and nothing in it steers a terminal or a reading direction. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(TERMINAL_SEQUENCES, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .replace(BIDI_CONTROLS, '')
    .replace(BYTE_ORDER_MARK, '')
}

/** The same on one line, white space collapsed. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** The beginning of a text, no character cut in half; what is left out is shown by an ellipsis. */
export function beginningOf(text: string, characters: number): string {
  const all = Array.from(text)
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`
}
