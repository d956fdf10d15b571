import { confirmEndpoint } from '../../domain/endpoints/confirmation.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { changeOwned } from './change-owned.ts'

/** Builds the consequences of a person's confirmation; none unless the endpoint awaits it. */
export function toConfirmation(endpoint: EndpointFacts, now: Date): Consequence[] {
  const facts = confirmEndpoint(endpoint, now)
  return facts === endpoint ? [] : [{ kind: 'endpoint', facts }, { kind: 'confirmation' }]
}

/** Confirms an endpoint of the caller: "Keep it". Repeatable. */
export function confirmOwnedEndpoint(
  context: Context,
  caller: Caller,
  request: { endpointId: string; kind: EndpointKind; now: Date },
): Promise<{ kind: 'done' } | { kind: 'refused'; refusal: Refusal }> {
  return changeOwned<{ kind: 'done' } | { kind: 'refused'; refusal: Refusal }>(
    context,
    caller,
    request,
    ({ endpoint }) => ({
      answer: { kind: 'done' },
      remember: false,
      consequences: toConfirmation(endpoint, request.now),
    }),
  )
}
