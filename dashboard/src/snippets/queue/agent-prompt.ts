import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

/** What to tell a coding agent that shall let a project publish and consume. */
export function queuePrompt({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'Agent prompt',
    language: 'text',
    fileName: null,
    code: `Let this project hand work to a queue and work it off. The queue exists already:

${queueUrl}

- Every call needs the header Authorization: Bearer with the key of the queue, which stands in the environment variable ${KEY_VARIABLE}. It belongs on servers: never into a page, a file of the repository or a log.
- Publish: POST any JSON to the address itself; the body is the message, at most 128 KiB. Success is 201 with {"message_id"}. Send the header Idempotency-Key with something that only this message has, the same one when it is sent again.
- Consume: POST {"batch_size": 10, "visibility_timeout_ms": 60000, "wait_seconds": 20} to ${queueUrl}/messages/pull; it is answered as soon as there are messages, and after 20 seconds without any. Each has id, body, attempts and lease_id.
- Acknowledge what was worked off, before the time of the lease is over: POST {"acks": [{"lease_id"}], "retries": [{"lease_id", "delay_seconds": 30}]} to ${queueUrl}/messages/ack. What is not acknowledged is handed out again, four times in all, and is dead then; its owner sees it in the dashboard and can replay it.
- A message comes at least once: make the work so that doing it twice does no harm.
- The SDK of Cloudflare works as well, with the key as apiToken, ${new URL('../client/v4', queueUrl).href} as baseURL and any account_id. Take no new dependency otherwise.
- A refusal is JSON with "message". After 429 wait for Retry-After.
- Try it with a dry run, which checks everything and publishes nothing:

curl ${shellWord(`${queueUrl}?dry_run=1`)} -H "Authorization: Bearer $${KEY_VARIABLE}" -H 'Content-Type: application/json' --data '{"order": 118}'

Everything else about this service: ${new URL('../llms.txt', queueUrl).href}
`,
    usage: null,
  }
}
