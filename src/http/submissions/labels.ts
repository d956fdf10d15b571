import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import { MAX_LABELS } from '../../domain/submissions/label.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { EXAMPLE_LABEL, LabelShape, labelBody, labelColor, labelName } from './label-shape.ts'

const LabelRequest = named('LabelRequest', z.strictObject({ name: labelName, color: labelColor.optional() }))
const LabelChange = named('LabelChange', LabelRequest.partial())
export const LabelList = named(
  'LabelList',
  z.object({
    data: z.array(LabelShape),
    limit: z.int().describe('Maximum number of labels of an account.'),
  }),
)
const ID = '/labels/:id'
const COMMON = { tag: 'labels', query: NOTHING, body: NOTHING, fresh: false } as const

/** Declares `/labels`: the words that an owner puts on submissions. */
export function labelRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/labels',
      needs: 'read',
      operationId: 'listLabels',
      summary: 'List the labels of the account, by name.',
      answer: {
        status: 200,
        description: 'All labels.',
        schema: LabelList,
        example: { data: [EXAMPLE_LABEL], limit: MAX_LABELS },
      },
      handle: async ({ caller }) =>
        answered({ data: (await actions.listLabels(caller)).map(labelBody), limit: MAX_LABELS }),
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/labels',
      needs: 'write',
      operationId: 'createLabel',
      summary: 'Create a label.',
      body: LabelRequest,
      bodyExample: { name: EXAMPLE_LABEL.name, color: EXAMPLE_LABEL.color },
      answer: { status: 201, description: 'The label.', schema: LabelShape, example: EXAMPLE_LABEL },
      refuses: ['name_taken', 'limit_reached'],
      async handle({ caller, body: { name, color = 'gray' }, now }) {
        const made = await actions.addLabel(caller, { name, color, now })
        return made.kind === 'refused' ? made : answered(labelBody(made.label))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'PATCH',
      path: ID,
      needs: 'write',
      operationId: 'changeLabel',
      summary: 'Change the name or the color of a label, on all submissions that have it.',
      body: LabelChange,
      bodyExample: { color: 'green' },
      answer: {
        status: 200,
        description: 'The changed label.',
        schema: LabelShape,
        example: { ...EXAMPLE_LABEL, color: 'green' },
      },
      refuses: ['name_taken'],
      async handle({ caller, params, body: { name = null, color = null } }) {
        const changed = await actions.changeLabel(caller, { labelId: params.id ?? '', name, color })
        return changed.kind === 'refused' ? changed : answered(labelBody(changed.label))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: ID,
      needs: 'write',
      operationId: 'deleteLabel',
      summary: 'Delete a label and take it off all submissions.',
      answer: { status: 204, description: 'The label is deleted.' },
      handle: async ({ caller, params }) =>
        (await actions.deleteLabel(caller, params.id ?? '')) ? DONE : refused({ code: 'label_not_found' }),
    }),
  ]
}
