import { confirmEndpoint } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { Change, ChangeInput, Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** The mailbox that the change is about, the key of the owner where it needs one, and the keys of its new rows. */
type Input = Pick<ChangeInput, 'mailbox' | 'emailKey' | 'nextKey'>

/**
 * Changes an endpoint of the caller. Endpoints of others get the same refusal as unknown ids.
 *
 * @param request.kind required kind of the endpoint; a form when left out
 * @param request.mailboxKey another mailbox that the change is about
 */
export async function changeOwned<Answer>(
  context: Context,
  caller: Caller,
  request: {
    endpointId: string
    kind?: EndpointKind
    now: Date
    mailboxKey?: string
    needsEmailKey?: boolean
  },
  decide: (found: FoundEndpoint, input: Input) => Change<Answer>,
): Promise<Answer | Refused> {
  const unknown = { kind: 'refused', refusal: { code: 'endpoint_not_found' } } as const
  const { endpointId, kind = 'form', now, mailboxKey, needsEmailKey } = request
  if (!isEndpointId(kind, endpointId)) return unknown
  const outcome = await context.store.change<Answer | typeof unknown>({
    endpointId,
    now,
    ...(mailboxKey === undefined ? {} : { mailboxKey }),
    ...(needsEmailKey ? { needsEmailKey } : {}),
    idempotencyKey: null,
    decide: ({ found, mailbox, emailKey, nextKey }) =>
      found && found.accountKey === caller.accountKey && !hasNoRecipient(found)
        ? decide(found, { mailbox, emailKey, nextKey })
        : { answer: unknown, remember: false, consequences: [] },
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : unknown
}

/** Changes an endpoint of the caller as `changeOwned` does; a change confirms it too. */
export function configureOwned<Answer>(
  context: Context,
  caller: Caller,
  request: Parameters<typeof changeOwned>[2],
  decide: (found: FoundEndpoint, input: Input) => Change<Answer>,
): Promise<Answer | Refused> {
  return changeOwned(context, caller, request, (found, input) => {
    const facts = confirmEndpoint(found.endpoint, request.now)
    const change = decide({ ...found, endpoint: facts }, input)
    if (facts === found.endpoint || change.consequences.length === 0) return change
    const confirmation: Consequence[] = [{ kind: 'endpoint', facts }, { kind: 'confirmation' }]
    return { ...change, consequences: [...confirmation, ...change.consequences] }
  })
}

/** Returns true when the owner has deleted the account meanwhile: new settings would never be deleted. */
function hasNoRecipient({ endpoint }: FoundEndpoint): boolean {
  return endpoint.recipient === ''
}

/** Converts a refusal to a change without consequences. */
export function toRefusedChange(refusal: Refusal): Change<Refused> {
  return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
}
