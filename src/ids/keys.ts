import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyedKind } from '../domain/endpoints/kind.ts'
import { KINDS } from '../domain/endpoints/kinds.ts'
import type { Keys, RowKind } from '../domain/keys.ts'
import { asDigits, toBase32 } from './base32.ts'
import { getKeyId, type KeyPrefix, newKeyText } from './key-format.ts'
import { makeIds, makePermutation } from './row-ids.ts'
import { DESTINATION_PREFIX, makeDestinationTokens, makeRowTokens, makeTokens, markOf } from './tokens.ts'

const SUBMISSION_PREFIX = 'sub_'
const NOTICE_PREFIX = 'not_'
/** Of the ids of endpoints and destinations; 80 bits: 16 digits of base32. */
const RANDOM_ID_BYTES = 10
/** 128 bits of a keyed hash tell addresses and mailboxes apart. */
const HASH_BYTES = 16
/** 256 bits. */
const SESSION_SECRET_BYTES = 32
/** 40 bits: 8 digits of base32, that a person can type. */
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
 * Everything that is derived from the instance's secret, each purpose under a key of its own (HKDF, RFC 5869).
 * The same secret makes the same ids, tokens and hashes for ever.
 */
export function makeKeys(secret: Buffer | string): Keys {
  const keyFor = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `formslot:${purpose}:v1`, bytes))

  const submissionIds = makeIds(SUBMISSION_PREFIX, keyFor('submission-id', AES_KEY_BYTES))
  const rowIds = {
    session: makeIds(ROW_PREFIXES.session, keyFor('session-id', AES_KEY_BYTES)),
    api_key: makeIds(ROW_PREFIXES.api_key, keyFor('api-key-id', AES_KEY_BYTES)),
    delivery: makeIds(ROW_PREFIXES.delivery, keyFor('delivery-id', AES_KEY_BYTES)),
    cursor: makeIds(ROW_PREFIXES.cursor, keyFor('cursor', AES_KEY_BYTES)),
    endpoint_key: makeIds(ROW_PREFIXES.endpoint_key, keyFor('endpoint-key-id', AES_KEY_BYTES)),
    event: makeIds(ROW_PREFIXES.event, keyFor('event-id', AES_KEY_BYTES)),
    message: makeIds(ROW_PREFIXES.message, keyFor('message-id', AES_KEY_BYTES)),
  }
  const notices = makeIds(NOTICE_PREFIX, keyFor('notice-id', AES_KEY_BYTES))
  const signIns = makeRowTokens(
    'sign-in',
    makePermutation(keyFor('sign-in-id', AES_KEY_BYTES)),
    keyFor('sign-in', HMAC_KEY_BYTES),
  )
  const signInCode = keyFor('sign-in-code', HMAC_KEY_BYTES)
  const codeOf = (key: number) => toBase32(markOf(signInCode, `sign-in-code:v1:${key}`, CODE_BYTES))
  const firstKeys = keyFor('first-endpoint-key', HMAC_KEY_BYTES)
  const claims = makeTokens('claim', keyFor('claim', HMAC_KEY_BYTES))
  const disowns = makeTokens('disown', keyFor('disown', HMAC_KEY_BYTES))
  const destinations = makeDestinationTokens(keyFor('destination', HMAC_KEY_BYTES))
  const mailStops = makeTokens('mail-stop', keyFor('mail-stop', HMAC_KEY_BYTES))

  return {
    newEndpointId: (kind) => `${KINDS[kind].idPrefix}_${toBase32(randomBytes(RANDOM_ID_BYTES))}`,
    newOnceKey: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
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
    idOfApiKey: (apiKey) => getKeyId(API_KEY_PREFIX, apiKey),
    newEndpointKey: (kind) => endpointKey(kind, randomBytes),
    firstEndpointKey: (kind, endpointId) =>
      endpointKey(kind, bytesFrom(firstKeys, `${kind}:v1:${endpointId}`)),
    idOfEndpointKey: (kind, key) => getKeyId(prefixOf(kind), key),
    secretHash,
    isSecretOf: (secret, hash) => timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(hash)),
    claimToken: claims.make,
    endpointIdOfClaimToken: claims.verify,
    disownToken: disowns.make,
    endpointIdOfDisownToken: disowns.verify,
    mailStopToken: mailStops.make,
    endpointIdOfMailStopToken: mailStops.verify,
    newDestinationId: () => DESTINATION_PREFIX + toBase32(randomBytes(RANDOM_ID_BYTES)),
    destinationToken: destinations.make,
    destinationOfToken: destinations.verify,
    signInToken: signIns.make,
    signInKeyOfToken: signIns.verify,
    signInCode: codeOf,
    isSignInCode(key, typed) {
      const given = Buffer.from(asDigits(typed))
      const right = Buffer.from(codeOf(key))
      return given.length === right.length && timingSafeEqual(given, right)
    },
    noticeId: notices.make,
    addressKey: makeHash(keyFor('client-address', HMAC_KEY_BYTES)),
    mailboxKey: makeHash(keyFor('mailbox', HMAC_KEY_BYTES)),
    hmacIdempotencyKey: makeHash(keyFor('idempotency', HMAC_KEY_BYTES)),
    hmacSecret: keyFor('mark', HASH_BYTES).toString('base64url'),
  }
}

/** Without a key: who may read the database must not gain a secret, and these have too many bits to be guessed. */
function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function endpointKey(
  kind: KeyedKind,
  nextBytes: (count: number) => Buffer,
): { id: string; endpointKey: string } {
  const { id, text } = newKeyText(prefixOf(kind), nextBytes)
  return { id, endpointKey: text }
}

function prefixOf(kind: KeyedKind): KeyPrefix {
  return `${KINDS[kind].idPrefix}k_`
}

/** Bytes that only this key makes of this text, the same ones each time it is asked anew. */
function bytesFrom(key: Buffer, text: string): (count: number) => Buffer {
  let block = 0
  return (count) => {
    block += 1
    return Buffer.from(hkdfSync('sha256', key, '', `${text}:${block}`, count))
  }
}

function makeHash(key: Buffer): (text: string) => string {
  return (text) => markOf(key, text, HASH_BYTES).toString('base64url')
}
