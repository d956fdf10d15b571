import type { Plan } from '../../plans/plan.ts'
import type { KindRules } from '../kind.ts'

/** A queue accepts messages and delivers them to consumers. An unclaimed one gets one month of the Free plan. */
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
