import { z } from 'zod'
import { MAX_UNREAD_COUNTED } from '../../actions/submissions/load-form-stats.ts'
import { BULK_ACTIONS, type BulkAction, MAX_AT_ONCE } from '../../actions/submissions/mark-submissions.ts'
import { type Refusal, refused } from '../../domain/refusal.ts'
import { TRASH_DAYS } from '../../domain/submissions/folder.ts'
import { MAX_LABELS, MAX_NOTE_LENGTH } from '../../domain/submissions/label.ts'
import { checkDeletion } from '../accounts/access.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { checkReadScope } from '../kernel/authenticate.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { assigneeOrMe, labelId, PAGING, page, paragraphs, submissionId } from '../schema/shapes.ts'
import { parseBodySelection, parseQuerySelection, SELECTION_PARAMETERS, SelectionBody } from './selection.ts'
import { EXAMPLE_STORED, folder, StoredSubmission, submissionBody } from './submission-shape.ts'

export const SubmissionPage = named(
  'SubmissionPage',
  page(StoredSubmission).extend({
    unread: z
      .int()
      .max(MAX_UNREAD_COUNTED)
      .optional()
      .describe(
        `Unread submissions in the whole list, regardless of q; ${MAX_UNREAD_COUNTED} means that many or more. Only on the first page.`,
      ),
  }),
)
export const ShownSubmission = named(
  'ShownSubmission',
  StoredSubmission.extend({
    neighbors: z
      .object({ newer: submissionId.nullable(), older: submissionId.nullable() })
      .describe('The next newer and older submission of the same endpoint and folder.'),
  }),
)
const MarkRequest = named(
  'MarkRequest',
  z.strictObject({
    read: z.boolean().optional(),
    folder: folder.optional(),
    starred: z.boolean().optional(),
    labels: z
      .array(labelId)
      .max(MAX_LABELS)
      .optional()
      .describe('Ids of exactly the labels that it has then.'),
    note: paragraphs(MAX_NOTE_LENGTH)
      .nullable()
      .optional()
      .describe(
        'A note in plain text, for the people who may see the form. No visitor ever sees it; null deletes it.',
      ),
    assignee: assigneeOrMe
      .nullable()
      .optional()
      .describe('The person to whom it is assigned, who must have access to its form; null for nobody.'),
  }),
)
const BulkRequest = named(
  'BulkRequest',
  z
    .strictObject({
      ids: z.array(z.string()).max(MAX_AT_ONCE).optional(),
      filter: SelectionBody.optional().describe(
        'Instead of ids: all submissions that GET /submissions lists with it.',
      ),
      cursor: z.string().optional().describe('With a filter: next_cursor of the previous response.'),
      action: z.enum(BULK_ACTIONS),
      label: labelId.optional().describe('With label and unlabel: the label.'),
      assignee: assigneeOrMe.optional().describe('With assign: the person.'),
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
      path: ['ids'],
      message: 'Send either ids or filter',
    })
    .refine((body) => body.cursor === undefined || body.filter !== undefined, {
      path: ['cursor'],
      message: 'A cursor requires a filter',
    })
    .refine((body) => (body.label === undefined) !== isLabelAction(body.action), {
      path: ['label'],
      message: 'Send a label with the actions label and unlabel, and with no other',
    })
    .refine((body) => (body.assignee === undefined) === (body.action !== 'assign'), {
      path: ['assignee'],
      message: 'Send an assignee with the action assign, and with no other',
    })
    .meta({ oneOf: [{ required: ['ids'] }, { required: ['filter'] }] }),
)
const Changed = named(
  'Changed',
  z.object({
    changed: z.int(),
    ids: z.array(submissionId).describe('Ids of the submissions that were changed.'),
    more: z.boolean().describe('true if the filter may match more: send the request again with next_cursor.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Cursor for the next request; null if the filter matches no more.'),
  }),
)
const UNKNOWN: Refusal = { code: 'submission_not_found' }
const ID = '/submissions/:id'

const COMMON = { tag: 'submissions', query: NOTHING, body: NOTHING, fresh: false } as const

function isLabelAction(action: (typeof BULK_ACTIONS)[number]): action is 'label' | 'unlabel' {
  return action === 'label' || action === 'unlabel'
}

function toBulkAction(body: z.output<typeof BulkRequest>): BulkAction {
  const { action: name, label: labelId = '', assignee = '' } = body
  if (name === 'assign') return { name, assignee }
  return isLabelAction(name) ? { name, labelId } : { name }
}

