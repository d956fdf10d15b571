import { z } from 'zod'
import type { InboxView } from '../../actions/submissions/views.ts'
import { refused } from '../../domain/refusal.ts'
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS } from '../../domain/submissions/label.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { line } from '../schema/shapes.ts'
import { parseBodySelection, ViewFilter } from './selection.ts'

const viewName = line(MAX_VIEW_NAME_LENGTH)
const viewId = z
  .string()
  .regex(/^vie_[0-9a-hjkmnp-tv-z]{26}$/)
  .describe('The opaque id of the view.')
const ViewRequest = named('ViewRequest', z.strictObject({ name: viewName, filter: ViewFilter }))
const ViewChange = named('ViewChange', ViewRequest.partial())
export const ViewShape = named(
  'View',
  z.object({
    id: viewId,
    name: viewName,
    filter: ViewFilter,
  }),
)
export const ListedView = named(
  'ListedView',
  ViewShape.extend({
    unread: z
      .int()
      .nullable()
      .describe(
        'Its unread submissions, counted up to 1000; of a view with a label or star among its 700 newest. null for a view with `q`, and where its form or label no longer exists.',
      ),
  }),
)
export const ViewList = named(
  'ViewList',
  z.object({
    data: z.array(ListedView),
    limit: z.int().describe('Maximum number of saved views of an account.'),
  }),
)
const ID = '/views/:id'
const COMMON = { tag: 'labels', query: NOTHING, body: NOTHING, fresh: false } as const
const EXAMPLE: z.infer<typeof ViewShape> = {
  id: 'vie_3z5r1t6w9v0b4n7m2q9x4p0c8k',
  name: 'To answer',
  filter: { folder: 'inbox', starred: true },
}

/** Declares `/views`: filters of the inbox under a name. */
export function viewRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/views',
      needs: 'read',
      operationId: 'listViews',
      summary: 'List the saved views of the inbox, the oldest first, with their unread submissions.',
      answer: {
        status: 200,
        description: 'All saved views.',
        schema: ViewList,
        example: { data: [{ ...EXAMPLE, unread: 3 }], limit: MAX_VIEWS },
      },
      async handle({ caller }) {
        const views = await actions.listViews(caller)
        const data: z.infer<typeof ListedView>[] = []
        // One after the other, as the reads of an account are limited.
        for (const view of views) {
          const body = viewBody(view)
          const selection = parseBodySelection(ViewFilter.parse(body.filter))
          data.push({ ...body, unread: await actions.countUnreadOf(caller, selection) })
        }
        return answered({ data, limit: MAX_VIEWS })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/views',
      needs: 'write',
      operationId: 'createView',
      summary: 'Save a view of the inbox.',
      body: ViewRequest,
      bodyExample: { name: EXAMPLE.name, filter: EXAMPLE.filter },
      answer: { status: 201, description: 'The view.', schema: ViewShape, example: EXAMPLE },
      refuses: ['name_taken', 'limit_reached'],
      async handle({ caller, body: { name, filter }, now }) {
        const made = await actions.addView(caller, { name, filter: JSON.stringify(filter), now })
        return made.kind === 'refused' ? made : answered(viewBody(made.view))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'PATCH',
      path: ID,
      needs: 'write',
      operationId: 'changeView',
      summary: 'Change the name or the filter of a saved view.',
      body: ViewChange,
      bodyExample: { name: 'Answer today' },
      answer: {
        status: 200,
        description: 'The changed view.',
        schema: ViewShape,
        example: { ...EXAMPLE, name: 'Answer today' },
      },
      refuses: ['name_taken'],
      async handle({ caller, params, body: { name = null, filter } }) {
        const change = { name, filter: filter === undefined ? null : JSON.stringify(filter) }
        const changed = await actions.changeView(caller, { viewId: params.id ?? '', ...change })
        return changed.kind === 'refused' ? changed : answered(viewBody(changed.view))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: ID,
      needs: 'write',
      operationId: 'deleteView',
      summary: 'Delete a saved view. Its submissions stay.',
      answer: { status: 204, description: 'The view is deleted.' },
      handle: async ({ caller, params }) =>
        (await actions.deleteView(caller, params.id ?? '')) ? DONE : refused({ code: 'view_not_found' }),
    }),
  ]
}

/** Formats a saved view by the schema `View`. */
export function viewBody({ id, name, filter }: InboxView): z.infer<typeof ViewShape> {
  return { id, name, filter: JSON.parse(filter) as z.infer<typeof ViewFilter> }
}
