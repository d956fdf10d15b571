/** Digits that a JavaScript number holds exactly, whatever they are. */
const EXACT_DIGITS = 15
/** Below this a number has fewer digits than that (IEEE 754: the smallest normal double). */
const SMALLEST_EXACT = 2 ** -1022

/** Whether JavaScript holds a number as it was written in JSON. */
export function isExact(value: number, source: string): boolean {
  // Nearly all are so short that nothing needs to be counted.
  if (source.length <= EXACT_DIGITS && isNormal(value)) return true
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  const large = isNormal(value) && digits.length <= EXACT_DIGITS
  const zero = Object.is(value, 0) && digits === ''
  return large || zero
}

function isNormal(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) >= SMALLEST_EXACT
}
