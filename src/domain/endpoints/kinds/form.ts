import type { Plan } from '../../plans/plan.ts'
import type { KindRules } from '../kind.ts'

/** Real submissions an unclaimed form endpoint accepts in its life. */
export const UNCLAIMED_CAP = 50

/** Takes submissions and mails them to its recipient. */
export const FORM = {
  kind: 'form',
  idPrefix: 'f',
  keyScopes: null,
  unclaimedCap: UNCLAIMED_CAP,
  countedBy: 'endpoint',
  getQuota: (plan: Plan) => plan.submissionsPerMonth,
  frozenCode: 'endpoint_frozen',
  quotaCode: 'monthly_quota',
} as const satisfies KindRules
