import { IDLE_DAYS } from '../../../domain/endpoint.ts'
import { QUEUE } from '../../../domain/kinds/queue.ts'
import type { HttpParts } from '../../parts.ts'
import { EXAMPLE_RECIPIENT, exampleAnswers, exampleRefusal } from '../examples.ts'
import { EXAMPLE_QUEUE_ID } from '../queue-examples.ts'
import { json, type NamedOperation, operation, refusals } from './answers.ts'
import { headers } from './components.ts'
import { createOperation } from './form-operations.ts'
import { QUEUE_ID } from './parameters.ts'

export const QUEUE_TAG_NAME = 'queue'
/** A key of the queue, or one of its owner. */
export const QUEUE_KEY: NonNullable<NamedOperation['security']> = [{ queueKey: [] }, { key: [] }]

/** `POST /q/new`. */
export function queueCreation(parts: Pick<HttpParts, 'base' | 'terms' | 'submitPerMinute'>): NamedOperation {
  const form = createOperation(parts)
  const { 303: _page, ...responses } = form.responses
  const url = `${parts.base}/q/${EXAMPLE_QUEUE_ID}`
  const example = {
    queue_url: url,
    queue_id: EXAMPLE_QUEUE_ID,
    api_key: 'qk_…',
    unclaimed: true,
    claim_note:
      'Unclaimed: with the first message the recipient gets a letter with a one-click claim link. …',
    status_url: `${url}/status`,
    expires_at: '2026-12-20T10:00:00.000Z',
    limits: { lifetime_messages: QUEUE.unclaimedCap, idle_days: IDLE_DAYS },
  }
  const created = json('The queue is live. The key is shown this once.', {
    schema: 'CreatedQueue',
    example,
    headers: ['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'],
  })
  return {
    ...form,
    tags: [QUEUE_TAG_NAME],
    operationId: 'createQueue',
    summary: 'Create a queue.',
    description: `As \`POST /new\`, with which it shares its budget; \`${EXAMPLE_RECIPIENT}\` can claim it.`,
    responses: {
      ...responses,
      201: { ...created, headers: { ...created.headers, ...headers(['Request-Id']) } },
    },
  }
}

/** `GET /q/{id}/status`. */
export function queueStatus(base: string): NamedOperation {
  const { form_id: _id, endpoint_url: _url, ...common } = exampleAnswers(base).status
  const url = `${base}/q/${EXAMPLE_QUEUE_ID}`
  const example = { ...common, queue_id: EXAMPLE_QUEUE_ID, queue_url: url }
  const unknown = { exists: false, claimed: false, active: false, ...exampleRefusal('endpoint_not_found') }
  return operation({
    tags: [QUEUE_TAG_NAME],
    security: [{}, ...QUEUE_KEY],
    operationId: 'probeQueue',
    summary: 'The claim-status probe; with a key also how much there is.',
    parameters: [QUEUE_ID],
    responses: {
      200: json('What anybody may know, and what the key may.', { schema: 'QueueStatus', example }),
      404: json('There is no such queue, or it is not that of the key.', {
        schema: 'UnknownEndpoint',
        example: unknown,
      }),
      ...refusals(['key_invalid', 'scope_missing'], { as: 'json' }),
    },
  })
}
