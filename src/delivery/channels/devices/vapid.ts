import { createPrivateKey, sign } from 'node:crypto'
import type { PushServerKey } from '../../../domain/devices/device.ts'
import { HOUR, SECOND } from '../../../domain/time.ts'

/** Time for which a token is valid; push services take at most a day (RFC 8292, 2). */
const TOKEN_MS = 12 * HOUR
const COORDINATE_BYTES = 32

/**
 * Returns the Authorization header by which a push service knows this instance (VAPID, RFC 8292): a token for its origin that is
 * signed with the key that the browser subscribed with.
 *
 * @param about.contact `https:` or `mailto:` URI of the operator
 */
export function composeAuthorization(
  serverKey: PushServerKey,
  { address, contact, now }: { address: string; contact: string; now: Date },
): string {
  const exp = Math.floor((now.getTime() + TOKEN_MS) / SECOND)
  const claims = { aud: new URL(address).origin, exp, sub: contact }
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims].map(toBase64Url).join('.')
  const signature = sign('sha256', Buffer.from(unsigned), {
    key: toPrivateKey(serverKey),
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${serverKey.publicKey}`
}

function toPrivateKey({ publicKey, privateKey }: PushServerKey) {
  const point = Buffer.from(publicKey, 'base64url').subarray(1)
  const x = point.subarray(0, COORDINATE_BYTES).toString('base64url')
  const y = point.subarray(COORDINATE_BYTES).toString('base64url')
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y } })
}

function toBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
