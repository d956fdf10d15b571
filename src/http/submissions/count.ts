import { z } from 'zod'
import { MAX_COUNTED_AT_ONCE } from '../../actions/submissions/submissions.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { PAGING } from '../schema/shapes.ts'
import { parseQuerySelection, SELECTION_PARAMETERS } from './selection.ts'

const SubmissionCount = named(
  'SubmissionCount',
  z.object({
    count: z.int().max(MAX_COUNTED_AT_ONCE).describe('Submissions counted by this call.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Cursor to count on from; null if every matching submission is counted.'),
  }),
)

/** Declares `GET /submissions/count`. */
export function countRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/submissions/count',
      needs: 'read',
      fresh: false,
      tag: 'submissions',
      operationId: 'countSubmissions',
      summary: 'Count the submissions that GET /submissions lists.',
      description:
        `A call counts up to ${MAX_COUNTED_AT_ONCE}, newest first, or fewer if a search has read many submissions. ` +
        'Add the counts of further calls while next_cursor is not null, or stop at the number that is enough for you.',
      query: z.strictObject({ cursor: PAGING.cursor, ...SELECTION_PARAMETERS }),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The number of matching submissions.',
        schema: SubmissionCount,
        example: { count: 42, next_cursor: null },
      },
      refuses: ['endpoint_not_found', 'label_not_found', 'member_not_found'],
      async handle({ caller, query }) {
        const { cursor } = query
        const counted = await actions.countSubmissions(caller, {
          selection: parseQuerySelection(query),
          cursor,
        })
        if (counted.kind === 'refused') return counted
        return answered({ count: counted.count, next_cursor: counted.next })
      },
    }),
  ]
}
