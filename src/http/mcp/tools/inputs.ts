import { z } from 'zod'
import { KINDS } from '../../../domain/endpoints/kinds.ts'
import { IDEMPOTENCY_HOURS } from '../../../domain/idempotency-key.ts'

/** Maximum number of entries of a page that a tool returns: a model reads all of it. */
export const MAX_PAGE_ENTRIES = 20

/** Inputs that several tools share. */
export const recipient = z
  .string()
  .describe('The real email address of the person who gets what is sent. Ask the user; never invent one.')
export const idempotencyKey = z
  .string()
  .optional()
  .describe(
    `Any random text, such as a UUID. The same call with the same key returns the first result again for ${IDEMPOTENCY_HOURS} hours: send it when you may have to retry.`,
  )
export const expect = z
  .array(z.string())
  .optional()
  .describe(
    'Names of the fields that the form will send, such as ["email","message"]. try_submission then warns of missing ones, and the owner of the form is told when one stops coming.',
  )
export const expectEvery = z
  .string()
  .optional()
  .describe(
    'For a scheduled job: an event comes at least this often, such as 15m, 1h or 7d (5m to 30d). The status says when it is overdue, and once claimed its owner is emailed.',
  )
export const formId = endpointId(KINDS.form.idPrefix)
export const telemetryId = endpointId(KINDS.telemetry.idPrefix)
export const queueId = endpointId(KINDS.queue.idPrefix)
export const anyEndpointId = endpointId(
  Object.values(KINDS)
    .map((rules) => rules.idPrefix)
    .join(''),
)
export const paging = {
  limit: z.int().min(1).max(MAX_PAGE_ENTRIES).default(MAX_PAGE_ENTRIES),
  cursor: z.string().optional().describe('next_cursor of the previous page.'),
}

/** Returns the input for the id of an endpoint whose kind has one of these prefixes. */
export function endpointId(idPrefixes: string) {
  const letters = idPrefixes.length === 1 ? idPrefixes : `[${idPrefixes}]`
  const examples = [...idPrefixes].map((letter) => `${letter}_…`).join(', ')
  return z
    .string()
    .regex(
      new RegExp(`^${letters}_[0-9a-hjkmnp-tv-z]{16}$`),
      `This must be the id of an endpoint (${examples}), not its URL`,
    )
    .describe(`The id alone, not the URL: ${examples}.`)
}
