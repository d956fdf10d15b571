import { z } from 'zod'
import { deviceLabel } from '../../domain/accounts/device.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { getHeader } from '../kernel/request.ts'
import { EXAMPLE_HINT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant } from '../schema/shapes.ts'

const MAX_CODE_LENGTH = 24

const SentTo = named(
  'SentTo',
  z.object({ sent_to: z.string().describe('The email address, partly hidden.') }),
)
const Code = named(
  'Code',
  z.strictObject({
    code: z.string().min(1).max(MAX_CODE_LENGTH).describe('The code from the newest email.'),
  }),
)
const Fresh = named(
  'Fresh',
  z.object({ fresh_until: instant.describe('Irreversible operations are allowed until then.') }),
)

/** Declares `/step-up`: an older session is confirmed by an email before an irreversible operation. */
export function stepUpRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      method: 'POST',
      path: '/step-up',
      needs: 'session',
      fresh: false,
      tag: 'sessions',
      operationId: 'requestConfirmation',
      summary: 'Request an email that confirms this session.',
      description: 'The email contains a link and a code. Either makes the session fresh.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 202,
        description: 'The email is queued.',
        schema: SentTo,
        example: { sent_to: EXAMPLE_HINT },
      },
      refuses: ['sign_in_rate'],
      async handle({ caller, request, now }) {
        const device = deviceLabel(getHeader(request, 'user-agent'))
        const requested = await actions.requestConfirmation(caller, { device, now })
        return requested.kind === 'refused' ? requested : answered({ sent_to: requested.accountHint })
      },
    }),
    apiRoute({
      method: 'POST',
      path: '/step-up/confirm',
      needs: 'session',
      fresh: false,
      tag: 'sessions',
      operationId: 'confirmSession',
      summary: 'Confirm this session with the code from the email.',
      query: NOTHING,
      body: Code,
      bodyExample: { code: '7KQ2M9XT' },
      answer: {
        status: 200,
        description: 'The session is fresh.',
        schema: Fresh,
        example: { fresh_until: '2026-11-20T10:15:00.000Z' },
      },
      refuses: ['code_wrong'],
      async handle({ caller, body, now }) {
        const confirmed = await actions.confirmByCode(caller, { code: body.code, now })
        return confirmed.kind === 'refused'
          ? confirmed
          : answered({ fresh_until: confirmed.freshUntil.toISOString() })
      },
    }),
  ]
}
