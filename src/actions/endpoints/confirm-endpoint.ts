import { decideDecline, decideUndoDecline } from '../../domain/endpoints/decline.ts'
import { awaitsConfirmation, confirmEndpoint, type EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { changeOwned, toRefusedChange } from './change-owned.ts'
import { toDecline, toUndoneDecline } from './decline-endpoint.ts'

/** Maximum number of unconfirmed endpoints that are counted for their owner. */
const MAX_COUNTED_UNCONFIRMED = 1000

type OwnedRequest = { endpointId: string; kind: EndpointKind; now: Date }
type Outcome = { kind: 'done' } | Refused

/** Builds the consequences of a person's confirmation; none unless the endpoint awaits it. */
export function toConfirmation(endpoint: EndpointFacts, now: Date): Consequence[] {
  const facts = confirmEndpoint(endpoint, now)
  return facts === endpoint ? [] : [{ kind: 'endpoint', facts }, { kind: 'confirmation' }]
}

/** Confirms an endpoint of the caller: "Keep it". Repeatable. */
export function confirmOwnedEndpoint(
  context: Context,
  caller: Caller,
  request: OwnedRequest,
): Promise<Outcome> {
  return changeOwned<Outcome>(context, caller, request, ({ endpoint }) =>
    done(toConfirmation(endpoint, request.now)),
  )
}

/**
 * Confirms an endpoint that the caller uses at its public address with a key that may write; a key that only reads changes
 * nothing. An endpoint that is confirmed already costs no statement.
 */
export async function confirmByUse(
  context: Context,
  caller: Caller,
  { endpoint, now }: { endpoint: EndpointFacts; now: Date },
): Promise<void> {
  if (!awaitsConfirmation(endpoint) || caller.by.kind !== 'key' || !caller.by.scopes.includes('write')) return
  const { kind } = getKindRules(endpoint)
  await confirmOwnedEndpoint(context, caller, { endpointId: endpoint.id, kind, now })
}

/** Declines an endpoint of the caller that awaits confirmation, as "This wasn't me" does. Repeatable. */
export function declineOwnedEndpoint(
  context: Context,
  caller: Caller,
  request: OwnedRequest,
): Promise<Outcome> {
  const { now } = request
  return changeOwned<Outcome>(context, caller, request, ({ endpoint }) => {
    if (!endpoint.retiredAt && !awaitsConfirmation(endpoint)) {
      return toRefusedChange({ code: 'endpoint_confirmed' })
    }
    const decision = decideDecline({ endpoint, oneClick: false, now })
    return done(decision.kind === 'declined' ? toDecline(decision.endpoint, toActor(caller)) : [])
  })
}

/** Undoes a decline of an endpoint of the caller, until its data is deleted. Repeatable. */
export function undoDeclineOfOwned(
  context: Context,
  caller: Caller,
  request: OwnedRequest,
): Promise<Outcome> {
  return changeOwned<Outcome>(context, caller, request, ({ endpoint }) => {
    const decision = decideUndoDecline(endpoint, request.now)
    switch (decision.kind) {
      case 'restored':
        return done(toUndoneDecline(decision.endpoint, toActor(caller)))
      case 'not_retired':
        return done([])
      case 'final':
      case 'already_retired':
        return toRefusedChange({ code: 'endpoint_retired' })
    }
  })
}

function done(consequences: readonly Consequence[]): Change<Outcome> {
  return { answer: { kind: 'done' }, remember: false, consequences }
}

/** Endpoints of an owner that await confirmation, and their emails that wait for it. */
export type Unconfirmed = Record<EndpointKind, number> & { emailsHeld: number }

/** Counts the caller's endpoints that await confirmation. */
export async function countUnconfirmed({ store }: Context, { accountKey }: Caller): Promise<Unconfirmed> {
  const ids = await store.owned.listUnconfirmed({ accountKey, limit: MAX_COUNTED_UNCONFIRMED })
  const held = await store.deliveries.countHeld(ids)
  const kinds = ids.map((id) => getKindRules({ id }).kind)
  const count = (kind: EndpointKind) => kinds.filter((one) => one === kind).length
  return {
    form: count('form'),
    telemetry: count('telemetry'),
    queue: count('queue'),
    emailsHeld: [...held.values()].reduce((sum, emails) => sum + emails, 0),
  }
}
