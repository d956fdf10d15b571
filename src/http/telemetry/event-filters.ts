import { z } from 'zod'
import { MAX_PROP_LENGTH, MAX_PROP_NAME_LENGTH } from '../../domain/telemetry/event.ts'
import { cleanText } from '../kernel/body/clean-text.ts'

const anInstant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional()
/** Query parameters that select events by name and time. */
export const FILTER = {
  // Cleaned as stored names are: PostgreSQL refuses NUL in a parameter.
  name: z.string().max(200).transform(cleanText).optional().describe('Only events with this name.'),
  since: anInstant.describe('Only events at or after this time (RFC 3339).'),
  until: anInstant.describe('Only events before this time (RFC 3339).'),
}
/** Schema of the name of a prop, cleaned as stored ones are. */
export const propName = z.string().max(MAX_PROP_NAME_LENGTH).transform(cleanText)

/** Query parameters that select events by a prop. */
export const PROP_FILTER = {
  prop: propName.optional().describe('Only events with this prop; with `value`, only if it has this value.'),
  value: z
    .string()
    .max(MAX_PROP_LENGTH)
    .transform(cleanText)
    .optional()
    .describe('Only events with exactly this value in a prop: in any, unless `prop` is given.'),
}
/** Converts the parsed parameters of `FILTER`. */
export function toFilter({
  name,
  since,
  until,
}: {
  name?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}) {
  return { name: name ?? null, since: since ?? null, until: until ?? null }
}

/** Converts the parsed parameters of `PROP_FILTER`. */
export function toPropFilter({ prop, value }: { prop?: string | undefined; value?: string | undefined }) {
  return { prop: prop ?? null, value: value ?? null }
}
