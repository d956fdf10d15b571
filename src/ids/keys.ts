import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyedKind } from '../domain/endpoints/kind.ts'
import { KINDS } from '../domain/endpoints/kinds.ts'
import type { Keys, NamedEndpoint, RowKind } from '../domain/keys.ts'
import { MAX_VISITORS_PER_ADDRESS, VISITOR_BITS } from '../domain/telemetry/visitor.ts'
import type { Clock } from '../domain/time.ts'
import { createChallenges } from './challenges.ts'
import { getKeyId, type KeyPrefix, newKeyText } from './key-format.ts'
import { createLinkKeys, type LinkKeys } from './link-keys.ts'
import { derivePushServerKey } from './push-server-key.ts'
import { createIdCodec } from './row-ids.ts'
import { createSealedSecrets } from './sealed-secrets.ts'
import {
  createConversationKeys,
  DESTINATION_PREFIX,
  normalizeDigits,
  SUBMISSION_PREFIX,
  toBase32,
  toBase32Digits,
  truncatedHmac,
} from './tokens.ts'

const NOTICE_PREFIX = 'not_'
const EVENT_PREFIX = 'evt_'
/** Digits of the place of an event in its batch. */
const EVENT_INDEX_DIGITS = 2
/** Random bytes of an endpoint or destination id: 80 bits, 16 base32 digits. */
const RANDOM_ID_BYTES = 10
/** 128 bits of a keyed hash distinguish addresses and mailboxes. */
const HASH_BYTES = 16
/** 64 bits. */
const WORD_HASH_BYTES = 8
/** 256 bits. */
const SESSION_SECRET_BYTES = 32
const SALT_BYTES = 32
const AES_KEY_BYTES = 16
const HMAC_KEY_BYTES = 32

const ROW_PREFIXES: Readonly<Record<RowKind, string>> = {
  session: 'ses_',
  api_key: 'key_',
  endpoint_key: 'key_',
  delivery: 'del_',
  cursor: 'cur_',
  message: 'msg_',
  audit: 'aud_',
  watch: 'wat_',
  annotation: 'ann_',
  file: 'fil_',
  device: 'dev_',
  member: 'mem_',
  label: 'lab_',
  view: 'vie_',
}

/** 128 bits: 26 digits of base32. */
const PLACE_BYTES = 16
const API_KEY_PREFIX: KeyPrefix = 'ak_'

/** Secrets from which the tokens of links are derived. */
type LinkSecrets = {
  current: Buffer | string
  /** The one before it, whose links are accepted until this date. */
  old: { secret: Buffer | string; until: Date } | null
  clock: Clock
}

/**
 * Derives all keys from the secret of the instance, one per purpose (HKDF, RFC 5869). The same secret always produces the
 * same ids and hashes: both are stored, by customers and in the database, so it is never rotated. Tokens, codes, first keys
 * and the keys of sealed secrets are derived from the link secret, which can be.
 *
 * @param links default: links are derived from the same secret
 */
export function createKeys(secret: Buffer | string, links?: LinkSecrets): Keys {
  const keyFor = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `formslot:${purpose}:v1`, bytes))

  const submissionIds = createIdCodec(SUBMISSION_PREFIX, keyFor('submission-id', AES_KEY_BYTES))
  const rowIds = createRowCodecs(keyFor)
  const eventBatches = createIdCodec(EVENT_PREFIX, keyFor('event-id', AES_KEY_BYTES))
  const challenges = createChallenges({
    challenge: keyFor('pow', HMAC_KEY_BYTES).toString('base64url'),
    solution: keyFor('pow-solution', HMAC_KEY_BYTES).toString('base64url'),
  })
  const receiptKey = keyFor('receipt-chance', HMAC_KEY_BYTES)
  const notices = createIdCodec(NOTICE_PREFIX, keyFor('notice-id', AES_KEY_BYTES))

  return {
    ...createLinkTokens(deriveLinkKeys(secret, links), submissionIds.read),
    ...createPushServerKeys(links?.current ?? secret, links?.old?.secret ?? null),
    ...createSealedSecrets({ current: links?.current ?? secret, old: links?.old?.secret ?? null }),
    newEndpointId: (kind) => `${KINDS[kind].idPrefix}_${toBase32(randomBytes(RANDOM_ID_BYTES))}`,
    newIdempotencyKey: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    newLease: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    submissionId: submissionIds.make,
    submissionKey: submissionIds.read,
    eventId: (batchKey, index) => eventBatches.make(batchKey) + toBase32Digits(index, EVENT_INDEX_DIGITS),
    rowId: (kind, key) => rowIds[kind].make(key),
    rowKey: (kind, id) => rowIds[kind].read(id),
    newSessionSecret: () => randomBytes(SESSION_SECRET_BYTES).toString('base64url'),
    newApiKey() {
      const { id, text } = newKeyText(API_KEY_PREFIX, randomBytes)
      return { id, apiKey: text }
    },
    parseApiKeyId: (apiKey) => getKeyId(API_KEY_PREFIX, apiKey),
    newEndpointKey: (kind) => endpointKey(kind, randomBytes),
    parseEndpointKeyId: (kind, key) => getKeyId(getKeyPrefix(kind), key),
    secretHash,
    matchesSecretHash: (secret, hash) => timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(hash)),
    newDestinationId: () => DESTINATION_PREFIX + toBase32(randomBytes(RANDOM_ID_BYTES)),
    newPublicLinkId: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    newFilePlace: () => toBase32(randomBytes(PLACE_BYTES)),
    newFilesId: () => toBase32(randomBytes(RANDOM_ID_BYTES)),
    receiptChance: (key) => truncatedHmac(receiptKey, String(key), 4).readUInt32BE() / 0xffffffff,
    newChallenge: challenges.newChallenge,
    checkSolution: challenges.checkSolution,
    noticeId: notices.make,
    addressKey: createHmac128(keyFor('client-address', HMAC_KEY_BYTES)),
    networkKey: createHmac128(keyFor('client-network', HMAC_KEY_BYTES)),
    spamWordHashes: createWordHashes(keyFor('spam-word', HMAC_KEY_BYTES)),
    newVisitorSalt: () => randomBytes(SALT_BYTES).toString('base64url'),
    visitorBit: createVisitorBits(keyFor('visitor', HMAC_KEY_BYTES)),
    mailboxKey: createHmac128(keyFor('mailbox', HMAC_KEY_BYTES)),
    conversationKey: createConversationKeys(keyFor('conversation', HMAC_KEY_BYTES)),
    hmacIdempotencyKey: createHmac128(keyFor('idempotency', HMAC_KEY_BYTES)),
    hmacSecret: keyFor('mark', HASH_BYTES).toString('base64url'),
  }
}

