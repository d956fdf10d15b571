import { z } from 'zod'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { assigneeId } from '../schema/shapes.ts'

const AssigneeList = named(
  'AssigneeList',
  z.object({
    data: z.array(
      named(
        'Assignee',
        z.object({
          id: assigneeId,
          email: z.string(),
          form_id: z
            .string()
            .nullable()
            .describe('The only form whose submissions can be assigned to them; null for all forms.'),
          you: z.boolean().describe('true for the caller.'),
        }),
      ),
    ),
  }),
)

/** Declares `GET /assignees`: the people to whom submissions can be assigned. */
export function assigneeRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/assignees',
      needs: 'read',
      fresh: false,
      tag: 'submissions',
      operationId: 'listAssignees',
      summary: 'List the people to whom submissions can be assigned.',
      description:
        'The holder of the account, then its members. Members of one form see those who have access to it.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'All of them.',
        schema: AssigneeList,
        example: { data: [{ id: 'holder', email: EXAMPLE_RECIPIENT, form_id: null, you: true }] },
      },
      async handle({ caller }) {
        const assignees = await actions.listAssignees(caller)
        return answered({
          data: assignees.map(({ id, email, form, isCaller }) => ({
            id,
            email,
            form_id: form,
            you: isCaller,
          })),
        })
      },
    }),
  ]
}
