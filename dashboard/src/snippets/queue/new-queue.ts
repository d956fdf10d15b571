import { shellWord } from '../quoting.ts'

/** Who the queue is for, and the address of the service. */
type NewQueue = { base: string; mailbox: string }

/** A queue from a shell; its owner claims it by the link in the email that the first message brings. */
export function newQueueCommand({ base, mailbox }: NewQueue): string {
  return `curl --fail-with-body ${shellWord(`${base}/q/new`)} \\
  --data-urlencode ${shellWord(`recipient=${mailbox}`)}
`
}

/** What to tell a coding agent that shall make the queue and use it. */
export function newQueuePrompt({ base, mailbox }: NewQueue): string {
  return `Move the slow work of this project behind a queue. Read ${base}/llms.txt, create a queue with ${mailbox} as its recipient, keep its key out of the repository, publish a message for each piece of work, and write a worker that pulls and acknowledges them.\n`
}
