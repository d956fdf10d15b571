import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

/** Prompt for a coding agent: publish and consume. */
export function queuePrompt({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'Agent prompt',
    task: 'agent',
    language: 'text',
    fileName: null,
    code: `Make this project publish and consume messages of this existing queue:

${queueUrl}

- Every request needs the header Authorization: Bearer with the key of the queue, from the environment variable ${KEY_VARIABLE}. The key belongs on servers: never in a page, in the repository or in a log.
- Publish: POST any JSON to the URL itself; the body is the message, at most 128 KiB. Success is 201 with {"message_id"}. Send the header Idempotency-Key with a value unique to this message, and reuse it in retries.
- Consume: POST {"batch_size": 10, "visibility_timeout_ms": 60000, "wait_seconds": 20} to ${queueUrl}/messages/pull; it responds as soon as there are messages, or after 20 seconds without any. Each has id, body, attempts and lease_id.
- Acknowledge processed messages before their lease expires: POST {"acks": [{"lease_id"}], "retries": [{"lease_id", "delay_seconds": 30}]} to ${queueUrl}/messages/ack. Messages that are not acknowledged are delivered again, up to four times in total, and are dead after that; the owner sees them in the dashboard and can replay them.
- Delivery is at least once: make processing idempotent.
- Cloudflare's SDK works as well, with the key as apiToken, ${new URL('../client/v4', queueUrl).href} as baseURL and any account_id. Add no other dependency.
- An error is JSON with "message". After 429 wait for Retry-After.
- Test with a dry run, which validates everything and publishes nothing:

curl ${shellWord(`${queueUrl}?dry_run=1`)} -H "Authorization: Bearer $${KEY_VARIABLE}" -H 'Content-Type: application/json' --data '{"order": 118}'

Full documentation of this service: ${new URL('../llms.txt', queueUrl).href}
`,
    usage: null,
  }
}
