import type { Refusal } from '../domain/refusal.ts'
import type { Change, FoundEndpoint } from '../store/store.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'

/** Changes an endpoint of the caller; one of somebody else is as unknown as one that never was. */
export async function changeOwned<Answer>(
  context: Context,
  caller: Caller,
  request: { endpointId: string; now: Date },
  decide: (found: FoundEndpoint) => Change<Answer>,
): Promise<Answer | { kind: 'refused'; refusal: Refusal }> {
  const unknown = { kind: 'refused', refusal: { code: 'endpoint_not_found' } } as const
  const outcome = await context.store.change<Answer | typeof unknown>({
    ...request,
    once: null,
    decide: (found) =>
      found && found.accountKey === caller.accountKey
        ? decide(found)
        : { answer: unknown, remember: false, consequences: [] },
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : unknown
}
