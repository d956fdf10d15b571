import { clientCommand } from '../../../domain/client-command.ts'
import type { PublicState } from '../../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../../domain/endpoints/kind.ts'
import type { FormFiles } from '../../../domain/files/form-files.ts'
import type { ChallengeMode } from '../../../domain/spam/spam-settings.ts'
import { codeBlock, codeSpan, type Markdown, markdown, ownMarkdown } from '../../../markup/markdown.ts'
import { formSnippet } from '../forms/snippets.ts'

/** Public facts about an endpoint that accepts something, or will again. */
export type ShownEndpoint = {
  base: string
  kind: EndpointKind
  /** A well-formed id. */
  id: string
  url: string
  state: Exclude<PublicState, 'expired' | 'retired' | 'suspended'>
  active: boolean
  /** Proof of work that a form asks for. */
  challenge: ChallengeMode
  /** Files that a form takes; null: none. */
  files: FormFiles | null
}

const STATES: Readonly<Record<ShownEndpoint['state'], string>> = {
  unclaimed:
    'Nobody has claimed it yet. The first submission, event or message sends the recipient an email with a one-click claim link.',
  claimed: 'It is claimed: the quota of its owner’s plan holds.',
  frozen:
    'It has reached its limit and accepts nothing until its recipient follows the link in the claim email.',
}

/** Describes how to use an endpoint, for an agent that has opened its address: commands to copy, in English. */
export function endpointMarkdown(endpoint: ShownEndpoint): Markdown {
  const { base, id, state, active, url } = endpoint
  const { title, guide, content } = toContent(endpoint)
  return markdown`# ${title} ${codeSpan(id)}

State: ${codeSpan(state)}. Active: ${active ? 'yes' : 'no'}. ${ownMarkdown(STATES[state])}

URL: ${ownMarkdown(url)}

${content}
## Check its state
${codeBlock('sh', `curl ${url}/status`)}
## More

- ${ownMarkdown(`[Guide](${base}/docs/${guide}.md): everything about this kind of endpoint`)}
- ${ownMarkdown(`[Errors](${base}/docs/errors.md): every error code and how to fix it`)}
- ${ownMarkdown(`[Everything this service offers](${base}/llms.txt), as commands`)}
`
}

function toContent(endpoint: ShownEndpoint): { title: string; guide: string; content: Markdown } {
  switch (endpoint.kind) {
    case 'form':
      return { title: 'Form endpoint', guide: 'forms', content: formContent(endpoint) }
    case 'telemetry':
      return { title: 'Telemetry endpoint', guide: 'telemetry', content: telemetryContent(endpoint) }
    case 'queue':
      return { title: 'Queue', guide: 'queues', content: queueContent(endpoint) }
  }
}

function proofOfWork(base: string): Markdown {
  return markdown` The form asks for a proof of work, which the script solves: keep ${codeSpan('data-challenge')} and the script. Programs send with ${codeSpan(`${clientCommand(base)} submit`)}.`
}

function describeFiles({ accept, maxFiles, maxBytes, maxTotalBytes }: FormFiles): Markdown {
  return markdown`

The form takes files: at most ${String(maxFiles)} of up to ${String(maxBytes)} bytes each and ${String(maxTotalBytes)} together, with the suffixes ${accept.join(' ')}. The name of the input is free. Keep ${codeSpan('enctype="multipart/form-data"')}; programs send files as ${codeSpan('multipart/form-data')}.`
}

function formContent({ base, url, challenge, files }: ShownEndpoint): Markdown {
  return markdown`## In a page
${codeBlock('html', formSnippet(url, { language: 'en', challenge, files }))}
The form needs ${codeSpan('method="post"')}, and every input a ${codeSpan('name')}; choose your own fields. ${codeSpan('_gotcha')} is the honeypot: keep it hidden and empty.${challenge === 'off' ? null : proofOfWork(base)}${files === null ? null : describeFiles(files)}

## Check without sending
${codeBlock('sh', `curl "${url}?dry_run=1" -d email=visitor@acme.org -d message=Hello`)}
A dry run stores, counts and sends nothing. Send no real submission as a test, except if the user asks for it.
`
}

function telemetryContent({ url }: ShownEndpoint): Markdown {
  return markdown`## Send an event

Without side effects:
${codeBlock('sh', `curl "${url}?dry_run=1" -H "Content-Type: application/json" -d '{"name":"signup","props":{"plan":"pro"}}'`)}
Leave out ${codeSpan('?dry_run=1')} to send it.

## Read

With the ${codeSpan('read_key')} of the creation:
${codeBlock('sh', `curl "${url}/events" -H "Authorization: Bearer $READ_KEY"\ncurl "${url}/stats?interval=hour" -H "Authorization: Bearer $READ_KEY"`)}`
}

function queueContent({ url }: ShownEndpoint): Markdown {
  const key = '-H "Authorization: Bearer $API_KEY"'
  const json = '-H "Content-Type: application/json"'
  return markdown`## Publish

With the ${codeSpan('api_key')} of the creation; without side effects:
${codeBlock('sh', `curl "${url}?dry_run=1" ${key} ${json} -d '{"hello":"world"}'`)}
Leave out ${codeSpan('?dry_run=1')} to publish it.

## Pull and acknowledge
${codeBlock('sh', `curl ${url}/messages/pull ${key} ${json} -d '{"wait_seconds":20}'\ncurl ${url}/messages/ack ${key} ${json} -d '{"acks":[{"lease_id":"LEASE_ID"}]}'`)}
A message is delivered again when it is not acknowledged within its lease: handle duplicates.
`
}
