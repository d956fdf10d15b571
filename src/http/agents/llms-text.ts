import { IDLE_DAYS, UNCLAIMED_CAP } from '../../domain/endpoint.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../domain/fields.ts'

/**
 * `/llms.txt`: the complete surface as commands, with the addresses of this very instance. Every command is run by a
 * test, and the answer that stands behind it is compared with the real one.
 */
export function llmsText(base: string): string {
  const id = 'f_k3v9q2m7x4t8r5wz'
  const url = `${base}/f/${id}`
  return `# Formslot

> One POST creates a live form endpoint. No account, no API key. Whatever is posted to it is stored and mailed to one recipient, who claims the endpoint by one click in the first letter.

Base address: ${base}. Bodies are form-encoded or JSON. Answers are JSON unless Accept names text/html. In the examples ${id} stands for the form_id of your endpoint.

## Instructions for agents

- Ask the user for the real recipient address. Never invent one: placeholders are refused with 400.
- Use endpoint_url unchanged, as the action of a form or the address of a fetch.
- Verify with the status and with a dry run. Do not send a real submission as a test unless the user asks for it: the first real one sends the claim letter.
- Tell the user: the recipient gets a claim link with the first submission; until it is followed the endpoint takes ${UNCLAIMED_CAP} submissions in all and expires after ${IDLE_DAYS} days without one.
- On 400 mend what "field" names and send again. On 410 create a new endpoint. On 429 wait as long as Retry-After says; without Retry-After waiting does not help, the recipient must claim. Never create in a loop.
- Send an Idempotency-Key (8 to 128 visible ASCII characters) when you may retry: the same key and body within 24 hours get the stored answer.

## Create

\`\`\`sh
curl -X POST ${base}/new -d recipient=jane@acme.org
\`\`\`
\`\`\`json
{"endpoint_url":"${url}","form_id":"${id}","unclaimed":true,"claim_note":"…","status_url":"${url}/status","expires_at":"2026-12-20T10:00:00.000Z","limits":{"lifetime_submissions":${UNCLAIMED_CAP},"idle_days":${IDLE_DAYS}}}
\`\`\`

Check first, create nothing:

\`\`\`sh
curl -X POST "${base}/new?dry_run=1" -H "Content-Type: application/json" -d '{"recipient":"jane@acme.org"}'
\`\`\`
\`\`\`json
{"dry_run":true,"would_succeed":true,"would_create":{"unclaimed":true,"expires_at":"2026-12-20T10:00:00.000Z"}}
\`\`\`

## Verify

\`\`\`sh
curl ${url}/status
\`\`\`
\`\`\`json
{"exists":true,"claimed":false,"active":true,"state":"unclaimed","unclaimed":true,"claim_email_sent":false,"form_id":"${id}","endpoint_url":"${url}","expires_at":"2026-12-20T10:00:00.000Z"}
\`\`\`

state is one of unclaimed, claimed, frozen, expired, retired. A dry run of a submission runs every check, changes nothing, counts nowhere and sends nothing:

\`\`\`sh
curl -X POST "${url}?dry_run=1" -d name=Jane -d email=jane@acme.org
\`\`\`
\`\`\`json
{"dry_run":true,"would_succeed":true,"would_route_to":[{"kind":"email","target_hint":"j***@a***.org"}],"claim_status":{"state":"unclaimed","claimed":false,"would_send_claim_email":true},"spam":{"verdict":"ham","reasons":[]},"fields":{"name":"Jane","email":"jane@acme.org"},"warnings":[]}
\`\`\`

## Submit

\`\`\`html
<form action="${url}" method="post">
  <input name="email" type="email" required>
  <textarea name="message" required></textarea>
  <input name="_gotcha" hidden autocomplete="off">
  <button>Send</button>
</form>
\`\`\`

Every input needs a name. _gotcha is the honeypot (filled: answered as a success, never mailed), _next where a browser goes afterwards (same site only), _replyto the address to answer. Programs:

\`\`\`sh
curl -X POST ${url} -H "Idempotency-Key: order-2026-0001" -d email=jane@acme.org --data-urlencode "message=Hello there"
\`\`\`
\`\`\`json
{"ok":true,"submission_id":"sub_4w7krn6ktxk260a41hrcv26xbw"}
\`\`\`

\`\`\`sh
curl -X POST ${url} -H "Content-Type: application/json" -d '{"email":"jane@acme.org","topics":["a","b"]}'
\`\`\`
\`\`\`json
{"ok":true,"submission_id":"sub_4w7krn6ktxk260a41hrcv26xbw"}
\`\`\`

The answer leaves after the submission is flushed to disk. At most ${MAX_BODY_BYTES / 1024} KiB and ${MAX_FIELDS} fields; multipart/form-data too, files not.

## Claim

The first real submission arrives together with a link ${base}/claim/… . Following it binds the endpoint to the account of the recipient and lifts the cap; after that the quota of the plan holds (Free: 50 a month). Only the recipient's mailbox gets the link.

## Errors

\`\`\`sh
curl -X POST ${base}/new -d recipient=you@example.com
\`\`\`
\`\`\`json
{"error":"validation failed","field":"recipient","code":"recipient_placeholder","message":"…","hint":"…","request_id":"req_…"}
\`\`\`

| status | error | what to do |
|---|---|---|
| 400 | validation failed | mend what "field" names |
| 403 | forbidden | the recipient does not want endpoints, or a page of another site asked |
| 404 | endpoint not found | check the id |
| 409 | request in progress | retry the same key in a second |
| 410 | endpoint expired, endpoint retired | create a new one |
| 413 | payload too large | send less |
| 415 | unsupported media type | see Accept-Post |
| 422 | idempotency key reused | use a fresh key |
| 429 | rate limited, monthly quota reached | wait Retry-After |
| 429 | submission cap reached | the recipient must claim |
| 503 | temporarily unavailable | retry after Retry-After |

## Limits

Creations: 10 an hour and one every 2 seconds for one client address. Submissions: ${UNCLAIMED_CAP} in the life of an unclaimed endpoint; bursts of 20, then 30 a minute for one client address. Dry runs and status probes count nowhere.

## More

- [API reference](${base}/docs)
- [OpenAPI 3.1](${base}/openapi.json)
- Interface version: 1
`
}
