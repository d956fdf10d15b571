import { createHmac, randomBytes } from 'node:crypto'
import { SECOND } from '../../../domain/time.ts'

/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32
const SECRET_PREFIX = 'whsec_'

/** Creates a signing secret, which its owner is shown once: `whsec_…`. */
export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * Returns the headers that let the receiver verify who sent a body and when (Standard Webhooks 1.0.0, symmetric signatures).
 *
 * @param request.id the same for every attempt of a delivery; without a full stop
 * @param request.secrets all that are valid now, the newest first: the receiver may know any of them
 */
export function signatureHeaders(request: {
  id: string
  body: Buffer
  secrets: readonly string[]
  now: Date
}): Record<string, string> {
  const { id, body, secrets, now } = request
  const timestamp = String(Math.floor(now.getTime() / SECOND))
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
