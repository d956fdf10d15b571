import { hkdfSync } from 'node:crypto'
import type { KeyedKind } from '../domain/endpoints/kind.ts'
import { toBase32 } from './base32.ts'
import { createPermutation } from './row-ids.ts'
import { createDestinationTokens, createEndpointTokens, createRowTokens, truncatedHmac } from './tokens.ts'

const AES_KEY_BYTES = 16
const HMAC_KEY_BYTES = 32
/** 40 bits: 8 base32 digits that a person can type. */
const CODE_BYTES = 5
/** 128 bits. */
const FINGERPRINT_BYTES = 16

export type LinkKeys = ReturnType<typeof createLinkKeys>

/**
 * Derives the keys of everything that gives its holder a right: the tokens of links, the codes of sign-ins and the first keys
 * of endpoints. They follow the link secret, which can be rotated; ids and hashes do not.
 */
export function createLinkKeys(secret: Buffer | string) {
  const keyFor = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `formslot:${purpose}:v1`, bytes))
  const signInCode = keyFor('sign-in-code', HMAC_KEY_BYTES)
  const firstKeys = keyFor('first-endpoint-key', HMAC_KEY_BYTES)
  return {
    claims: createEndpointTokens('claim', keyFor('claim', HMAC_KEY_BYTES)),
    declines: createEndpointTokens('disown', keyFor('disown', HMAC_KEY_BYTES)),
    mailStops: createEndpointTokens('mail-stop', keyFor('mail-stop', HMAC_KEY_BYTES)),
    destinations: createDestinationTokens(keyFor('destination', HMAC_KEY_BYTES)),
    signIns: createRowTokens(
      'sign-in',
      createPermutation(keyFor('sign-in-id', AES_KEY_BYTES)),
      keyFor('sign-in', HMAC_KEY_BYTES),
    ),
    getSignInCode: (key: number) => toBase32(truncatedHmac(signInCode, `sign-in-code:v1:${key}`, CODE_BYTES)),
    /** Returns the source of bytes of the first key of an endpoint. */
    createFirstKeyBytes: (kind: KeyedKind, endpointId: string) =>
      createByteSource(firstKeys, `${kind}:v1:${endpointId}`),
    fingerprint: keyFor('link-secret-mark', FINGERPRINT_BYTES).toString('base64url'),
  }
}

/** Creates a source of bytes derived from a key and a text; the same inputs always produce the same bytes. */
function createByteSource(key: Buffer, text: string): (count: number) => Buffer {
  let block = 0
  return (count) => {
    block += 1
    return Buffer.from(hkdfSync('sha256', key, '', `${text}:${block}`, count))
  }
}
