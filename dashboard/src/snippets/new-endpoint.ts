import { shellWord } from './quoting.ts'

/** Who the endpoint is for, and the address of the service. */
type NewEndpoint = { base: string; mailbox: string }

/** An endpoint from a shell; its owner claims it by the link in the first email. */
export function newEndpointCommand({ base, mailbox }: NewEndpoint): string {
  return `curl --fail-with-body ${shellWord(`${base}/new`)} \\
  --data-urlencode ${shellWord(`recipient=${mailbox}`)}
`
}

/** What to tell a coding agent that shall make the endpoint and the form. */
export function newEndpointPrompt({ base, mailbox }: NewEndpoint): string {
  return `Add a contact form to my page. Read ${base}/llms.txt, create an endpoint with ${mailbox} as its recipient, and let the form post to it.\n`
}
