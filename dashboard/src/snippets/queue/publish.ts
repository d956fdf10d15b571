import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

/** Publishing from a server; a message that is sent again with the same id is published once. */
export function publishScript({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'fetch: publish',
    language: 'js',
    fileName: 'publish.mjs',
    code: `const QUEUE = ${JSON.stringify(queueUrl)}

/**
 * Puts a message into the queue, once, however often it must be sent for that.
 *
 * @param id something that no other message has, of 8 to 128 visible ASCII characters
 */
export async function publish(message, id = crypto.randomUUID()) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(QUEUE, {
        method: 'POST',
        headers: {
          Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
          'Content-Type': 'application/json',
          'Idempotency-Key': id,
        },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(10_000),
      })
      if (response.ok) return await response.json()
      const text = await response.text()
      // Only a fault of the service is worth another attempt.
      if (response.status < 500 || attempt === 5) throw new Error(\`\${response.status}: \${text}\`)
    } catch (error) {
      if (error.name === 'Error' || attempt === 5) throw error
    }
    await new Promise((done) => setTimeout(done, 2 ** attempt * 100))
  }
}
`,
    usage: `import { publish } from './publish.mjs'

await publish({ order: 118 })
`,
  }
}
