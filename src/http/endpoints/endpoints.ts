import { z } from 'zod'
import { type Refusal, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { createUnmeteredRate, MAX_UNMETERED_PER_HOUR } from '../limits/unmetered-rate.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { Deleted, submissionId } from '../schema/shapes.ts'
import { forms } from './endpoint-shape.ts'
import { kindRoutes } from './kind-routes.ts'

const Sent = named('Sent', z.object({ submission_id: submissionId }))
const UNKNOWN: Refusal = { code: 'endpoint_not_found' }
const ID = '/endpoints/:id'

/** Declares `/endpoints`: the form endpoints of the account. */
export function endpointRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  const countTest = createUnmeteredRate('test submissions')
  const common = { tag: 'endpoints', query: NOTHING, body: NOTHING, fresh: false } as const

  return [
    ...kindRoutes(deps, forms(deps)),
    apiRoute({
      ...common,
      method: 'DELETE',
      path: `${ID}/submissions`,
      needs: 'write',
      fresh: true,
      operationId: 'emptyEndpoint',
      summary: 'Delete all submissions of an endpoint.',
      description: 'Also deletes emails not yet sent. Submissions that arrive during the call are kept.',
      answer: {
        status: 200,
        description: 'The number of deleted submissions.',
        schema: Deleted,
        example: { deleted: 12 },
      },
      async handle({ caller, params }) {
        const deleted = await actions.emptyEndpoint(caller, params.id ?? '')
        return deleted === null ? refused(UNKNOWN) : answered({ deleted })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: `${ID}/test`,
      needs: 'write',
      operationId: 'sendTest',
      summary: 'Send a test submission.',
      description: `It is delivered like any other and has the field _test, but uses no quota of the form and is not counted; a message that it becomes in a queue counts there. A form holds one: the next one replaces it, and the next real submission deletes it. An account sends at most ${MAX_UNMETERED_PER_HOUR} an hour.`,
      answer: {
        status: 201,
        description: 'The submission was accepted.',
        schema: Sent,
        example: { submission_id: 'sub_6nq0w8z4k2v7c1x9m3t5r0y8bh' },
      },
      refuses: ['endpoint_retired', 'endpoint_suspended', 'submit_rate', 'disk_full'],
      async handle({ caller, now, params }) {
        const rate = countTest(caller, now)
        if (rate) return refused(rate)
        const sent = await actions.sendTest(caller, { endpointId: params.id ?? '', now })
        return sent.kind === 'refused'
          ? refused(sent.refusal)
          : answered({ submission_id: sent.submissionId })
      },
    }),
  ]
}
