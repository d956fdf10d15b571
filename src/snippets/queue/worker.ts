import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

/** A consumer that pulls, processes and acknowledges messages until it is stopped. */
export function workerScript({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'fetch: worker',
    task: 'work',
    language: 'js',
    fileName: 'worker.mjs',
    code: `const QUEUE = ${JSON.stringify(queueUrl)}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())

/** Processes a message. It may be delivered twice, so this must be idempotent. */
async function work(message) {
  console.log(message.id, message.body)
}

async function call(path, body) {
  const response = await fetch(QUEUE + path, {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(\`\${response.status}: \${answer.message}\`)
  return answer
}

while (!stop.signal.aborted) {
  try {
    // Responds as soon as there are messages, or after 20 seconds without any.
    const { messages } = await call('/messages/pull', {
      batch_size: 10,
      visibility_timeout_ms: 60_000,
      wait_seconds: 20,
    })
    const acks = []
    const retries = []
    for (const message of messages) {
      const { lease_id, attempts } = message
      try {
        await work(message)
        acks.push({ lease_id })
      } catch (error) {
        console.error(message.id, error)
        // Backs off; after the fourth attempt the message is dead.
        retries.push({ lease_id, delay_seconds: 10 * attempts })
      }
    }
    if (messages.length > 0) await call('/messages/ack', { acks, retries })
  } catch (error) {
    console.error(error)
    await new Promise((done) => setTimeout(done, 5_000))
  }
}
`,
    usage: `${KEY_VARIABLE}=qk_… node worker.mjs
`,
  }
}
