/** Inclusive byte positions. */
export type ByteRange = { from: number; to: number }

const RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Returns the range that a header `Range` asks for (RFC 9110 §14.2): `whole` without one, or for several, or for one in
 * another unit or that cannot be read, which are all ignored; `none` where no byte of the file is in it.
 */
export function parseByteRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'none' : { from: bytes - length, to: bytes - 1 }
  }
  const from = Number(first)
  const to = last === '' ? Number.POSITIVE_INFINITY : Number(last)
  if (to < from) return 'whole'
  return from >= bytes ? 'none' : { from, to: Math.min(to, bytes - 1) }
}
