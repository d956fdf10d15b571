import type { Snippet } from '../snippet.ts'
import { KEY_VARIABLE, type QueueOptions } from './queue-options.ts'

/** Publishes from a server; retries with the same id publish once. */
export function publishScript({ queueUrl }: QueueOptions): Snippet {
  return {
    title: 'fetch: publish',
    task: 'publish',
    language: 'js',
    fileName: 'publish.mjs',
    code: `const QUEUE = ${JSON.stringify(queueUrl)}

/**
 * Publishes a message once, with retries.
 *
 * @param id unique to this message, 8 to 128 visible ASCII characters
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
      // Retry only errors of the service.
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
