import type { Plan } from '../../plans/plan.ts'
import type { KindRules } from '../kind.ts'

/** Submissions, without spam, that an unclaimed form endpoint accepts in its life. */
export const UNCLAIMED_CAP = 50

/** A form endpoint accepts submissions and emails them to its recipient. */
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
