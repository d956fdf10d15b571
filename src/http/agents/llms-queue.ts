import { MOST_DELIVERIES } from '../../domain/queue.ts'

/** Queues in `/llms.txt`, in few words: the rest is in `/openapi.json`. */
export function queueSection(): string {
  return `## Queues

POST /q/new with a recipient tells queue_id and, once, api_key. With Authorization: Bearer api_key and JSON:

- POST /q/{queue_id}: the body is the message
- POST …/messages/pull {"batch_size":5,"wait_seconds":20}: messages, each with lease_id
- POST …/messages/ack {"acks":[{"lease_id":"…"}]}

Not acknowledged within 30 s: handed out again, ${MOST_DELIVERIES} times at most. Cloudflare's SDK works at /client/v4.`
}
