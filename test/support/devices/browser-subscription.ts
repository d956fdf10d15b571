import { randomBytes, webcrypto } from 'node:crypto'

const { subtle } = webcrypto
const P256 = { name: 'ECDH', namedCurve: 'P-256' }
const TAG_BITS = 128
const text = new TextEncoder()

/** A notification as a service worker reads it. */
export type Decrypted = { title: string; body: string; tag: string; path: string; unread: number | null }

/** The half of a push subscription that a browser keeps, with code that shares nothing with the product: WebCrypto alone. */
export async function createBrowserSubscription(endpoint: string) {
  const pair = await subtle.generateKey(P256, true, ['deriveBits'])
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const auth = randomBytes(16)
  return {
    /** As `PushSubscription.toJSON()` returns it. */
    json: {
      endpoint,
      keys: { p256dh: Buffer.from(publicKey).toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts the body of a push message (RFC 8291, RFC 8188). */
    decrypt: async (body: Buffer): Promise<{ shown: Decrypted; text: string; plainBytes: number }> => {
      const plain = await decryptBody(body, { privateKey: pair.privateKey, publicKey, auth })
      return { shown: JSON.parse(plain.text) as Decrypted, ...plain }
    },
  }
}

/** Decrypts one record with the keys of a browser. */
export async function decryptBody(
  body: Buffer,
  {
    privateKey,
    publicKey,
    auth,
  }: { privateKey: webcrypto.CryptoKey; publicKey: Uint8Array; auth: Uint8Array },
): Promise<{ text: string; plainBytes: number }> {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('there is more than one record')
  const imported = await subtle.importKey('raw', new Uint8Array(serverKey), P256, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: imported }, privateKey, 256)
  const info = Buffer.concat([text.encode('WebPush: info\0'), publicKey, serverKey])
  const secret = await hkdf(shared, { salt: auth, info, bits: 256 })
  const key = await hkdf(secret, { salt, info: text.encode('Content-Encoding: aes128gcm\0'), bits: 128 })
  const iv = await hkdf(secret, { salt, info: text.encode('Content-Encoding: nonce\0'), bits: 96 })
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const plain = Buffer.from(
    await subtle.decrypt({ name: 'AES-GCM', iv, tagLength: TAG_BITS }, aes, new Uint8Array(record)),
  )
  let end = plain.length - 1
  while (plain[end] === 0) end -= 1
  if (plain[end] !== 2) throw new Error('the last record has no delimiter')
  return { text: plain.subarray(0, end).toString('utf8'), plainBytes: plain.length }
}

async function hkdf(
  secret: ArrayBuffer,
  { salt, info, bits }: { salt: Uint8Array; info: Uint8Array; bits: number },
): Promise<ArrayBuffer> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const from = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) }
  return subtle.deriveBits(from, key, bits)
}
