import { z } from 'zod'
import type { Actions } from '../../actions/actions.ts'
import { MAX_PROP_LENGTH } from '../../domain/telemetry/event.ts'
import { MAX_DIFFERENT_VALUES, MAX_LISTED_VALUES, VALUE_PARTS } from '../../domain/telemetry/event-values.ts'
import { answered } from '../kernel/api-route.ts'
import { cleanText } from '../kernel/body/clean-text.ts'
import { named } from '../schema/named-schemas.ts'
import { queryInteger } from '../schema/shapes.ts'
import { FILTER, propName, toFilter } from './event-filters.ts'
import type { EventRead } from './event-read.ts'

const DEFAULT_LISTED_VALUES = 20

const EventValues = named(
  'EventValues',
  z.object({
    events: z.int().describe('Number of events read, the newest ones.'),
    complete: z.boolean().describe('True when all matching events were read.'),
    different: z
      .int()
      .describe(
        `Number of different values, also of those that are not listed; at most ${MAX_DIFFERENT_VALUES.toLocaleString('en')} are counted.`,
      ),
    data: z
      .array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() }))
      .describe('Most frequent values first. Fewer than `limit` when they are very long.'),
  }),
)
const ValuesQuery = z.strictObject({
  of: z
    .enum(VALUE_PARTS)
    .default('prop')
    .describe('`prop`: values of the prop that `prop` names. `page`: URLs. `source`: hosts of referrers.'),
  prop: propName.optional().describe('Name of the prop.'),
  search: z
    .string()
    .max(MAX_PROP_LENGTH)
    .transform(cleanText)
    .default('')
    .describe('Only values that contain this text, in upper or lower case.'),
  limit: queryInteger({ max: MAX_LISTED_VALUES, usual: DEFAULT_LISTED_VALUES }).describe(
    `Maximum number of values, default ${DEFAULT_LISTED_VALUES}.`,
  ),
  ...FILTER,
})

/** Declares the list of the values of a prop, or of the pages, sources or users of events. */
export function valuesRead(actions: Pick<Actions, 'countEventValues'>): EventRead<typeof ValuesQuery> {
  return {
    path: '/values',
    operationId: 'listEventValues',
    ownedOperationId: 'listOwnedEventValues',
    summary: 'Count the values of one prop, or of the pages, sources or users of events.',
    query: ValuesQuery,
    answer: {
      description: 'The values.',
      schema: EventValues,
      example: { events: 12, complete: true, different: 1, data: [{ value: 'pro', count: 12 }] },
    },
    async read({ endpointId, query, now }) {
      const { of, prop = null, search, limit, ...filter } = query
      const counted = await actions.countEventValues({
        endpointId,
        ...toFilter(filter),
        of,
        prop,
        search,
        limit,
        now,
      })
      if (counted.kind === 'refused') return counted
      const { events, complete, different, values } = counted
      return answered({ events, complete, different, data: values })
    },
  }
}