/** Link keys that are derived from the link secret, and those from the one before it. */
type DerivedLinkKeys = {
  current: LinkKeys
  old: LinkKeys | null
  /** Returns the link keys that are accepted now, the current ones first. */
  listAccepted(): readonly LinkKeys[]
}

function deriveLinkKeys(secret: Buffer | string, links: LinkSecrets | undefined): DerivedLinkKeys {
  const current = createLinkKeys(links?.current ?? secret)
  if (!links?.old) return { current, old: null, listAccepted: () => [current] }
  const { clock } = links
  const { until } = links.old
  const old = createLinkKeys(links.old.secret)
  return { current, old, listAccepted: () => (clock.now() < until ? [current, old] : [current]) }
}

/** Creates the part of the keys that changes with the link secret. */
function createLinkTokens(
  { current, old, listAccepted }: DerivedLinkKeys,
  readSubmissionId: Keys['submissionKey'],
) {
  function verify<Named>(read: (keys: LinkKeys) => Named | null): Named | null {
    for (const keys of listAccepted()) {
      const named = read(keys)
      if (named !== null) return named
    }
    return null
  }

  return {
    firstEndpointKeys: (kind, endpointId) => {
      const derive = (keys: LinkKeys) => endpointKey(kind, keys.createFirstKeyBytes(kind, endpointId))
      return old ? [derive(current), derive(old)] : [derive(current)]
    },
    claimToken: (id) => current.claims.make(firstOwned(id)),
    verifyClaimToken: (token) => verify((keys) => ofFirstOwner(keys.claims.verify(token))),
    declineToken: (id) => current.declines.make(firstOwned(id)),
    verifyDeclineToken: (token) => verify((keys) => ofFirstOwner(keys.declines.verify(token))),
    creatorToken: (id) => current.creators.make(firstOwned(id)),
    verifyCreatorToken: (token) => verify((keys) => ofFirstOwner(keys.creators.verify(token))),
    mailStopToken: current.mailStops.make,
    verifyMailStopToken: (token) => verify((keys) => keys.mailStops.verify(token)),
    snoozeToken: current.snoozes.make,
    verifySnoozeToken: (token) => verify((keys) => keys.snoozes.verify(token)),
    digestToken: current.digests.make,
    verifyDigestToken: (token) => verify((keys) => keys.digests.verify(token)),
    emailKeyToken: current.emailKeys.make,
    verifyEmailKeyToken: (token) => verify((keys) => keys.emailKeys.verify(token)),
    handOverToken: current.handOvers.make,
    verifyHandOverToken: (token) => verify((keys) => keys.handOvers.verify(token)),
    invitationToken: current.invitations.make,
    verifyInvitationToken: (token) => verify((keys) => keys.invitations.verify(token)),
    destinationToken: current.destinations.make,
    verifyDestinationToken: (token) => verify((keys) => keys.destinations.verify(token)),
    publicLinkToken: current.publicLinks.make,
    verifyPublicLinkToken: (token) => verify((keys) => keys.publicLinks.verify(token)),
    badgeToken: current.badges.make,
    verifyBadgeToken: (token) => verify((keys) => keys.badges.verify(token)),
    receiptToken: current.receipts.make,
    verifyReceiptToken(token) {
      const submissionId = verify((keys) => keys.receipts.verify(token))
      return submissionId === null ? null : readSubmissionId(submissionId)
    },
    fileToken: current.files.make,
    verifyFileToken: (token) => verify((keys) => keys.files.verify(token)),
    bounceToken: current.bounces.make,
    verifyBounceToken: (token) => verify((keys) => keys.bounces.verify(token)),
    signInToken: current.signIns.make,
    verifySignInToken: (token) => verify((keys) => keys.signIns.verify(token)),
    signInCode: current.getSignInCode,
    isSignInCode: (key, typed) => listAccepted().some((keys) => isSameCode(keys.getSignInCode(key), typed)),
    newBrowserSecret: current.newBrowserSecret,
    isBrowserSecret: ({ secret, mailboxKey }) =>
      listAccepted().some((keys) => keys.isBrowserSecret(secret, mailboxKey)),
    linkFingerprints: { current: current.fingerprint, old: old?.fingerprint ?? null },
  } satisfies Partial<Keys>
}

