import type { NamedEndpoint } from '../../domain/keys.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

const UNKNOWN = { kind: 'refused', refusal: { code: 'token_not_found' } } as const

/**
 * Changes the endpoint that a token was issued for. Invalid tokens and tokens of deleted endpoints get the same refusal.
 *
 * @param token what the token names: a string for the first owner; null when this instance did not issue it
 */
export async function changeEndpointByToken<Answer>(
  context: Context,
  token: string | NamedEndpoint | null,
  now: Date,
  decide: (found: FoundEndpoint) => Change<Answer>,
): Promise<Answer | Refused> {
  if (token === null) return UNKNOWN
  const outcome = await context.store.change<Answer | typeof UNKNOWN>({
    endpointId: typeof token === 'string' ? token : token.id,
    now,
    idempotencyKey: null,
    decide: ({ found }) =>
      found && isOfOwner(found, token)
        ? decide(found)
        : { answer: UNKNOWN, remember: false, consequences: [] },
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : UNKNOWN
}

/** Finds the endpoint that a token was issued for, and returns `show` of it; changes nothing. */
export async function findEndpointByToken<Answer>(
  context: Context,
  token: string | NamedEndpoint | null,
  show: (found: FoundEndpoint) => Answer,
): Promise<Answer | typeof UNKNOWN> {
  if (token === null) return UNKNOWN
  const found = await context.store.findEndpoint(typeof token === 'string' ? token : token.id)
  return found && isOfOwner(found, token) ? show(found) : UNKNOWN
}

/** Returns false for the token of an owner who has handed the endpoint over since. */
function isOfOwner({ endpoint }: FoundEndpoint, token: string | NamedEndpoint): boolean {
  const handedOverAt = typeof token === 'string' ? null : token.handedOverAt
  return endpoint.handedOverAt?.getTime() === handedOverAt?.getTime()
}
