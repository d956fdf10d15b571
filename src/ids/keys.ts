import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyedKind } from '../domain/endpoints/kind.ts'
import { KINDS } from '../domain/endpoints/kinds.ts'
import type { Keys, RowKind } from '../domain/keys.ts'
import { normalizeDigits, toBase32 } from './base32.ts'
import { getKeyId, type KeyPrefix, newKeyText } from './key-format.ts'
import { createIdCodec, createPermutation } from './row-ids.ts'
import {
  createDestinationTokens,
  createEndpointTokens,
  createRowTokens,
  DESTINATION_PREFIX,
  truncatedHmac,
} from './tokens.ts'

const SUBMISSION_PREFIX = 'sub_'
const NOTICE_PREFIX = 'not_'
/** Random bytes of an endpoint or destination id: 80 bits, 16 base32 digits. */
const RANDOM_ID_BYTES = 10
/** 128 bits of a keyed hash distinguish addresses and mailboxes. */
const HASH_BYTES = 16
/** 256 bits. */
const SESSION_SECRET_BYTES = 32
/** 40 bits: 8 base32 digits that a person can type. */
const CODE_BYTES = 5
const AES_KEY_BYTES = 16
const HMAC_KEY_BYTES = 32

const ROW_PREFIXES: Readonly<Record<RowKind, string>> = {
  session: 'ses_',
  api_key: 'key_',
  endpoint_key: 'key_',
  delivery: 'del_',
  cursor: 'cur_',
  event: 'evt_',
  message: 'msg_',
}

const API_KEY_PREFIX: KeyPrefix = 'ak_'

/**
 * Derives all keys from the secret of the instance, one per purpose (HKDF, RFC 5869). The same secret always produces the
 * same ids, tokens and hashes.
 */
export function createKeys(secret: Buffer | string): Keys {
  const keyFor = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `formslot:${purpose}:v1`, bytes))

  const submissionIds = createIdCodec(SUBMISSION_PREFIX, keyFor('submission-id', AES_KEY_BYTES))
  const rowIds = {
    session: createIdCodec(ROW_PREFIXES.session, keyFor('session-id', AES_KEY_BYTES)),
    api_key: createIdCodec(ROW_PREFIXES.api_key, keyFor('api-key-id', AES_KEY_BYTES)),
    delivery: createIdCodec(ROW_PREFIXES.delivery, keyFor('delivery-id', AES_KEY_BYTES)),
    cursor: createIdCodec(ROW_PREFIXES.cursor, keyFor('cursor', AES_KEY_BYTES)),
    endpoint_key: createIdCodec(ROW_PREFIXES.endpoint_key, keyFor('endpoint-key-id', AES_KEY_BYTES)),
    event: createIdCodec(ROW_PREFIXES.event, keyFor('event-id', AES_KEY_BYTES)),
    message: createIdCodec(ROW_PREFIXES.message, keyFor('message-id', AES_KEY_BYTES)),
  }
  const notices = createIdCodec(NOTICE_PREFIX, keyFor('notice-id', AES_KEY_BYTES))
  const signIns = createRowTokens(
    'sign-in',
    createPermutation(keyFor('sign-in-id', AES_KEY_BYTES)),
    keyFor('sign-in', HMAC_KEY_BYTES),
  )
  const signInCode = keyFor('sign-in-code', HMAC_KEY_BYTES)
  const getCode = (key: number) => toBase32(truncatedHmac(signInCode, `sign-in-code:v1:${key}`, CODE_BYTES))
  const firstKeys = keyFor('first-endpoint-key', HMAC_KEY_BYTES)
  const claims = createEndpointTokens('claim', keyFor('claim', HMAC_KEY_BYTES))
  const declines = createEndpointTokens('disown', keyFor('disown', HMAC_KEY_BYTES))
  const destinations = createDestinationTokens(keyFor('destination', HMAC_KEY_BYTES))
  const mailStops = createEndpointTokens('mail-stop', keyFor('mail-stop', HMAC_KEY_BYTES))

  return {
    newEndpointId: (kind) => `${KINDS[kind].idPrefix}_${toBase32(randomBytes(RANDOM_ID_BYTES))}`,
    newIdempotencyKey: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    newLease: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    submissionId: submissionIds.make,
    submissionKey: submissionIds.read,
    rowId: (kind, key) => rowIds[kind].make(key),
    rowKey: (kind, id) => rowIds[kind].read(id),
    newSessionSecret: () => randomBytes(SESSION_SECRET_BYTES).toString('base64url'),
    newApiKey() {
      const { id, text } = newKeyText(API_KEY_PREFIX, randomBytes)
      return { id, apiKey: text }
    },
    parseApiKeyId: (apiKey) => getKeyId(API_KEY_PREFIX, apiKey),
    newEndpointKey: (kind) => endpointKey(kind, randomBytes),
    firstEndpointKey: (kind, endpointId) =>
      endpointKey(kind, createByteSource(firstKeys, `${kind}:v1:${endpointId}`)),
    parseEndpointKeyId: (kind, key) => getKeyId(getKeyPrefix(kind), key),
    secretHash,
    matchesSecretHash: (secret, hash) => timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(hash)),
    claimToken: claims.make,
    verifyClaimToken: claims.verify,
    declineToken: declines.make,
    verifyDeclineToken: declines.verify,
    mailStopToken: mailStops.make,
    verifyMailStopToken: mailStops.verify,
    newDestinationId: () => DESTINATION_PREFIX + toBase32(randomBytes(RANDOM_ID_BYTES)),
    destinationToken: destinations.make,
    verifyDestinationToken: destinations.verify,
    signInToken: signIns.make,
    verifySignInToken: signIns.verify,
    signInCode: getCode,
    isSignInCode(key, typed) {
      const given = Buffer.from(normalizeDigits(typed))
      const right = Buffer.from(getCode(key))
      return given.length === right.length && timingSafeEqual(given, right)
    },
    noticeId: notices.make,
    addressKey: createHmac128(keyFor('client-address', HMAC_KEY_BYTES)),
    mailboxKey: createHmac128(keyFor('mailbox', HMAC_KEY_BYTES)),
    hmacIdempotencyKey: createHmac128(keyFor('idempotency', HMAC_KEY_BYTES)),
    hmacSecret: keyFor('mark', HASH_BYTES).toString('base64url'),
  }
}

/** Hashes without a key: a reader of the database cannot reverse it, because the secrets have too many bits to guess. */
function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function endpointKey(
  kind: KeyedKind,
  nextBytes: (count: number) => Buffer,
): { id: string; endpointKey: string } {
  const { id, text } = newKeyText(getKeyPrefix(kind), nextBytes)
  return { id, endpointKey: text }
}

function getKeyPrefix(kind: KeyedKind): KeyPrefix {
  return `${KINDS[kind].idPrefix}k_`
}

/** Creates a source of bytes derived from a key and a text; the same inputs always produce the same bytes. */
function createByteSource(key: Buffer, text: string): (count: number) => Buffer {
  let block = 0
  return (count) => {
    block += 1
    return Buffer.from(hkdfSync('sha256', key, '', `${text}:${block}`, count))
  }
}

function createHmac128(key: Buffer): (text: string) => string {
  return (text) => truncatedHmac(key, text, HASH_BYTES).toString('base64url')
}
