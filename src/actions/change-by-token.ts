import type { Refusal } from '../domain/refusal.ts'
import type { Change, FoundEndpoint } from '../store/store.ts'
import type { Context } from './context.ts'

/**
 * Changes the endpoint whose token was shown. Every token that is not ours, or whose endpoint is gone,
 * gets the one answer.
 *
 * @param formId what the token was made for; null when it is no token of this instance
 */
export async function changeByToken<Answer>(
  context: Context,
  formId: string | null,
  now: Date,
  decide: (found: FoundEndpoint) => Change<Answer>,
): Promise<Answer | { kind: 'refused'; refusal: Refusal }> {
  const unknown = { kind: 'refused', refusal: { code: 'token_not_found' } } as const
  if (formId === null) return unknown
  const outcome = await context.store.change<Answer | typeof unknown>({
    endpointId: formId,
    now,
    once: null,
    decide: (found) => (found ? decide(found) : { answer: unknown, remember: false, consequences: [] }),
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : unknown
}
