import type { Client } from './client.ts'
import { getToken } from './client-ledger.ts'
import { type PairedEndpoint, visitEndpointPair } from './endpoint-pair.ts'
import type { OpenQueues } from './queue-consumers.ts'

const REQUESTS_OF_SENDER = 2
const SHARE_BATCHES = 0.5
const MAX_MESSAGES = 6
/** Share of requests with an Idempotency-Key; other requests are not repeated. */
const SHARE_WITH_KEY = 0.7
const SHARE_DELAYED = 0.1

/** Creates queues, publishes single messages and batches, and claims some queues, which consumers read. */
export function visitWithMessages(client: Client, queues: OpenQueues): Promise<void> {
  async function putIn({ id, body }: PairedEndpoint): Promise<void> {
    for (let sent = 0; client.isHere() && sent < REQUESTS_OF_SENDER; sent += 1) {
      const token = getToken(client.number())
      const count = client.random() < SHARE_BATCHES ? 2 + Math.floor(client.random() * (MAX_MESSAGES - 1)) : 1
      const delay = client.random() < SHARE_DELAYED ? { delay_seconds: 1 } : {}
      await client.send(
        { operation: 'publish', token },
        {
          ...publication({ queueId: id, key: String(body.api_key), token, count, delay }),
          ...(client.random() < SHARE_WITH_KEY ? {} : { repeated: 'never' }),
        },
      )
    }
  }
  return visitEndpointPair(client, {
    path: '/q/new',
    began: ({ id, body }) => queues.add({ id, key: String(body.api_key) }),
    putIn,
  })
}

/** Builds a request that publishes messages, each with the token of the request, its index, and their number. */
export function publication(about: {
  queueId: string
  key: string
  token: string
  count: number
  delay?: { delay_seconds?: number }
}) {
  const { queueId, key, token, count, delay = {} } = about
  const bodies = Array.from({ length: count }, (_, n) => ({ token, n, of: count }))
  const place = `/q/${queueId}`
  const call =
    count === 1
      ? { path: delay.delay_seconds ? `${place}/messages` : place, json: bodies[0] }
      : { path: `${place}/messages/batch`, json: { messages: bodies.map((body) => ({ body })), ...delay } }
  const wrapped = call.path === `${place}/messages` ? { json: { body: bodies[0], ...delay } } : {}
  return { ...call, ...wrapped, bearer: key, idIn: publishedIn }
}

function publishedIn({ message_id, message_ids }: Record<string, unknown>): string {
  return Array.isArray(message_ids) ? message_ids.join(' ') : String(message_id)
}
