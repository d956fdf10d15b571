import { z } from 'zod'
import type { Terms } from '../../actions/context.ts'
import type { Suspension } from '../../domain/endpoints/suspension.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import { named, WHOLE_NUMBER } from './named-schemas.ts'

/** Shapes that several resources of the owner API use. */

export const instant = z.iso.datetime({ precision: 3 }).describe('RFC 3339 in UTC, to the millisecond.')

/** Schema of a suspension by the operator. */
export const suspensionShape = z
  .object({
    at: instant,
    reason: z.string().nullable().describe('Reason that the operator gave; null: none.'),
  })
  .nullable()

/** Formats a suspension by `suspensionShape`. */
export function suspensionBody(suspension: Suspension | null): z.infer<typeof suspensionShape> {
  return suspension && { at: suspension.at.toISOString(), reason: suspension.reason }
}

/** Schema of a date, which means its midnight in UTC, or a timestamp. */
export const dateOrTime = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'This must be a date such as 2026-11-20 or an RFC 3339 timestamp',
  )
  .transform((text) => new Date(text))
/** Schema of the expiry of a key, as the owner chooses it and as it is listed. */
export const keyExpiry = {
  given: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullable()
    .optional()
    .describe(
      'Time from which the key is refused, an RFC 3339 timestamp; null or omitted: it does not expire.',
    ),
  listed: instant.nullable().describe('Time from which the key is refused; null: it does not expire.'),
}
/** A local time of the day. */
export const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'This must be a time such as 08:00')
export const opaqueId = z.string().describe('Opaque.')
export const formId = z
  .string()
  .regex(/^f_[0-9a-hjkmnp-tv-z]{16}$/)
  .describe('The opaque id of the endpoint.')
export const submissionId = z
  .string()
  .regex(/^sub_[0-9a-hjkmnp-tv-z]{26}$/)
  .describe('The opaque id of the submission.')

export const labelId = z
  .string()
  .regex(/^lab_[0-9a-hjkmnp-tv-z]{26}$/)
  .describe('The opaque id of the label.')

/** Schema of the id of a person to whom submissions can be assigned. */
export const assigneeId = z
  .string()
  .regex(/^(?:holder|mem_[0-9a-hjkmnp-tv-z]{26})$/)
  .describe('The opaque id of a member, or `holder` for the person who holds the account.')
export const assigneeOrMe = z
  .string()
  .regex(/^(?:me|holder|mem_[0-9a-hjkmnp-tv-z]{26})$/)
  .describe('`me`, the id of a member, or `holder` for the person who holds the account.')

/** Written with escapes that regular expressions of every language have: generated clients use it. */
const WITHOUT_CONTROL = /^[^\x00-\x1f\x7f-\x9f]*$/
const WITHOUT_CONTROL_IN_LINES = /^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$/

/** Schema of one line of text: trimmed, not empty, without control characters. */
export function line(maxLength: number) {
  return z
    .string()
    .overwrite((text) => text.toWellFormed())
    .trim()
    .min(1)
    .max(maxLength)
    .regex(WITHOUT_CONTROL, 'Control characters are not allowed')
}

/** Schema of text with several lines, whose line breaks are normalized. */
export function paragraphs(maxLength: number) {
  return z
    .string()
    .overwrite((text) => text.toWellFormed().replaceAll(/\r\n?/g, '\n'))
    .trim()
    .min(1)
    .max(maxLength)
    .regex(WITHOUT_CONTROL_IN_LINES, 'Control characters except tabs and line breaks are not allowed')
}

/** The number of deleted records. */
export const Deleted = named('Deleted', z.object({ deleted: z.int() }))

const MAX_PAGE_SIZE = 100
const DEFAULT_PAGE_SIZE = 50

/**
 * Schema of a whole number from 1 in a query, which arrives as text.
 *
 * @param range.max 999 at most
 * @param range.usual the number when the parameter is missing
 */
export function queryInteger({ max, usual }: { max: number; usual: number }) {
  return z
    .stringFormat(WHOLE_NUMBER, /^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(max))
    .default(usual)
    .meta({ type: 'integer', minimum: 1, maximum: max, description: `Default ${usual}.` })
}

/** The two parameters of every list. */
export const PAGING = {
  limit: queryInteger({ max: MAX_PAGE_SIZE, usual: DEFAULT_PAGE_SIZE }).describe(
    `Page size, default ${DEFAULT_PAGE_SIZE}.`,
  ),
  cursor: z.string().optional().describe('The next_cursor of the previous page.'),
}

/** Schema of a page of a list. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last one.'),
  })
}

export const Plan = z.object({
  name: z.string(),
  submissions_per_month: z.int().nullable().describe('Per endpoint; null: unlimited.'),
  queue_messages_per_month: z.int().nullable().describe('Per account; null: unlimited.'),
  telemetry_events_per_month: z.int().nullable().describe('Per account; null: unlimited.'),
  submission_retention_days: z.int(),
  telemetry_retention_days: z.int(),
  destinations: z.int().describe('Maximum number of additional destinations of one endpoint.'),
  watches: z.int().describe('Maximum number of watches of one telemetry endpoint.'),
  members: z.int().describe('Maximum number of members of the account beside the person who holds it.'),
  file_bytes: z.int().describe('Maximum size of one file that a visitor attaches.'),
  submission_bytes: z.int().describe('Maximum size of all files of one submission together.'),
  files_per_submission: z
    .int()
    .describe('Maximum number of files of one submission; 0: forms take no files.'),
  stored_bytes: z
    .int()
    .describe('Maximum size of all stored files of the account; each counts at least 4 KiB.'),
})

/** Returns the JSON of the plan with this name, or of the default plan. */
export function planBody(terms: Terms, name: string): z.infer<typeof Plan> {
  const plan = findPlan(terms, name)
  if (!plan) throw new Error('there is no default plan')
  return {
    name: plan.name,
    submissions_per_month: plan.submissionsPerMonth,
    queue_messages_per_month: plan.queueMessagesPerMonth,
    telemetry_events_per_month: plan.telemetryEventsPerMonth,
    submission_retention_days: plan.submissionRetentionDays,
    telemetry_retention_days: plan.telemetryRetentionDays,
    destinations: plan.destinations,
    watches: plan.watches,
    members: plan.members,
    file_bytes: plan.fileBytes,
    submission_bytes: plan.submissionBytes,
    files_per_submission: plan.filesPerSubmission,
    stored_bytes: plan.storedBytes,
  }
}
