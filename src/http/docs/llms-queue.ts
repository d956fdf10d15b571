import { EXAMPLE_LEASE_ID, queueExamples } from '../schema/queue-examples.ts'
import { commandLines } from './llms-command.ts'

/** Section on queues in `/llms.txt`: publish, pull, acknowledge. The rest is in `/openapi.json`. */
export const QUEUE_SECTION = `## Queues

POST /q/new with a recipient returns queue_url and api_key ($Q and $K below), once. The body is the message:

${commandLines('curl $Q -H "Authorization: Bearer $K" -d hello=world', queueExamples.published)}
${commandLines(
  `curl $Q/messages/pull -H "Authorization: Bearer $K" -H "Content-Type: application/json" -d '{"wait_seconds":20}'`,
  queueExamples.pulled,
)}
${commandLines(
  `curl $Q/messages/ack -H "Authorization: Bearer $K" -H "Content-Type: application/json" -d '{"acks":[{"lease_id":"${EXAMPLE_LEASE_ID}"}]}'`,
  queueExamples.acknowledged,
)}

Cloudflare's SDK works at /client/v4.`
