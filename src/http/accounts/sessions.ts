import { z } from 'zod'
import type { SessionView } from '../../actions/accounts/sessions.ts'
import type { Keys } from '../../domain/keys.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE, done } from '../kernel/api-route.ts'
import { clearCookieHeader } from '../kernel/cookies.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, opaqueId } from '../schema/shapes.ts'

const Session = named(
  'Session',
  z.object({
    id: opaqueId,
    device: z.string().describe('Browser and operating system, as far as they are known.'),
    created_at: instant,
    last_seen_at: instant.describe('Accurate to the minute.'),
    current: z.boolean().describe('true for the session of the caller.'),
    fresh_until: instant.describe('Irreversible operations are allowed until then.'),
  }),
)
const SessionList = named('SessionList', z.object({ data: z.array(Session) }))

const EXAMPLE = {
  id: 'ses_8s0fjv2ezk7wh5r0x9m3tq6ybc',
  device: 'Firefox · Linux',
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  current: true,
  fresh_until: '2026-11-20T10:15:00.000Z',
}
const UNKNOWN_DEVICE = 'Unknown device'
const COMMON = { tag: 'sessions', needs: 'session', fresh: false, query: NOTHING, body: NOTHING } as const

/** Declares `/sessions` and `/sign-out`: browsers that are signed in. Only a signed-in person can manage them. */
export function sessionRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, keys } = deps
  const signedOut = done(clearCookieHeader(deps, 'session'))

  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/sessions',
      operationId: 'listSessions',
      summary: 'List the sessions of the account, newest first.',
      answer: {
        status: 200,
        description: 'All sessions.',
        schema: SessionList,
        example: { data: [EXAMPLE] },
      },
      async handle({ caller, now }) {
        const sessions = await actions.listSessions(caller, now)
        const data = sessions.map((session) => sessionBody(keys, session))
        return answered({ data })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: '/sessions/:id',
      operationId: 'endSession',
      summary: 'End one session.',
      answer: { status: 204, description: 'The session is ended.', headers: ['Set-Cookie'] },
      refuses: ['not_found'],
      async handle({ caller, params, now }) {
        const ended = await actions.endSession(caller, { id: params.id ?? '', now })
        if (!ended) return refused({ code: 'not_found' })
        return ended.current ? signedOut : DONE
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: '/sessions',
      operationId: 'endAllSessions',
      summary: 'End all sessions, including that of the caller.',
      description: 'For an account that somebody else may have used, revoke the keys too.',
      query: z.strictObject({
        revoke_keys: z
          .enum(['0', '1'])
          .default('0')
          .describe('1: also revoke all API keys, and all keys of telemetry endpoints and queues.'),
      }),
      answer: { status: 204, description: 'All sessions are ended.', headers: ['Set-Cookie'] },
      async handle({ caller, query, now }) {
        await actions.endAllSessions(caller, { keys: query.revoke_keys === '1' ? 'revoked' : 'kept', now })
        return signedOut
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/sign-out',
      operationId: 'signOut',
      summary: 'End the session of the caller.',
      answer: { status: 204, description: 'The session is ended.', headers: ['Set-Cookie'] },
      async handle({ caller, now }) {
        await actions.signOut(caller, now)
        return signedOut
      },
    }),
  ]
}

/** Formats a session by the schema `Session`. */
export function sessionBody(keys: Keys, session: SessionView): z.infer<typeof Session> {
  return {
    id: keys.rowId('session', session.key),
    device: session.device || UNKNOWN_DEVICE,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.seenAt.toISOString(),
    current: session.current,
    fresh_until: session.freshUntil.toISOString(),
  }
}
