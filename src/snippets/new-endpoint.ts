import { shellWord } from './quoting.ts'

/** Recipient, and base URL of the service. */
type NewEndpoint = { base: string; recipient: string }

/** Returns a command that creates an endpoint. */
export function newEndpointCommand({ base, recipient }: NewEndpoint): string {
  return `curl --fail-with-body ${shellWord(`${base}/new`)} \\
  --data-urlencode ${shellWord(`recipient=${recipient}`)}
`
}

/** Returns a prompt for a coding agent: create the endpoint and the form. */
export function newEndpointPrompt({ base, recipient }: NewEndpoint): string {
  return `Add a contact form to my page. Read ${base}/llms.txt, create an endpoint with ${recipient} as its recipient, and make the form post to it.\n`
}
