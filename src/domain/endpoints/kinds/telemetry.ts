import type { Plan } from '../../plans/plan.ts'
import type { KindRules } from '../kind.ts'

/** A telemetry endpoint accepts events and counts them. An unclaimed one gets one month of the Free plan. */
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
