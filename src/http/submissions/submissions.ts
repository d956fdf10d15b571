import { z } from 'zod'
import { MAX_UNREAD_COUNTED } from '../../actions/submissions/load-form-stats.ts'
import { BULK_ACTIONS, MAX_AT_ONCE } from '../../actions/submissions/mark-submissions.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE, NOTHING, refused } from '../kernel/api-route.ts'
import { checkVersion, toBlindRefusal } from '../kernel/authenticate.ts'
import { named } from '../schema/named-schemas.ts'
import { PAGING, page, submissionId } from '../schema/shapes.ts'
import { parseBodySelection, parseQuerySelection, SELECTING, SelectionBody } from './selection.ts'
import { EXAMPLE_STORED, folder, StoredSubmission, submissionBody } from './submission-shape.ts'

const SubmissionPage = named(
  'SubmissionPage',
  page(StoredSubmission).extend({
    unread: z
      .int()
      .max(MAX_UNREAD_COUNTED)
      .optional()
      .describe(
        `Unread ones in the whole list, whatever words are searched; ${MAX_UNREAD_COUNTED} means so many or more. On the first page only.`,
      ),
  }),
)
const ShownSubmission = named(
  'ShownSubmission',
  StoredSubmission.extend({
    neighbours: z
      .object({ newer: submissionId.nullable(), older: submissionId.nullable() })
      .describe('Next to it in its endpoint and its folder.'),
  }),
)
const MarkRequest = named(
  'MarkRequest',
  z.strictObject({ read: z.boolean().optional(), folder: folder.optional() }),
)
const BulkRequest = named(
  'BulkRequest',
  z
    .strictObject({
      ids: z.array(z.string()).max(MAX_AT_ONCE).optional(),
      filter: SelectionBody.optional().describe('Instead of ids: what GET /submissions lists with it.'),
      cursor: z.string().optional().describe('With a filter: the next_cursor of the answer before.'),
      action: z.enum(BULK_ACTIONS),
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
      path: ['ids'],
      message: 'Send either ids or filter',
    })
    .refine((body) => body.cursor === undefined || body.filter !== undefined, {
      path: ['cursor'],
      message: 'A cursor requires a filter',
    }),
)
const Changed = named(
  'Changed',
  z.object({
    changed: z.int(),
    ids: z.array(submissionId).describe('Those that are not as they were.'),
    more: z.boolean().describe('The filter may hold more: send the same request again, from next_cursor on.'),
    next_cursor: z.string().nullable().describe('Where to go on; null when the filter holds no more.'),
  }),
)
const UNKNOWN: Refusal = { code: 'submission_not_found' }
const ID = '/submissions/:id'

const COMMON = { tag: 'submissions', query: NOTHING, body: NOTHING, fresh: false } as const

/** `/submissions`: what the endpoints of the account received. */
export function submissionRoutes(deps: HttpDeps): ApiRoute[] {
  return [...readingRoutes(deps), ...singleRoutes(deps), ...bulkRoutes(deps)]
}

/** Routes that read submissions. */
function readingRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/submissions',
      needs: 'read',
      operationId: 'listSubmissions',
      summary: 'Submissions, newest first.',
      description:
        'A page ends early where its fields would exceed 1 MiB, or where a search has looked at many submissions; go on while there is a next_cursor.',
      query: z.strictObject({ ...PAGING, ...SELECTING }),
      answer: {
        status: 200,
        description: 'A page of submissions.',
        schema: SubmissionPage,
        example: { data: [EXAMPLE_STORED], next_cursor: null, unread: 1 },
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, query }) {
        const { limit, cursor } = query
        const listed = await actions.listSubmissions(caller, {
          selection: parseQuerySelection(query),
          limit,
          cursor,
        })
        if (listed.kind === 'refused') return listed
        const { submissions, next, unread } = listed
        const list = { data: submissions.map(submissionBody), next_cursor: next }
        return answered(unread === null ? list : { ...list, unread })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: ID,
      needs: 'read',
      operationId: 'showSubmission',
      summary: 'One submission, and which lie next to it.',
      answer: {
        status: 200,
        description: 'The submission.',
        schema: ShownSubmission,
        example: {
          ...EXAMPLE_STORED,
          neighbours: { newer: null, older: 'sub_0w8z4k2v7c1x9m3t5r0y8bh6nq' },
        },
      },
      refuses: ['submission_not_found'],
      async handle({ caller, params }) {
        const found = await actions.getSubmission(caller, params.id ?? '')
        if (!found) return refused(UNKNOWN)
        const { submission, newer, older } = found
        return answered({ ...submissionBody(submission), neighbours: { newer, older } })
      },
    }),
  ]
}

