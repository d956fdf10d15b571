import { PLACEHOLDER_RECIPIENT } from '../schema/examples.ts'
import { EXAMPLE_LEASE_ID, exampleQueue, queueExamples } from '../schema/queue-examples.ts'
import { commandLines } from './llms-command.ts'

/** Returns the section on queues in `/llms.txt`: create, publish, pull, acknowledge. The rest is in `/openapi.json`. */
export function queueSection(base: string): string {
  return `## Queues

${commandLines(`curl ${base}/q/new -d recipient=${PLACEHOLDER_RECIPIENT}`, exampleQueue(base))}

queue_url is $Q below, api_key is $K and shown once. The body is the message:

${commandLines('curl $Q -H "Authorization: Bearer $K" -d hello=world', queueExamples.published)}
${commandLines(
  `curl $Q/messages/pull -H "Authorization: Bearer $K" -H "Content-Type: application/json" -d '{"wait_seconds":20}'`,
  queueExamples.pulled,
)}
${commandLines(
  `curl $Q/messages/ack -H "Authorization: Bearer $K" -H "Content-Type: application/json" -d '{"acks":[{"lease_id":"${EXAMPLE_LEASE_ID}"}]}'`,
  queueExamples.acknowledged,
)}

An unacknowledged message comes again after its lease: handle duplicates. The first message sends the claim email. Cloudflare's SDK works at /client/v4.`
}
