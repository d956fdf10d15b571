import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

const SET_KEY = `export ${KEY_VARIABLE}=qk_…\n`

/** Publishes with curl; the body is the message. */
export function publishCurl({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'curl: publish',
    task: 'curl-publish',
    language: 'sh',
    fileName: null,
    setUp: SET_KEY,
    code: command(queueUrl, { order: 118 }),
    usage: null,
  }
}

/** Pulls messages with a lease of a minute; waits up to 20 seconds. */
export function pullCurl({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'curl: pull',
    task: 'curl-pull',
    language: 'sh',
    fileName: null,
    setUp: SET_KEY,
    code: command(`${queueUrl}/messages/pull`, {
      batch_size: 10,
      visibility_timeout_ms: 60_000,
      wait_seconds: 20,
    }),
    usage: null,
  }
}

/** Acknowledges messages; others are delivered again. */
export function acknowledgeCurl({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'curl: acknowledge',
    task: 'curl-acknowledge',
    language: 'sh',
    fileName: null,
    setUp: SET_KEY,
    code: command(`${queueUrl}/messages/ack`, { acks: [{ lease_id: 'LEASE_ID_OF_THE_PULL' }], retries: [] }),
    usage: null,
  }
}

/** Returns a command that shows that a key works, with the size of the queue. */
export function tryKeyCommand({ queueUrl, apiKey }: QueueOptions & { apiKey: string }): string {
  return `curl --fail-with-body ${shellWord(`${queueUrl}/status`)} \\
  -H ${shellWord(`Authorization: Bearer ${apiKey}`)}
`
}

function command(url: string, body: object): string {
  return `curl --fail-with-body ${shellWord(url)} \\
  -H "Authorization: Bearer $${KEY_VARIABLE}" \\
  -H 'Content-Type: application/json' \\
  --data ${shellWord(JSON.stringify(body))}
`
}
