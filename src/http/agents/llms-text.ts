import { IDLE_DAYS } from '../../domain/endpoint.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../domain/fields.ts'
import { IDEMPOTENCY_HOURS } from '../../domain/idempotency-key.ts'
import { UNCLAIMED_CAP } from '../../domain/kinds/form.ts'
import type { HttpParts } from '../parts.ts'
import { errorTable } from './error-table.ts'
import { EXAMPLE_FORM_ID, EXAMPLE_RECIPIENT, EXAMPLE_TELEMETRY_ID, exampleAnswers } from './examples.ts'
import { limitSentences, planLines, quotaAfterClaim } from './limit-sentences.ts'
import { QUEUE_SECTION } from './llms-queue.ts'

/**
 * `/llms.txt`: the complete surface as commands, with the addresses and limits of this very instance
 * (founding specification, "Reference listing"). Every command is run by a test, and the answer that stands behind it
 * is compared with the real one.
 */
export function llmsText(parts: Pick<HttpParts, 'base' | 'terms' | 'submitPerMinute'>): string {
  const { base } = parts
  const url = `${base}/f/${EXAMPLE_FORM_ID}`
  const telemetry = `${base}/t/${EXAMPLE_TELEMETRY_ID}`
  const answers = exampleAnswers(base)
  const limits = limitSentences(parts)
  return `# Formslot

> One POST creates a live form endpoint. No account, no API key. Whatever is posted to it is stored and mailed to one recipient, who claims the endpoint by one click in the first letter.

Base address: ${base}. Bodies are form-encoded or JSON. Answers are JSON unless Accept names text/html. In the examples ${EXAMPLE_FORM_ID} stands for the form_id of your endpoint.

## Instructions for agents

- Ask the user for the real recipient address. Never invent one: placeholders are refused with 400.
- Use endpoint_url unchanged, as the action of a form or the address of a fetch.
- Verify with the status and with a dry run. Do not send a real submission as a test unless the user asks for it: the first real one sends the claim letter.
- Tell the user: the recipient gets a claim link with the first submission; until it is followed the endpoint takes ${UNCLAIMED_CAP} submissions in all and expires after ${IDLE_DAYS} days without one.
- On 400 mend what "field" names and send again. On 410 create a new endpoint. On 429 wait as long as Retry-After says; without Retry-After waiting does not help, the recipient must claim. Never create in a loop.
- Send an Idempotency-Key (8 to 128 visible ASCII characters) when you may retry: the same key and body within ${IDEMPOTENCY_HOURS} hours get the stored answer.

## Create

${command(`curl -X POST ${base}/new -d recipient=${EXAMPLE_RECIPIENT}`, answers.created)}

Status 201. Check first, create nothing:

${command(
  `curl -X POST "${base}/new?dry_run=1" -H "Content-Type: application/json" -d '{"recipient":"${EXAMPLE_RECIPIENT}"}'`,
  answers.creationDryRun,
)}

## Verify

${command(`curl ${url}/status`, answers.status)}

state is one of unclaimed, claimed, frozen, expired, retired; active says whether a submission sent now would be accepted. A dry run runs every check, changes nothing, counts nowhere and sends nothing:

${command(
  `curl -X POST "${url}?dry_run=1" -d name=Jane -d email=${EXAMPLE_RECIPIENT} -d message=Hello`,
  answers.submissionDryRun,
)}

## Submit

\`\`\`html
<form action="${url}" method="post">
  <input name="email" type="email" required>
  <textarea name="message" required></textarea>
  <div hidden><label>Leave this empty <input name="_gotcha" tabindex="-1" autocomplete="off"></label></div>
  <button>Send</button>
</form>
\`\`\`

Every input needs a name. _gotcha is the honeypot (filled: answered as a success, never mailed), _next where a browser goes afterwards (same site only), _replyto the address to answer. Programs, also with JSON:

${command(
  `curl -X POST ${url} -H "Idempotency-Key: order-2026-0001" -d email=${EXAMPLE_RECIPIENT} --data-urlencode "message=Hello there"`,
  answers.accepted,
)}

The answer, status 200, leaves after the flush to disk. multipart/form-data works too, files do not.

## Telemetry

POST /t/new with a recipient makes an address for events and tells its read_key, once.

${command(`curl ${telemetry} -H "Content-Type: application/json" -d '[{"name":"signup","props":{"plan":"pro"}}]'`, { ok: true, accepted: 1 })}

The first event sends the claim letter. Also NDJSON, gzip, beacons, OpenTelemetry logs (/v1/logs), Plausible (/api/event), Umami (/api/send). With Authorization: Bearer read_key: GET /events, /stats?interval=hour, /props, /stream.

${QUEUE_SECTION}

## Claim

The first real submission arrives with a link /claim/… . Following it binds the endpoint to the account of the recipient and ends the cap; after that the plan of the owner holds (${quotaAfterClaim(parts)}). Owners sign in at /sign-in; with a key made there (Authorization: Bearer ak_…) programs use /api/v1, see OpenAPI.

## Errors

Each is {"error", "code", "message", "hint", "request_id"}, with "field" where one input is to blame.

${errorTable()}

## Limits

${bullets([
  limits.creations,
  limits.submissions,
  `An unclaimed endpoint: ${UNCLAIMED_CAP} submissions in its life, ${IDLE_DAYS} days without one. Spam does not count.`,
  `A submission: ${MAX_BODY_BYTES / 1024} KiB, ${MAX_FIELDS} fields.`,
])}

## Plans

Each UTC month from the claim on: submissions by endpoint, events and messages by account.

${bullets(planLines(parts))}

## More

- [API reference](${base}/docs)
- [OpenAPI 3.1](${base}/openapi.json)
- Interface version: 1
`
}

/** A command and, directly behind it, its documented answer. */
function command(line: string, answer: object): string {
  return `\`\`\`sh\n${line}\n\`\`\`\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``
}

function bullets(sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `- ${sentence}`)
    .join('\n')
}