/** Declares `/submissions`. */
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
      summary: 'List submissions, newest first.',
      description:
        'A page can have fewer entries than its limit if its fields would exceed 1 MiB, or if a search has read many submissions. Continue while next_cursor is not null.',
      query: z.strictObject({ ...PAGING, ...SELECTION_PARAMETERS }),
      answer: {
        status: 200,
        description: 'A page of submissions.',
        schema: SubmissionPage,
        example: { data: [EXAMPLE_STORED], next_cursor: null, unread: 1 },
      },
      refuses: ['endpoint_not_found', 'label_not_found', 'member_not_found'],
      async handle({ caller, query, now }) {
        const { limit, cursor } = query
        const selection = parseQuerySelection(query)
        if (selection.folders.join() === 'spam') await actions.recordSpamSeen(caller, now)
        const listed = await actions.listSubmissions(caller, {
          selection,
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
      summary: 'Get one submission and the ids of the ones next to it.',
      answer: {
        status: 200,
        description: 'The submission.',
        schema: ShownSubmission,
        example: {
          ...EXAMPLE_STORED,
          neighbors: { newer: null, older: 'sub_0w8z4k2v7c1x9m3t5r0y8bh6nq' },
        },
      },
      async handle({ caller, params }) {
        const found = await actions.getSubmission(caller, params.id ?? '')
        if (!found) return refused(UNKNOWN)
        const { submission, newer, older } = found
        return answered({ ...submissionBody(submission), neighbors: { newer, older } })
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
      summary: 'Mark a submission, move it to a folder, or change its star, labels, note and assignee.',
      description:
        'Moving a submission that was classified as spam on arrival to the inbox sends its email. It does not count against the quota. ' +
        `The folder trash is emptied after ${TRASH_DAYS} days.`,
      body: MarkRequest,
      bodyExample: { read: true, folder: 'archive', starred: true },
      answer: {
        status: 200,
        description: 'The changed submission.',
        schema: StoredSubmission,
        example: { ...EXAMPLE_STORED, read: true, folder: 'archive', starred: true },
      },
      refuses: ['label_not_found', 'member_not_found'],
      async handle({ caller, now, params, body }) {
        const { read = null, folder: into = null, starred = null, labels = null } = body
        const note = body.note === undefined ? null : (body.note ?? '')
        const assignee = body.assignee === undefined ? null : (body.assignee ?? 'nobody')
        const change = { read, folder: into, starred, labelIds: labels, note, assignee }
        const marked = await actions.markSubmission(caller, { submissionId: params.id ?? '', ...change, now })
        return marked.kind === 'refused' ? marked : answered(submissionBody(marked.submission))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: ID,
      needs: 'write',
      operationId: 'deleteSubmission',
      summary: 'Move a submission to the trash, or delete it for good.',
      description:
        `In the trash it is left out of lists, searches and exports, and deleted for good after ${TRASH_DAYS} days. ` +
        'Emails that wait are not sent while it is there, and are sent when it is restored; one in progress may still arrive. ' +
        'Deleting for good also deletes its emails, and requires a fresh session, like every deletion, of an owner.',
      query: z.strictObject({
        permanent: z
          .enum(['true', 'false'])
          .default('false')
          .describe('true: delete it for good, also from the trash.'),
      }),
      answer: { status: 204, description: 'The submission is in the trash, or deleted for good.' },
      refuses: ['fresh_sign_in_needed'],
      async handle({ caller, now, params, query }) {
        const submissionId = params.id ?? ''
        if (query.permanent === 'false') {
          const trashed = await actions.trashSubmission(caller, { submissionId, now })
          return trashed ? DONE : refused(UNKNOWN)
        }
        const denied = checkDeletion(caller, now)
        if (denied) return refused(denied)
        const deleted = await actions.deleteSubmission(caller, { submissionId, now })
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
        `Send up to ${MAX_AT_ONCE} ids, or a filter, of whose matches ${MAX_AT_ONCE} are changed per call, newest first. ` +
        'A call can change fewer or none if a search has read many submissions. Continue while next_cursor is not null. ' +
        'Unknown ids are ignored. label and unlabel put a label on or take it off. assign leaves submissions alone to whose form the person has no access. delete moves to the trash, restore moves back, and delete_permanently requires a fresh ' +
        'session, like every deletion, of an owner. A key also needs the ' +
        'scope read for a filter with q.',
      body: BulkRequest,
      bodyExample: { filter: { folder: 'inbox', unread: true }, action: 'read' },
      answer: {
        status: 200,
        description: 'The submissions that were changed.',
        schema: Changed,
        example: { changed: 1, ids: [EXAMPLE_STORED.id], more: false, next_cursor: null },
      },
      refuses: ['endpoint_not_found', 'label_not_found', 'member_not_found', 'fresh_sign_in_needed'],
      async handle({ caller, now, body }) {
        const { ids, filter, cursor, action: name } = body
        const action = toBulkAction(body)
        const denied = name === 'delete_permanently' ? checkDeletion(caller, now) : null
        const blind = filter?.q === undefined ? null : checkReadScope(caller)
        const refusal = denied ?? blind
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
