import { createCipheriv, createDecipheriv } from 'node:crypto'
import { fromBase32, toBase32 } from './base32.ts'

/** A sealed key is one AES block: this many zero bytes, which prove that it is ours, and the key of the row. */
const CHECK_BYTES = 8
const BLOCK_BYTES = 16

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
export type Permutation = { seal(row: number): Buffer; open(text: string): number | null }

/** Creates a permutation whose blocks reveal neither order nor number. ECB of a single block is a plain permutation. */
export function createPermutation(key: Buffer): Permutation {
  // One object can be reused: without padding, `update` returns each whole block at once.
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return {
    seal(row) {
      if (!Number.isSafeInteger(row) || row < 1)
        throw new RangeError(`${row} is not a row key: it must be a positive safe integer`)
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeBigUInt64BE(BigInt(row), CHECK_BYTES)
      return cipher.update(block)
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