/** Creates the keys for push services, which are derived when they are first needed. */
function createPushServerKeys(
  secret: Buffer | string,
  oldSecret: Buffer | string | null,
): Pick<Keys, 'pushServerKeys'> {
  let keys: ReturnType<Keys['pushServerKeys']> | null = null
  return {
    pushServerKeys() {
      keys ??= {
        current: derivePushServerKey(secret),
        old: oldSecret === null ? null : derivePushServerKey(oldSecret),
      }
      return keys
    },
  }
}

function createRowCodecs(
  keyFor: (purpose: string, bytes: number) => Buffer,
): Record<RowKind, ReturnType<typeof createIdCodec>> {
  return {
    session: createIdCodec(ROW_PREFIXES.session, keyFor('session-id', AES_KEY_BYTES)),
    api_key: createIdCodec(ROW_PREFIXES.api_key, keyFor('api-key-id', AES_KEY_BYTES)),
    delivery: createIdCodec(ROW_PREFIXES.delivery, keyFor('delivery-id', AES_KEY_BYTES)),
    cursor: createIdCodec(ROW_PREFIXES.cursor, keyFor('cursor', AES_KEY_BYTES)),
    endpoint_key: createIdCodec(ROW_PREFIXES.endpoint_key, keyFor('endpoint-key-id', AES_KEY_BYTES)),
    message: createIdCodec(ROW_PREFIXES.message, keyFor('message-id', AES_KEY_BYTES)),
    audit: createIdCodec(ROW_PREFIXES.audit, keyFor('audit-id', AES_KEY_BYTES)),
    watch: createIdCodec(ROW_PREFIXES.watch, keyFor('watch-id', AES_KEY_BYTES)),
    annotation: createIdCodec(ROW_PREFIXES.annotation, keyFor('annotation-id', AES_KEY_BYTES)),
    file: createIdCodec(ROW_PREFIXES.file, keyFor('file-id', AES_KEY_BYTES)),
    device: createIdCodec(ROW_PREFIXES.device, keyFor('device-id', AES_KEY_BYTES)),
    member: createIdCodec(ROW_PREFIXES.member, keyFor('member-id', AES_KEY_BYTES)),
    label: createIdCodec(ROW_PREFIXES.label, keyFor('label-id', AES_KEY_BYTES)),
    view: createIdCodec(ROW_PREFIXES.view, keyFor('view-id', AES_KEY_BYTES)),
  }
}

function isSameCode(code: string, typed: string): boolean {
  const right = Buffer.from(code)
  const given = Buffer.from(normalizeDigits(typed))
  return given.length === right.length && timingSafeEqual(given, right)
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

/** Hashes of words are read with those of the same account alone, so 64 bits tell them apart. */
function createWordHashes(key: Buffer): Keys['spamWordHashes'] {
  return (accountKey, words) =>
    words.map((word) => truncatedHmac(key, `${accountKey} ${word}`, WORD_HASH_BYTES).toString('base64url'))
}

function createHmac128(key: Buffer): (text: string) => string {
  return (text) => truncatedHmac(key, text, HASH_BYTES).toString('base64url')
}

/** Creates `Keys.visitorBit`: without the key, nobody who reads the salt in the database can try addresses. */
function createVisitorBits(key: Buffer): Keys['visitorBit'] {
  const hash = (parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().readUInt32BE()

  return ({ salt, endpointId, address, userAgent }) => {
    const agent = hash([salt, endpointId, address, userAgent]) % MAX_VISITORS_PER_ADDRESS
    return hash([salt, endpointId, address, agent]) % VISITOR_BITS
  }
}

function firstOwned(id: string): NamedEndpoint {
  return { id, handedOverAt: null }
}

/** Links of a claim and a decline belong to the first owner of an endpoint. */
function ofFirstOwner(named: NamedEndpoint | null): string | null {
  return named === null || named.handedOverAt !== null ? null : named.id
}
