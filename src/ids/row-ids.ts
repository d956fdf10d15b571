import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto'
import { fromBase32, TOKEN_HMAC_BYTES, toBase32, truncatedHmac } from './tokens.ts'

/** A sealed key is one AES block: this many zero bytes, which prove that it is ours, and the key of the row. */
const CHECK_BYTES = 8
const BLOCK_BYTES = 16
/** Number of blocks that are sealed at once: eight take as long as one. */
const BLOCKS_AHEAD = 8
/** Largest distance of rows that are sealed ahead. */
const MAX_STEP = 64
const HALF = 2 ** 32

/** The sealed key of a row and its HMAC. */
const ROW_TOKEN = /^([0-9a-hjkmnp-tv-z]{26})[0-9a-hjkmnp-tv-z]{32}$/

/** Creates the codec between row keys and public ids of one kind. */
export function createIdCodec(
  prefix: string,
  key: Buffer,
): { make(row: number): string; read(id: string): number | null } {
  const { seal, open } = createPermutation(key)
  return {
    make: (row) => prefix + toBase32(seal(row)),
    read: (id) => (id.startsWith(prefix) ? open(id.slice(prefix.length)) : null),
  }
}

/** A permutation between row keys and opaque blocks. */
type Permutation = { seal(row: number): Buffer; open(text: string): number | null }

/** Creates a permutation whose blocks reveal neither order nor number. ECB of a single block is a plain permutation. */
export function createPermutation(key: Buffer): Permutation {
  // One object can be reused: without padding, `update` returns each whole block at once.
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const blocks = Buffer.alloc(BLOCKS_AHEAD * BLOCK_BYTES)
  // New rows follow each other at equal distances, so the ones that are likely to come are sealed with the first of them.
  let sealed = { first: 0, step: 1, bytes: Buffer.alloc(0) }
  let last = 0

  function sealAhead(first: number): void {
    const distance = first - last
    const isNext = distance > 0 && distance <= MAX_STEP && first <= Number.MAX_SAFE_INTEGER - HALF
    const count = isNext ? BLOCKS_AHEAD : 1
    const step = isNext ? distance : 1
    for (let place = 0; place < count; place += 1) {
      const row = first + place * step
      blocks.writeUInt32BE(Math.floor(row / HALF), place * BLOCK_BYTES + CHECK_BYTES)
      blocks.writeUInt32BE(row >>> 0, place * BLOCK_BYTES + CHECK_BYTES + 4)
    }
    sealed = { first, step, bytes: cipher.update(blocks.subarray(0, count * BLOCK_BYTES)) }
  }

  function findSealed(row: number): Buffer | null {
    const place = (row - sealed.first) / sealed.step
    const from = place * BLOCK_BYTES
    if (!Number.isInteger(place) || from < 0 || from >= sealed.bytes.length) return null
    return sealed.bytes.subarray(from, from + BLOCK_BYTES)
  }

  return {
    seal(row) {
      if (!Number.isSafeInteger(row) || row < 1)
        throw new RangeError(`${row} is not a row key: it must be a positive safe integer`)
      const known = findSealed(row)
      if (known === null) sealAhead(row)
      last = row
      return known ?? sealed.bytes.subarray(0, BLOCK_BYTES)
    },
    open(text) {
      const sealed = fromBase32(text)
      if (sealed?.length !== BLOCK_BYTES) return null
      const block = decipher.update(sealed)
      if (block.readBigUInt64BE(0) !== 0n) return null
      const row = Number(block.readBigUInt64BE(CHECK_BYTES))
      return Number.isSafeInteger(row) && row > 0 ? row : null
    },
  }
}

/** Creates the tokens for rows of one purpose: the sealed key of the row, then its HMAC. */
export function createRowTokens(
  purpose: string,
  rows: Permutation,
  key: Buffer,
): { make(row: number): string; verify(token: string): number | null } {
  function make(row: number): string {
    return toBase32(rows.seal(row)) + toBase32(truncatedHmac(key, `${purpose}:v1:${row}`, TOKEN_HMAC_BYTES))
  }

  function verify(token: string): number | null {
    const row = rows.open(ROW_TOKEN.exec(token)?.[1] ?? '')
    if (row === null) return null
    return timingSafeEqual(Buffer.from(make(row)), Buffer.from(token)) ? row : null
  }

  return { make, verify }
}
