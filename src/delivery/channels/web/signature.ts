import { createHmac } from 'node:crypto'
import { SECOND } from '../../../domain/time.ts'

const SECRET_PREFIX = 'whsec_'

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