/** Routes that change or delete one submission. */
function singleRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...COMMON,
      method: 'PATCH',
      path: ID,
      needs: 'both',
      operationId: 'markSubmission',
      summary: 'Mark a submission as read or not, or put it into a folder.',
      description:
        'What was taken for spam on arrival and is put into the inbox gets the email that it never had; it counts nowhere.',
      body: MarkRequest,
      bodyExample: { read: true, folder: 'archive' },
      answer: {
        status: 200,
        description: 'The submission as it is now.',
        schema: StoredSubmission,
        example: { ...EXAMPLE_STORED, read: true, folder: 'archive' },
      },
      refuses: ['submission_not_found'],
      async handle({ caller, now, params, body }) {
        const { read = null, folder: into = null } = body
        const mark = { submissionId: params.id ?? '', read, folder: into, now }
        const marked = await actions.markSubmission(caller, mark)
        return marked ? answered(submissionBody(marked)) : refused(UNKNOWN)
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: ID,
      needs: 'write',
      fresh: true,
      operationId: 'deleteSubmission',
      summary: 'Delete a submission with its emails.',
      answer: { status: 204, description: 'It is gone.' },
      refuses: ['submission_not_found'],
      async handle({ caller, params }) {
        const deleted = await actions.deleteSubmission(caller, params.id ?? '')
        return deleted ? DONE : refused(UNKNOWN)
      },
    }),
  ]
}

/** The route that changes many submissions. */
function bulkRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/submissions/bulk',
      needs: 'write',
      operationId: 'changeSubmissions',
      summary: 'Change many submissions.',
      description:
        `By their ids, ${MAX_AT_ONCE} at most, or by a filter, of which ${MAX_AT_ONCE} are changed at a time, the newest first. ` +
        'A call may change fewer or none where a search has looked at many submissions; go on while there is a next_cursor. ' +
        'Ids that are unknown are passed over. To delete, a session confirms itself first, as for every deletion. A key ' +
        'needs the scope read, too, for a filter with q.',
      body: BulkRequest,
      bodyExample: { filter: { folder: 'inbox', unread: true }, action: 'read' },
      answer: {
        status: 200,
        description: 'What was changed.',
        schema: Changed,
        example: { changed: 1, ids: [EXAMPLE_STORED.id], more: false, next_cursor: null },
      },
      refuses: ['endpoint_not_found', 'fresh_sign_in_needed'],
      async handle({ caller, now, body }) {
        const { ids, filter, cursor, action } = body
        const stale = action === 'delete' ? checkVersion(caller, now) : null
        const blind = filter?.q === undefined ? null : toBlindRefusal(caller)
        const refusal = stale ?? blind
        if (refusal) return refused(refusal)
        const which = filter
          ? ({ kind: 'selected', selection: parseBodySelection(filter), cursor } as const)
          : ({ kind: 'ids', ids: ids ?? [] } as const)
        const outcome = await actions.changeMany(caller, { which, action, now })
        if (outcome.kind === 'refused') return outcome
        const { ids: changed, next } = outcome
        return answered({ changed: changed.length, ids: changed, more: next !== null, next_cursor: next })
      },
    }),
  ]
}
