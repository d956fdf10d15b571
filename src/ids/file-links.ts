import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto'
import type { FileLink } from '../domain/files/stored-file.ts'
import { SECOND } from '../domain/time.ts'
import { ROW_BYTES, readRow, writeRow } from './row-bytes.ts'
import { fromBase32, TOKEN_HMAC_BYTES, toBase32, truncatedHmac } from './tokens.ts'

/** One AES block: the key of the row, the end in seconds since 1970, and the version. */
const BLOCK_BYTES = 16
const UNTIL_BYTES = 5

/**
 * Creates the tokens of links to files: what the link says as one sealed block, which reveals neither order nor number, then
 * its HMAC.
 */
export function createFileTokens(
  idKey: Buffer,
  hmacKey: Buffer,
): { make(link: FileLink): string; verify(token: string): FileLink | null } {
  function make({ key, until, linkVersion }: FileLink): string {
    const block = Buffer.alloc(BLOCK_BYTES)
    writeRow(block, key)
    block.writeUIntBE(Math.ceil(until.getTime() / SECOND), ROW_BYTES, UNTIL_BYTES)
    block.writeUInt32BE(linkVersion, ROW_BYTES + UNTIL_BYTES)
    const sealed = createCipheriv('aes-128-ecb', idKey, null).setAutoPadding(false).update(block)
    return toBase32(Buffer.concat([sealed, sign(sealed)]))
  }

  function sign(sealed: Buffer): Buffer {
    return truncatedHmac(hmacKey, `file:v1:${sealed.toString('base64url')}`, TOKEN_HMAC_BYTES)
  }

  return {
    make,
    verify(token) {
      const bytes = fromBase32(token)
      if (bytes?.length !== BLOCK_BYTES + TOKEN_HMAC_BYTES) return null
      const sealed = bytes.subarray(0, BLOCK_BYTES)
      if (!timingSafeEqual(sign(sealed), bytes.subarray(BLOCK_BYTES))) return null
      const block = createDecipheriv('aes-128-ecb', idKey, null).setAutoPadding(false).update(sealed)
      return {
        key: readRow(block),
        until: new Date(block.readUIntBE(ROW_BYTES, UNTIL_BYTES) * SECOND),
        linkVersion: block.readUInt32BE(ROW_BYTES + UNTIL_BYTES),
      }
    },
  }
}
