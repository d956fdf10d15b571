import { z } from 'zod'
import { readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { Usage, usageBody, usageExample } from '../plans/usage.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { ALONE, address, checkOperator } from './require-operator.ts'

const MAX_PLAN_NAME_LENGTH = 100

const OwnerUsage = named(
  'OperatorOwnerUsage',
  z.object({
    email: z.string(),
    plan: z.string().describe('Stored with the account; it differs from `usage.plan` once it was removed.'),
    plans: z.array(z.string()).describe('Plans that the owner can be moved to.'),
    usage: Usage,
  }),
)
const PlanRequest = named(
  'OperatorPlanChange',
  z.strictObject({ email: address, plan: z.string().max(MAX_PLAN_NAME_LENGTH) }),
)

/** Declares what operators see of the usage of an owner, and the change of their plan. */
export function operatorPlanRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, terms } = deps
  const common = { needs: 'session', tag: 'operator' } as const
  return [
    apiRoute({
      ...common,
      method: 'GET',
      path: '/operator/usage',
      fresh: false,
      operationId: 'showUsageOfOwner',
      summary: 'Get the usage of an owner in this month against their plan.',
      description: ALONE,
      query: z.strictObject({ email: address.describe('Address of the owner.') }),
      body: NOTHING,
      refuses: ['not_found'],
      answer: {
        status: 200,
        description: 'Usage of the owner.',
        schema: OwnerUsage,
        example: {
          email: 'jane@acme.org',
          plan: terms.defaultPlan,
          plans: Object.keys(terms.plans),
          usage: usageExample(terms),
        },
      },
      async handle({ caller, now, query }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const mailbox = readPlainAddress(query.email.trim())
        const found = mailbox === null ? null : await actions.getUsageOfOwner(mailbox, now)
        if (!found) return refused({ code: 'not_found' })
        const { owner, usage } = found
        return answered({
          email: owner.mailbox,
          plan: owner.plan,
          plans: Object.keys(terms.plans),
          usage: usageBody(terms, owner.plan, usage),
        })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: '/operator/plans',
      fresh: true,
      operationId: 'changePlanOfOwner',
      summary: 'Move an owner to another plan.',
      description: `${ALONE} Quotas apply at once. The owner is notified by email, and data beyond a shorter retention is deleted a week later.`,
      query: NOTHING,
      body: PlanRequest,
      bodyExample: { email: 'jane@acme.org', plan: terms.defaultPlan },
      refuses: ['not_found', 'value_invalid'],
      answer: { status: 204, description: 'The owner is on this plan, or was before.' },
      async handle({ caller, now, body: { email, plan } }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const mailbox = readPlainAddress(email.trim())
        if (mailbox === null) return refused({ code: 'not_found' })
        const operator = { kind: 'account', mailbox: caller.mailbox } as const
        const changed = await actions.changePlan({ mailbox, plan, operator, now })
        switch (changed.kind) {
          case 'unknown_mailbox':
            return refused({ code: 'not_found' })
          case 'unknown_plan':
            return refused({ code: 'value_invalid', field: 'plan' })
          case 'unchanged':
          case 'changed':
            return DONE
        }
      },
    }),
  ]
}
