import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

/** Cloudflare's official SDK, configured for this service. */
export function cloudflareScript({ queueUrl }: QueueOptions): Snippet {
  const queueId = queueUrl.split('/').at(-1) ?? ''
  const base = queueUrl.slice(0, -`/q/${queueId}`.length)
  return {
    title: 'Cloudflare SDK',
    language: 'js',
    fileName: 'consume.mjs',
    code: `import Cloudflare from 'cloudflare'

const { queues } = new Cloudflare({
  apiToken: process.env.${KEY_VARIABLE},
  baseURL: ${JSON.stringify(`${base}/client/v4`)},
})
const QUEUE = ${JSON.stringify(queueId)}
// Any value: the queue is identified by its id and key.
const account_id = 'self'

await queues.messages.push(QUEUE, { account_id, content_type: 'json', body: { order: 118 } })

const { messages } = await queues.messages.pull(QUEUE, {
  account_id,
  batch_size: 10,
  visibility_timeout_ms: 60_000,
})
for (const { lease_id, body, metadata } of messages) {
  // As in Cloudflare Queues: JSON is base64-encoded, text is not.
  const isJson = metadata['CF-Content-Type'] === 'json'
  console.log(isJson ? JSON.parse(Buffer.from(body, 'base64').toString()) : body)
  await queues.messages.ack(QUEUE, { account_id, acks: [{ lease_id }] })
}
`,
    usage: `npm install cloudflare
${KEY_VARIABLE}=qk_… node consume.mjs
`,
  }
}
