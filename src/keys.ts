import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { asDigits, fromBase32, toBase32 } from './base32.ts'
import type { KeyedKind, Keys, RowKind } from './domain/keys.ts'
import { KINDS } from './domain/kinds.ts'
import { idOfKeyText, type KeyPrefix, newKeyText } from './key-text.ts'

const SUBMISSION_PREFIX = 'sub_'
const NOTICE_PREFIX = 'not_'
const DESTINATION_PREFIX = 'dst_'
/** Of form ids and ids of destinations; 80 bits: 16 digits of base32. */
const RANDOM_ID_BYTES = 10
/** 160 bits: 32 digits of base32. */
const TOKEN_MARK_BYTES = 20
/** 128 bits of a keyed hash tell addresses and mailboxes apart. */
const HASH_BYTES = 16
/** 256 bits. */
const SESSION_SECRET_BYTES = 32
/** 40 bits: 8 digits of base32, that a person can type. */
const CODE_BYTES = 5
const AES_KEY_BYTES = 16
const HMAC_KEY_BYTES = 32
/** A submission id is one AES block: this many zero bytes, which show that the id is ours, and the key. */
const CHECK_BYTES = 8
const BLOCK_BYTES = 16

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
const ENDPOINT_KEY_PREFIXES: Readonly<Record<KeyedKind, KeyPrefix>> = { telemetry: 'tk_', queue: 'qk_' }

/** Tokens of forms begin with the digits of the id; those of other kinds with its letter, which says which. */
const ENDPOINT_ID = /^(?:f|([tq]))_([0-9a-hjkmnp-tv-z]{16})$/
/** The key of a row, sealed, and its mark. */
const ROW_TOKEN = /^([0-9a-hjkmnp-tv-z]{26})[0-9a-hjkmnp-tv-z]{32}$/
const FORM_ID = /^f_([0-9a-hjkmnp-tv-z]{16})$/
const DESTINATION_ID = /^dst_([0-9a-hjkmnp-tv-z]{16})$/
/** The digits of the form's id, those of the destination's id, the mark. */
const DESTINATION_TOKEN = /^([0-9a-hjkmnp-tv-z]{16})([0-9a-hjkmnp-tv-z]{16})[0-9a-hjkmnp-tv-z]{32}$/
const TOKEN = /^([tq]?)([0-9a-hjkmnp-tv-z]{16})[0-9a-hjkmnp-tv-z]{32}$/

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
    newEndpointId: (kind) => `${KINDS[kind].letter}_${toBase32(randomBytes(RANDOM_ID_BYTES))}`,
    newOnceKey: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    submissionId: submissionIds.make,
    submissionKey: submissionIds.read,
    rowId: (kind, key) => rowIds[kind].make(key),
    rowKey: (kind, id) => rowIds[kind].read(id),
    newSessionSecret: () => randomBytes(SESSION_SECRET_BYTES).toString('base64url'),
    newApiKey() {
      const { id, text } = newKeyText(API_KEY_PREFIX, randomBytes)
      return { id, apiKey: text }
    },
    idOfApiKey: (apiKey) => idOfKeyText(API_KEY_PREFIX, apiKey),
    newEndpointKey: (kind) => endpointKey(kind, randomBytes),
    firstEndpointKey: (kind, endpointId) =>
      endpointKey(kind, bytesFrom(firstKeys, `${kind}:v1:${endpointId}`)),
    idOfEndpointKey: (kind, key) => idOfKeyText(ENDPOINT_KEY_PREFIXES[kind], key),
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
    onceMark: makeHash(keyFor('idempotency', HMAC_KEY_BYTES)),
    secretMark: keyFor('mark', HASH_BYTES).toString('base64url'),
  }
}

/** Public ids of the rows of one kind. */
function makeIds(
  prefix: string,
  key: Buffer,
): { make(row: number): string; read(id: string): number | null } {
  const { seal, open } = makePermutation(key)
  return {
    make: (row) => prefix + toBase32(seal(row)),
    read: (id) => (id.startsWith(prefix) ? open(id.slice(prefix.length)) : null),
  }
}

/** Without a key: who may read the database must not gain a secret, and these have too many bits to be guessed. */
function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
/** Row keys and blocks. */
type Permutation = { seal(row: number): Buffer; open(text: string): number | null }

/** Keys of rows as blocks that betray neither order nor number. ECB of a single block is a permutation, nothing more. */
function makePermutation(key: Buffer): Permutation {
  // One object serves for all blocks: without padding, `update` answers each whole block at once.
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return {
    seal(row) {
      if (!Number.isSafeInteger(row) || row < 1) throw new RangeError(`${row} is not the key of a row`)
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

/** Tokens for one purpose: the digits of the endpoint's id, then its mark. */
function makeTokens(
  purpose: string,
  key: Buffer,
): { make(formId: string): string; verify(token: string): string | null } {
  function make(endpointId: string): string {
    const [, letter = '', digits] = ENDPOINT_ID.exec(endpointId) ?? []
    if (digits === undefined) throw new RangeError('a token is made of the id of an endpoint')
    return letter + digits + toBase32(markOf(key, `${purpose}:v1:${endpointId}`, TOKEN_MARK_BYTES))
  }

  function verify(token: string): string | null {
    const [, letter, digits] = TOKEN.exec(token) ?? []
    if (digits === undefined) return null
    const endpointId = `${letter || KINDS.form.letter}_${digits}`
    return timingSafeEqual(Buffer.from(make(endpointId)), Buffer.from(token)) ? endpointId : null
  }

  return { make, verify }
}

/** Tokens for rows: the key of the row, sealed, then its mark. */
function makeRowTokens(
  purpose: string,
  rows: Permutation,
  key: Buffer,
): { make(row: number): string; verify(token: string): number | null } {
  function make(row: number): string {
    return toBase32(rows.seal(row)) + toBase32(markOf(key, `${purpose}:v1:${row}`, TOKEN_MARK_BYTES))
  }

  function verify(token: string): number | null {
    const row = rows.open(ROW_TOKEN.exec(token)?.[1] ?? '')
    if (row === null) return null
    return timingSafeEqual(Buffer.from(make(row)), Buffer.from(token)) ? row : null
  }

  return { make, verify }
}

function makeDestinationTokens(key: Buffer): {
  make(destination: { formId: string; id: string }): string
  verify(token: string): { formId: string; id: string } | null
} {
  function make({ formId, id }: { formId: string; id: string }): string {
    const digits = [FORM_ID.exec(formId)?.[1], DESTINATION_ID.exec(id)?.[1]]
    if (digits.includes(undefined))
      throw new RangeError('a token is made of the ids of a form and a destination')
    return digits.join('') + toBase32(markOf(key, `destination:v1:${formId}:${id}`, TOKEN_MARK_BYTES))
  }

  function verify(token: string): { formId: string; id: string } | null {
    const [, form, destination] = DESTINATION_TOKEN.exec(token) ?? []
    if (form === undefined || destination === undefined) return null
    const named = { formId: `${KINDS.form.letter}_${form}`, id: DESTINATION_PREFIX + destination }
    return timingSafeEqual(Buffer.from(make(named)), Buffer.from(token)) ? named : null
  }

  return { make, verify }
}

function markOf(key: Buffer, text: string, bytes: number): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes)
}

function endpointKey(
  kind: KeyedKind,
  nextBytes: (count: number) => Buffer,
): { id: string; endpointKey: string } {
  const { id, text } = newKeyText(ENDPOINT_KEY_PREFIXES[kind], nextBytes)
  return { id, endpointKey: text }
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
