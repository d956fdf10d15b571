import type { Refused } from '../../domain/refusal.ts'
import type { Change, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

const UNKNOWN = { kind: 'refused', refusal: { code: 'token_not_found' } } as const

/**
 * Changes the endpoint that a token was issued for. Invalid tokens and tokens of deleted endpoints get the same refusal.
 *
 * @param formId id in the token; null when this instance did not issue it
 */
export async function changeEndpointByToken<Answer>(
  context: Context,
  formId: string | null,
  now: Date,
  decide: (found: FoundEndpoint) => Change<Answer>,
): Promise<Answer | Refused> {
  if (formId === null) return UNKNOWN
  const outcome = await context.store.change<Answer | typeof UNKNOWN>({
    endpointId: formId,
    now,
    idempotencyKey: null,
    decide: ({ found }) => (found ? decide(found) : { answer: UNKNOWN, remember: false, consequences: [] }),
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : UNKNOWN
}

/** Finds the endpoint that a token was issued for, and returns `show` of it; changes nothing. */
export async function findEndpointByToken<Answer>(
  context: Context,
  formId: string | null,
  show: (found: FoundEndpoint) => Answer,
): Promise<Answer | typeof UNKNOWN> {
  const found = formId === null ? null : await context.store.findEndpoint(formId)
  return found ? show(found) : UNKNOWN
}
