import { z } from 'zod'
import type { Terms } from '../../actions/context.ts'
import type { Usage as UsageView } from '../../actions/plans/usage.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { formId, instant, Plan, planBody } from '../schema/shapes.ts'

const Count = z.object({ used: z.int(), limit: z.int().nullable().describe('null: no limit.') })

/** Schema of usage against the plan. */
export const Usage = named(
  'Usage',
  z.object({
    plan: Plan,
    month: z.string().describe('The calendar month in UTC.'),
    resets_at: instant,
    endpoints: z
      .array(
        z.object({
          id: formId,
          name: z.string().nullable(),
          used: z.int(),
          limit: z.int().nullable().describe('null: no limit.'),
        }),
      )
      .describe('Form endpoints that still accept submissions, newest first.'),
    telemetry: Count.describe('Events accepted by all telemetry endpoints together.'),
    queue: Count.describe('Messages accepted by all queues together.'),
    stored_bytes: z
      .object({ used: z.int(), limit: z.int() })
      .describe('Bytes of all stored files; each counts at least 4 KiB. Deleting submissions frees them.'),
    retention: z
      .object({
        submission_days: z.int(),
        telemetry_days: z.int(),
        shrinks_at: instant
          .nullable()
          .describe(
            'When a shorter retention of the plan takes effect and older data is deleted; null if no change is pending.',
          ),
      })
      .describe('Retention in force now.'),
  }),
)

/** Declares `GET /usage`: usage against the plan. */
export function usageRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, terms } = deps
  return [
    apiRoute({
      method: 'GET',
      path: '/usage',
      needs: 'read',
      fresh: false,
      tag: 'usage',
      operationId: 'showUsage',
      summary: 'Get the usage of this month against the plan, and the retention.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'Usage by endpoint.',
        schema: Usage,
        example: usageExample(terms),
      },
      async handle({ caller, now }) {
        const usage = await actions.getUsage(caller, now)
        if (!usage) return refused({ code: 'not_signed_in' })
        return answered(usageBody(terms, caller.plan, usage))
      },
    }),
  ]
}

/** Renders usage; `planName` is the plan of the account. */
export function usageBody(terms: Terms, planName: string, usage: UsageView): z.infer<typeof Usage> {
  return {
    plan: planBody(terms, planName),
    month: usage.month,
    resets_at: usage.resetsAt.toISOString(),
    endpoints: usage.endpoints.map(({ endpoint, month }) => ({
      id: endpoint.id,
      name: getName(endpoint),
      used: month.used,
      limit: month.limit,
    })),
    telemetry: usage.telemetry,
    queue: usage.queue,
    stored_bytes: usage.storedBytes,
    retention: {
      submission_days: usage.retention.submissions,
      telemetry_days: usage.retention.telemetry,
      shrinks_at: usage.retentionReducedAt?.toISOString() ?? null,
    },
  }
}

/** Returns usage for examples. */
export function usageExample(terms: Terms): z.infer<typeof Usage> {
  return {
    plan: planBody(terms, terms.defaultPlan),
    month: '2026-11',
    resets_at: '2026-12-01T00:00:00.000Z',
    endpoints: [{ id: 'f_k3v9q2m7x4t8r5wz', name: 'Contact', used: 12, limit: 50 }],
    telemetry: { used: 0, limit: 5000 },
    queue: { used: 0, limit: 100 },
    stored_bytes: { used: 1_310_720, limit: 52_428_800 },
    retention: { submission_days: 30, telemetry_days: 7, shrinks_at: null },
  }
}
