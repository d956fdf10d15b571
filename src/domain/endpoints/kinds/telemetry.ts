import type { Plan } from '../../plans/plan.ts'
import type { KindRules } from '../kind.ts'

/** Takes events and counts them. One month of the Free plan is what an unclaimed one has. */
export const TELEMETRY = {
  kind: 'telemetry',
  idPrefix: 't',
  keyScopes: ['read'],
  unclaimedCap: 5_000,
  countedBy: 'account',
  getQuota: (plan: Plan) => plan.telemetryEventsPerMonth,
  frozenCode: 'telemetry_frozen',
  quotaCode: 'monthly_quota',
} as const satisfies KindRules
