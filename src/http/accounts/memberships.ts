import { z } from 'zod'
import type { Membership as FoundMembership } from '../../actions/accounts/members.ts'
import { ROLES } from '../../domain/accounts/scope.ts'
import type { Keys } from '../../domain/keys.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { opaqueId } from '../schema/shapes.ts'

export const Membership = named(
  'Membership',
  z.object({
    id: opaqueId,
    account: z.string().describe('The email address that identifies the account.'),
    role: z.enum(ROLES),
    form_id: z.string().nullable().describe('The only form that they may see; null for the whole account.'),
    current: z.boolean().describe('true while the session acts in this account.'),
  }),
)
const SwitchRequest = named(
  'AccountSwitch',
  z.strictObject({
    membership_id: opaqueId.nullable().describe('A membership from `GET /me`; null: the own account.'),
  }),
)
const EXAMPLE_ID = 'mem_4x1m9c7t2v8q0y5s3k6w1z9d2f'
const COMMON = { tag: 'members', needs: 'session', fresh: false, query: NOTHING } as const

/** Declares what a person does with the accounts of others that they are a member of. */
export function membershipRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/me/account',
      operationId: 'switchAccount',
      summary: 'Act in the account of a membership, or in the own account again.',
      description: 'It applies to the whole session: all tabs of the browser.',
      body: SwitchRequest,
      bodyExample: { membership_id: EXAMPLE_ID },
      answer: { status: 204, description: 'The session acts in that account.' },
      refuses: ['not_found'],
      async handle({ caller, body, now }) {
        const switched = await actions.switchAccount(caller, { id: body.membership_id, now })
        return switched ? DONE : refused({ code: 'not_found', field: 'membership_id' })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: '/me/memberships/:id',
      operationId: 'leaveAccount',
      summary: 'Leave an account. Sessions that act in it end.',
      body: NOTHING,
      answer: { status: 204, description: 'The membership has ended.' },
      refuses: ['not_found'],
      handle: async ({ caller, params, now }) =>
        (await actions.leaveAccount(caller, { id: params.id ?? '', now }))
          ? DONE
          : refused({ code: 'not_found' }),
    }),
  ]
}

/** Formats a membership by the schema `Membership`. */
export function membershipBody(
  keys: Keys,
  membership: FoundMembership & { isCurrent: boolean },
): z.infer<typeof Membership> {
  const { key, holder, role, form, isCurrent } = membership
  return { id: keys.rowId('member', key), account: holder, role, form_id: form, current: isCurrent }
}
