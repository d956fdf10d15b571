import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { GoalProgress } from '../../actions/telemetry/goal.ts'
import { isTimeZone } from '../../domain/outbox/wall-time.ts'
import { MAX_EVENT_NAME_LENGTH } from '../../domain/telemetry/event.ts'
import { type Goal, MAX_GOAL } from '../../domain/telemetry/goal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, line } from '../schema/shapes.ts'

const MAX_ZONE_LENGTH = 64
const name = line(MAX_EVENT_NAME_LENGTH).describe('Name of the events that count.')
const perDay = z.int().min(1).max(MAX_GOAL).describe('Number of events a day.')
const GoalRequest = named(
  'GoalRequest',
  z.strictObject({
    name,
    per_day: perDay,
    time_zone: z
      .string()
      .max(MAX_ZONE_LENGTH)
      .refine(isTimeZone, 'This is not an IANA time zone. Send a name such as Europe/Berlin')
      .default('UTC')
      .describe('IANA time zone in which a day begins.'),
  }),
)
const GoalBody = named(
  'Goal',
  z.object({
    goal: z
      .object({
        name,
        per_day: perDay,
        time_zone: z.string(),
        today: z.object({
          since: instant.describe('Midnight in the time zone.'),
          count: z.int().describe('Events since the hour of UTC in which the day began.'),
        }),
      })
      .nullable()
      .describe('null: there is none.'),
  }),
)
const EXAMPLE_GOAL: Goal = { name: 'signup', perDay: 200, timeZone: 'Europe/Berlin' }
const EXAMPLE = {
  goal: goalBody(EXAMPLE_GOAL, { since: new Date('2026-11-19T23:00:00.000Z'), count: 142 }),
}
const COMMON = {
  tag: 'telemetry',
  path: '/telemetry/:id/goal',
  fresh: false,
  query: NOTHING,
  body: NOTHING,
} as const

/** Declares the routes of the daily goal of a telemetry endpoint. */
export function goalRoutes({ actions }: HttpDeps): ApiRoute[] {
  async function show(caller: Caller, request: { endpointId: string; now: Date }) {
    const found = await actions.getGoal(caller, request)
    if (found.kind === 'refused') return found
    return answered({ goal: found.kind === 'none' ? null : goalBody(found.goal, found.progress) })
  }
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      needs: 'read',
      operationId: 'showGoal',
      summary: 'Get the daily goal, with the number of events today.',
      answer: { status: 200, description: 'The goal.', schema: GoalBody, example: EXAMPLE },
      handle: ({ caller, now, params: { id: endpointId = '' } }) => show(caller, { endpointId, now }),
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      needs: 'both',
      operationId: 'setGoal',
      summary: 'Set the daily goal: a number of events of one name. It replaces an earlier one.',
      body: GoalRequest,
      bodyExample: { name: 'signup', per_day: 200, time_zone: 'Europe/Berlin' },
      answer: { status: 200, description: 'The goal.', schema: GoalBody, example: EXAMPLE },
      refuses: ['endpoint_retired'],
      async handle({ caller, now, params: { id: endpointId = '' }, body }) {
        const goal = { name: body.name, perDay: body.per_day, timeZone: body.time_zone }
        const set = await actions.setGoal(caller, { endpointId, now, goal })
        return set.kind === 'refused' ? set : show(caller, { endpointId, now })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      needs: 'write',
      operationId: 'removeGoal',
      summary: 'Remove the daily goal.',
      answer: { status: 204, description: 'There is no goal.' },
      async handle({ caller, now, params: { id: endpointId = '' } }) {
        const removed = await actions.setGoal(caller, { endpointId, now, goal: null })
        return removed.kind === 'refused' ? removed : DONE
      },
    }),
  ]
}

function goalBody(goal: Goal, { since, count }: GoalProgress) {
  return { ...goalSettingBody(goal), today: { since: since.toISOString(), count } }
}

/** Returns the JSON of a goal, without what has arrived today. */
export function goalSettingBody({ name, perDay, timeZone }: Goal) {
  return { name, per_day: perDay, time_zone: timeZone }
}
