import { type Config, enums, type Key, config as openpgpConfig, readKeys, type Subkey } from 'openpgp'
import {
  type EmailKeyFault,
  type EmailKeyReading,
  MAX_EMAIL_KEY_BYTES,
  MAX_RSA_BITS,
  MIN_RSA_BITS,
} from '../../domain/accounts/email-key.ts'
import { later, SECOND } from '../../domain/time.ts'
import { keepGenuineSignatures } from './genuine-signatures.ts'

/** Beginning of an armored block, with the kind of its contents. */
const ARMOR = /-----BEGIN PGP ([A-Z ]+)-----/g
const PRIVATE = /PRIVATE|SECRET/
/** SHA-1 self-signatures can be forged, so they do not count. SHA-1 revocations do: they only take rights away. */
const STRICT: Config = {
  ...openpgpConfig,
  rejectHashAlgorithms: new Set([...openpgpConfig.rejectHashAlgorithms, enums.hash.sha1]),
}

/** Reads the one public key in a pasted text. The text is hostile input, so this runs in a thread with a time limit. */
export async function readPastedKey(text: string, now: Date): Promise<EmailKeyReading> {
  if (Buffer.byteLength(text) > MAX_EMAIL_KEY_BYTES) return refused('too_large')
  const blocks = [...text.matchAll(ARMOR)].map(([, label = '']) => label)
  if (blocks.some((label) => PRIVATE.test(label))) return refused('private_key')
  if (blocks.length > 1) return refused('several_keys')
  const keys = await parse(() => readKeys({ armoredKeys: text }))
  if (keys.length > 1) return refused(keys.some((key) => key.isPrivate()) ? 'private_key' : 'several_keys')
  const [key] = keys
  return key ? judge(key, now) : refused('not_a_key')
}

/**
 * Reads the key of an address in the binary answer of a key directory. Keys of other addresses are ignored, and so are keys that
 * cannot be used, if another one can.
 */
export async function readFoundKey(bytes: Uint8Array, address: string, now: Date): Promise<EmailKeyReading> {
  if (bytes.length > MAX_EMAIL_KEY_BYTES) return refused('too_large')
  const keys = (await parse(() => readKeys({ binaryKeys: bytes }))).filter((key) =>
    listAddresses(key).includes(address.toLowerCase()),
  )
  const readings = await Promise.all(keys.map((key) => judge(key, now)))
  const usable = readings.filter((reading) => reading.kind === 'key')
  if (usable.length > 1) return refused('several_keys')
  return usable[0] ?? readings[0] ?? refused('not_a_key')
}

async function parse(read: () => Promise<Key[]>): Promise<Key[]> {
  try {
    return await read()
  } catch {
    // It is not a key. The error may quote the text, which must not be logged.
    return []
  }
}

async function judge(key: Key, now: Date): Promise<EmailKeyReading> {
  if (key.isPrivate()) return refused('private_key')
  const long = findSizeFault(key)
  if (long) return refused(long)
  await keepGenuineSignatures(key)
  if (await key.isRevoked(undefined, undefined, now)) return refused('revoked')
  const strict = await findEncryptingPart(key, now, STRICT)
  const usual = await findEncryptingPart(key, now)
  // Otherwise, somebody who can forge SHA-1 signatures could have chosen the part that encrypts.
  if (!strict || strict.getKeyID().toHex() !== usual?.getKeyID().toHex()) {
    return refused(usual ? 'sha1' : await nameUselessness(key, now))
  }
  return {
    kind: 'key',
    key: {
      armored: toPlainKey(key).armor(),
      fingerprint: key.getFingerprint().toUpperCase(),
      algorithm: describeAlgorithm(strict),
      expiresAt: await findExpiry(key, now),
    },
  }
}

/** Finds a part of a wrong size. Sizes are checked before signatures, because long keys make signature checks slow. */
function findSizeFault(key: Key): EmailKeyFault | null {
  const sizes = key.getKeys().map((part) => part.getAlgorithmInfo())
  const rsa = sizes.flatMap(({ algorithm, bits = 0 }) => (algorithm.startsWith('rsa') ? [bits] : []))
  if (rsa.some((bits) => bits > MAX_RSA_BITS)) return 'rsa_too_long'
  if (rsa.some((bits) => bits < MIN_RSA_BITS)) return 'weak'
  const { algorithm } = key.getAlgorithmInfo()
  return algorithm === 'dsa' || algorithm.startsWith('elgamal') ? 'weak' : null
}

async function findEncryptingPart(key: Key, now: Date, config?: Config): Promise<Key | Subkey | null> {
  try {
    return await key.getEncryptionKey(undefined, now, undefined, config)
  } catch {
    return null
  }
}

/** Returns why nothing can be encrypted to a key: it is not valid yet, has expired, or never could encrypt. */
async function nameUselessness(key: Key, now: Date): Promise<EmailKeyFault> {
  if (key.getCreationTime() > now) return 'not_yet_valid'
  for (const end of await listEnds(key, now)) {
    if (end > now) continue
    if (await findEncryptingPart(key, later(end, -SECOND))) return 'expired'
  }
  return 'cannot_encrypt'
}

/** Finds when a key can first no longer encrypt, from now on; null if never. */
async function findExpiry(key: Key, now: Date): Promise<Date | null> {
  for (const end of await listEnds(key, now)) {
    if (end > now && !(await findEncryptingPart(key, later(end, SECOND), STRICT))) return end
  }
  return null
}

/** Lists the times at which the key or a part of it expires, earliest first. */
async function listEnds(key: Key, now: Date): Promise<Date[]> {
  const ends = await Promise.all([
    key.getExpirationTime(),
    ...key.subkeys.map((subkey) => subkey.getExpirationTime(now).catch(() => null)),
  ])
  return ends.filter((end) => end instanceof Date).sort((one, other) => one.getTime() - other.getTime())
}

function listAddresses(key: Key): string[] {
  return key.users.flatMap(({ userID }) => (userID?.email ? [userID.email.toLowerCase()] : []))
}

function describeAlgorithm(part: Key | Subkey): string {
  const { algorithm, bits, curve } = part.getAlgorithmInfo()
  if (bits !== undefined) return `${algorithm.startsWith('rsa') ? 'RSA' : algorithm} ${bits}`
  const name = curve ?? algorithm
  return name.replace(/Legacy$/, '')
}

/** Removes what encryption does not need: photos and other people's signatures, which may be large or embarrassing. */
function toPlainKey(key: Key): Key {
  const plain = key.toPublic()
  plain.users = plain.users.filter((user) => user.userID)
  for (const user of plain.users) user.otherCertifications = []
  return plain
}

function refused(fault: EmailKeyFault): EmailKeyReading {
  return { kind: 'refused', fault }
}
