/** Queues in `/llms.txt`, in few words: the rest is in `/openapi.json`. */
export const QUEUE_SECTION = `## Queues

POST /q/new tells queue_id and api_key, once. With Authorization: Bearer api_key: POST /q/{queue_id} (the body is the message), …/messages/pull {"wait_seconds":20} (messages with lease_id), …/messages/ack {"acks":[{"lease_id":"…"}]}. Cloudflare's SDK works at /client/v4.`
