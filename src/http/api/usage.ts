import { z } from 'zod'
import { monthOf, nextMonth } from '../../domain/plan.ts'
import { named } from '../agents/openapi/named-schemas.ts'
import type { HttpParts } from '../parts.ts'
import { type ApiRoute, answered, apiRoute, NOTHING } from './route.ts'
import { formId, instant, Plan, planBody } from './shapes.ts'

const Usage = named(
  'Usage',
  z.object({
    plan: Plan,
    month: z.string().describe('The calendar month in UTC that is counted.'),
    resets_at: instant,
    endpoints: z
      .array(
        z.object({
          id: formId,
          name: z.string().nullable(),
          used: z.int(),
          limit: z.int().nullable().describe('null: any number.'),
        }),
      )
      .describe('Those that still take submissions, newest first.'),
  }),
)

/** `GET /usage`: what of the plan is used. */
export function usageRoutes(parts: HttpParts): ApiRoute[] {
  const { deeds, terms } = parts
  return [
    apiRoute({
      method: 'GET',
      path: '/usage',
      needs: 'read',
      fresh: false,
      tag: 'usage',
      operationId: 'showUsage',
      summary: 'What each endpoint has used of the plan in this month.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'Usage by endpoint.',
        schema: Usage,
        example: {
          plan: planBody(terms, terms.defaultPlan),
          month: '2026-11',
          resets_at: '2026-12-01T00:00:00.000Z',
          endpoints: [{ id: 'f_k3v9q2m7x4t8r5wz', name: 'Contact', used: 12, limit: 50 }],
        },
      },
      refuses: [],
      async handle({ caller, now }) {
        const endpoints = await deeds.lookAtUsage(caller, now)
        return answered({
          plan: planBody(terms, caller.plan),
          month: monthOf(now),
          resets_at: nextMonth(now).toISOString(),
          endpoints: endpoints.map(({ endpoint, month }) => ({
            id: endpoint.id,
            name: endpoint.settings.name,
            used: month.used,
            limit: month.limit,
          })),
        })
      },
    }),
  ]
}
