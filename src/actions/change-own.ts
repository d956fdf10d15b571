import type { Refusal } from '../domain/refusal.ts'
import type { Change, ChangeRequest, FoundEndpoint } from '../store/store.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'

/** Changes an endpoint of the caller. One that is another owner's answers exactly as one that does not exist. */
export async function changeOwn<Answer>(
  context: Context,
  request: Pick<ChangeRequest<Answer>, 'endpointId' | 'now' | 'mailboxKey'> & { caller: Caller },
  decide: (
    found: FoundEndpoint,
    mailbox: Parameters<ChangeRequest<Answer>['decide']>[2],
  ) => Change<Answer | { kind: 'refused'; refusal: Refusal }>,
): Promise<Answer | { kind: 'refused'; refusal: Refusal }> {
  const { caller, ...about } = request
  const outcome = await context.store.change<Answer | { kind: 'refused'; refusal: Refusal }>({
    ...about,
    once: null,
    decide: (found, _newKey, mailbox) =>
      found?.accountKey === caller.accountKey
        ? decide(found, mailbox)
        : refusing({ code: 'endpoint_not_found' }),
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : { kind: 'refused', refusal: { code: 'internal' } }
}

/** A change that changes nothing, and why. */
export function refusing(refusal: Refusal): Change<{ kind: 'refused'; refusal: Refusal }> {
  return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
}
