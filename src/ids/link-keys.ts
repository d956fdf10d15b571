import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyedKind } from '../domain/endpoints/kind.ts'
import { createBounceTokens } from './bounce-tokens.ts'
import { createFileTokens } from './file-links.ts'
import { createPermutation, createRowTokens } from './row-ids.ts'
import {
  createDestinationTokens,
  createEndpointTokens,
  createPublicLinkTokens,
  createReceiptTokens,
  SUBMISSION_PREFIX,
  toBase32,
  truncatedHmac,
} from './tokens.ts'

const AES_KEY_BYTES = 16
const HMAC_KEY_BYTES = 32
/** 128 random bits, then an HMAC of 128 bits: as long as all other secrets in cookies. */
const BROWSER_NONCE_BYTES = 16
const BROWSER_HMAC_BYTES = 16
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
  const knownBrowser = keyFor('known-browser', HMAC_KEY_BYTES)
  const firstKeys = keyFor('first-endpoint-key', HMAC_KEY_BYTES)

  function makeBrowserSecret(nonce: Buffer, mailboxKey: string): string {
    const text = `known-browser:v1:${nonce.toString('base64url')}:${mailboxKey}`
    const hmac = truncatedHmac(knownBrowser, text, BROWSER_HMAC_BYTES)
    return Buffer.concat([nonce, hmac]).toString('base64url')
  }

  return {
    claims: createEndpointTokens('claim', keyFor('claim', HMAC_KEY_BYTES)),
    declines: createEndpointTokens('disown', keyFor('disown', HMAC_KEY_BYTES)),
    mailStops: createEndpointTokens('mail-stop', keyFor('mail-stop', HMAC_KEY_BYTES)),
    snoozes: createEndpointTokens('snooze', keyFor('snooze', HMAC_KEY_BYTES)),
    creators: createEndpointTokens('creator', keyFor('creator', HMAC_KEY_BYTES)),
    destinations: createDestinationTokens(keyFor('destination', HMAC_KEY_BYTES)),
    publicLinks: createPublicLinkTokens('public-link', keyFor('public-link', HMAC_KEY_BYTES)),
    badges: createPublicLinkTokens('badge', keyFor('badge', HMAC_KEY_BYTES)),
    receipts: createReceiptTokens(SUBMISSION_PREFIX, keyFor('receipt', HMAC_KEY_BYTES)),
    files: createFileTokens(keyFor('file-link-id', AES_KEY_BYTES), keyFor('file-link', HMAC_KEY_BYTES)),
    bounces: createBounceTokens(keyFor('bounce-key', HMAC_KEY_BYTES), keyFor('bounce', HMAC_KEY_BYTES)),
    signIns: createRowTokens(
      'sign-in',
      createPermutation(keyFor('sign-in-id', AES_KEY_BYTES)),
      keyFor('sign-in', HMAC_KEY_BYTES),
    ),
    digests: createRowTokens(
      'spam-digest',
      createPermutation(keyFor('spam-digest-id', AES_KEY_BYTES)),
      keyFor('spam-digest', HMAC_KEY_BYTES),
    ),
    emailKeys: createRowTokens(
      'email-key',
      createPermutation(keyFor('email-key-id', AES_KEY_BYTES)),
      keyFor('email-key', HMAC_KEY_BYTES),
    ),
    handOvers: createRowTokens(
      'hand-over',
      createPermutation(keyFor('hand-over-id', AES_KEY_BYTES)),
      keyFor('hand-over', HMAC_KEY_BYTES),
    ),
    invitations: createRowTokens(
      'invitation',
      createPermutation(keyFor('invitation-id', AES_KEY_BYTES)),
      keyFor('invitation', HMAC_KEY_BYTES),
    ),
    getSignInCode: (key: number) => toBase32(truncatedHmac(signInCode, `sign-in-code:v1:${key}`, CODE_BYTES)),
    newBrowserSecret: (mailboxKey: string) => makeBrowserSecret(randomBytes(BROWSER_NONCE_BYTES), mailboxKey),
    isBrowserSecret(secret: string, mailboxKey: string): boolean {
      const nonce = Buffer.from(secret, 'base64url').subarray(0, BROWSER_NONCE_BYTES)
      const given = Buffer.from(secret)
      const right = Buffer.from(makeBrowserSecret(nonce, mailboxKey))
      return given.length === right.length && timingSafeEqual(given, right)
    },
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
