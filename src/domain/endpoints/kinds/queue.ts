import type { Plan } from '../../plans/plan.ts'
import type { KindRules } from '../kind.ts'

/** Takes messages and hands them to whoever works them off. One month of the Free plan is what an unclaimed one has. */
export const QUEUE = {
  kind: 'queue',
  idPrefix: 'q',
  keyScopes: ['publish', 'consume'],
  unclaimedCap: 100,
  countedBy: 'account',
  getQuota: (plan: Plan) => plan.queueMessagesPerMonth,
  frozenCode: 'queue_frozen',
  quotaCode: 'monthly_quota',
} as const satisfies KindRules
