import { refused } from '../../domain/refusal.ts'
import { MIN_LESSONS } from '../../domain/spam/words/word-score.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, done } from '../kernel/api-route.ts'
import { clearCookieHeader } from '../kernel/cookies.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { NOTHING } from '../schema/read-input.ts'
import { planBody } from '../schema/shapes.ts'
import { Account, AccountChange, accountBody } from './account-shape.ts'

/** Declares `/account`: read, change and delete the account. */
export function accountRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, terms } = deps
  const common = { path: '/account', tag: 'account', query: NOTHING } as const
  const example = {
    email: EXAMPLE_RECIPIENT,
    plan: planBody(terms, terms.defaultPlan),
    created_at: '2026-11-20T10:00:00.000Z',
    spam_digest: true,
    learned: { spam: 23, real: 41, needed: MIN_LESSONS, words: 1840 },
    endpoints: 2,
    submissions: 17,
  }
  return [
    apiRoute({
      ...common,
      body: NOTHING,
      method: 'GET',
      needs: 'read',
      fresh: false,
      operationId: 'showAccount',
      summary: 'Get the account.',
      answer: {
        status: 200,
        description: 'The account.',
        schema: Account,
        example,
      },
      async handle({ caller }) {
        const account = await actions.getAccount(caller)
        return account ? answered(accountBody(terms, account)) : refused({ code: 'not_signed_in' })
      },
    }),
    apiRoute({
      ...common,
      method: 'PATCH',
      needs: 'write',
      fresh: false,
      operationId: 'changeAccount',
      summary: 'Change the settings of the account.',
      body: AccountChange,
      bodyExample: { spam_digest: true },
      answer: { status: 200, description: 'The account.', schema: Account, example },
      async handle({ caller, body, now }) {
        const to = body.spam_digest ? 'flowing' : 'stopped'
        if (body.spam_digest !== undefined) await actions.setOwnSpamDigest(caller, { to, now })
        const account = await actions.getAccount(caller)
        return account ? answered(accountBody(terms, account)) : refused({ code: 'not_signed_in' })
      },
    }),
    apiRoute({
      ...common,
      body: NOTHING,
      method: 'DELETE',
      needs: 'session',
      fresh: true,
      operationId: 'deleteAccount',
      summary: 'Delete the account permanently.',
      description:
        'Retires its endpoints, deletes their data, and revokes its sessions and keys. The ids of the endpoints are never reused, and an address that opted out of all emails stays opted out.',
      answer: { status: 204, description: 'The account is deleted.', headers: ['Set-Cookie'] },
      async handle({ caller, now }) {
        await actions.deleteAccount(caller, now)
        return done(clearCookieHeader(deps, 'session'))
      },
    }),
  ]
}
