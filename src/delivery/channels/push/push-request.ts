import type { PushedMessage, PushTarget } from '../../../domain/queues/push.ts'
import type { EgressRequest } from '../../egress/egress.ts'
import { signatureHeaders } from '../web/signature.ts'

/** A request with a message, without the limits of its sender. */
export type PushRequest = Pick<EgressRequest, 'url' | 'method' | 'headers'> & { body: Buffer }

/**
 * Composes the request that posts a message: JSON as it was published, digit for digit, or a text, with the id of the message,
 * which is the same for all attempts.
 */
export function composePush(
  { address, endpointId, secrets }: PushTarget,
  { id, attempt, type, text, isTest }: PushedMessage,
  { userAgent, now }: { userAgent: string; now: Date },
): PushRequest {
  const body = Buffer.from(type === 'text' ? JSON.parse(text) : text)
  return {
    url: address,
    method: 'POST',
    headers: {
      'content-type': type === 'text' ? 'text/plain; charset=utf-8' : 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders({ id, body, secrets, now }),
      'formslot-attempt': String(attempt),
      'formslot-queue': endpointId,
      ...(isTest ? { 'formslot-test': 'true' } : {}),
    },
    body,
  }
}
