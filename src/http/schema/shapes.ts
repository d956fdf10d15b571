import { z } from 'zod'
import { getPlan, type Terms } from '../../actions/context.ts'
import { named } from './named-schemas.ts'

/** Shapes that several resources of the owner API use. */

export const instant = z.iso.datetime({ precision: 3 }).describe('RFC 3339 in UTC, to the millisecond.')
export const opaqueId = z.string().describe('Opaque.')
export const formId = z
  .string()
  .regex(/^f_[0-9a-hjkmnp-tv-z]{16}$/)
  .describe('The opaque id of the endpoint.')
export const submissionId = z
  .string()
  .regex(/^sub_[0-9a-hjkmnp-tv-z]{26}$/)
  .describe('The opaque id of the submission.')

/** One line of text that people write: no control characters, nothing but spaces is nothing. */
export function line(maxLength: number) {
  return z
    .string()
    .overwrite((text) => text.toWellFormed())
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed')
}

/** How much was deleted. */
export const Deleted = named('Deleted', z.object({ deleted: z.int() }))

const MAX_ON_A_PAGE = 100
const USUAL_PAGE = 50

/** The two parameters of every list. */
export const PAGING = {
  limit: z
    .stringFormat('whole number', /^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(MAX_ON_A_PAGE))
    .default(USUAL_PAGE)
    .describe(`At most so many on the page, ${MAX_ON_A_PAGE} at most; ${USUAL_PAGE} without it.`),
  cursor: z.string().optional().describe('The next_cursor of the page before.'),
}

/** A page of a list, newest first. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().describe('Where the next page begins; null on the last one.'),
  })
}

export const Plan = z.object({
  name: z.string(),
  submissions_per_month: z.int().nullable().describe('For each endpoint; null: any number.'),
  queue_messages_per_month: z.int().nullable().describe('For the account; null: any number.'),
  telemetry_events_per_month: z.int().nullable().describe('For the account; null: any number.'),
  submission_retention_days: z.int(),
  telemetry_retention_days: z.int(),
  destinations: z.int().describe('Further mailboxes that may get the emails of one endpoint.'),
})

/** The plan of this name, or the one that stands in for it, as the API shows it. */
export function planBody(terms: Terms, name: string): z.infer<typeof Plan> {
  const plan = getPlan(terms, name)
  if (!plan) throw new Error('there is no default plan')
  return {
    name: plan.name,
    submissions_per_month: plan.submissionsPerMonth,
    queue_messages_per_month: plan.queueMessagesPerMonth,
    telemetry_events_per_month: plan.telemetryEventsPerMonth,
    submission_retention_days: plan.submissionRetentionDays,
    telemetry_retention_days: plan.telemetryRetentionDays,
    destinations: plan.destinations,
  }
}
