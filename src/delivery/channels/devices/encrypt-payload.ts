import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { PushSubscription } from '../../../domain/devices/device.ts'

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
const SECRET_BYTES = 32
/** Size of the only record: larger than each payload (RFC 8188, 2.1). */
const RECORD_BYTES = 4096
/** Ends the last record; zeros that hide its length may follow (RFC 8188, 2). */
const LAST_RECORD = 2
const PUBLIC_KEY_BYTES = 65
const AUTH_SECRET_BYTES = 16

/** Returns false for keys that no browser creates, with which nothing can be encrypted. */
export function areBrowserKeys({ publicKey, authSecret }: PushSubscription): boolean {
  if (Buffer.from(authSecret, 'base64url').length !== AUTH_SECRET_BYTES) return false
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== PUBLIC_KEY_BYTES) return false
  const pair = createECDH(CURVE)
  pair.generateKeys()
  try {
    pair.computeSecret(point)
    return true
  } catch {
    // Not a point of the curve.
    return false
  }
}

/**
 * Encrypts a payload to a browser with the content coding `aes128gcm` (RFC 8291), so that the push service cannot read it. It is
 * padded to `paddedBytes`, which hides its length.
 *
 * @param random.privateKey of a new pair of keys, 32 bytes
 * @param random.salt 16 bytes
 */
export function encryptPayload(
  payload: Buffer,
  { publicKey, authSecret }: Pick<PushSubscription, 'publicKey' | 'authSecret'>,
  { paddedBytes, random }: { paddedBytes: number; random: { privateKey: Buffer; salt: Buffer } },
): Buffer {
  const { privateKey, salt } = random
  const browserKey = Buffer.from(publicKey, 'base64url')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  const ownKey = pair.getPublicKey()
  // Section 3.4: the secret of the two pairs of keys, combined with the secret that browser and server share.
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const auth = Buffer.from(authSecret, 'base64url')
  const secret = derive(pair.computeSecret(browserKey), { salt: auth, info, bytes: SECRET_BYTES })
  const key = derive(secret, { salt, info: 'Content-Encoding: aes128gcm\0', bytes: KEY_BYTES })
  const nonce = derive(secret, { salt, info: 'Content-Encoding: nonce\0', bytes: NONCE_BYTES })
  const padding = Buffer.alloc(Math.max(0, paddedBytes - payload.length))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [
    cipher.update(Buffer.concat([payload, Buffer.from([LAST_RECORD]), padding])),
    cipher.final(),
  ]
  return Buffer.concat([composeHeader(salt, ownKey), ...sealed, cipher.getAuthTag()])
}

/** The salt, the size of a record, and our public key as the key id (RFC 8188, 2.1). */
function composeHeader(salt: Buffer, ownKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(ownKey.length, 4)
  return Buffer.concat([salt, sizes, ownKey])
}

function derive(
  secret: Buffer,
  { salt, info, bytes }: { salt: Buffer; info: Buffer | string; bytes: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

/** Sizes of what `encryptPayload` needs at random. */
export const RANDOM_BYTES = { privateKey: SECRET_BYTES, salt: SALT_BYTES }
