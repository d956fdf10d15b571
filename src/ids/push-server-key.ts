import { createECDH, hkdfSync } from 'node:crypto'
import type { PushServerKey } from '../domain/devices/device.ts'

/** Order of the group of P-256 (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const KEY_BYTES = 32
/** 128 bits more than the order has, so that the remainder is as good as random (FIPS 186-5, A.2.1). */
const DERIVED_BYTES = 48

/** Derives the key that identifies this instance to push services from its link secret, so that it is stored nowhere. */
export function derivePushServerKey(secret: Buffer | string): PushServerKey {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'formslot:push-server:v1', DERIVED_BYTES))
  const scalar = (BigInt(`0x${derived.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
