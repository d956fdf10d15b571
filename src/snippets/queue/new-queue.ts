import { shellWord } from '../quoting.ts'

/** Recipient, and base URL of the service. */
type NewQueue = { base: string; recipient: string }

/** Returns a command that creates a queue. */
export function newQueueCommand({ base, recipient }: NewQueue): string {
  return `curl --fail-with-body ${shellWord(`${base}/q/new`)} \\
  --data-urlencode ${shellWord(`recipient=${recipient}`)}
`
}

/** Returns a prompt for a coding agent: create the queue and use it. */
export function newQueuePrompt({ base, recipient }: NewQueue): string {
  return `Move this project's slow work to a queue. Read ${base}/llms.txt, create a queue with ${recipient} as its recipient, keep its key out of the repository, publish a message for each job, and write a worker that pulls and acknowledges them.\n`
}
