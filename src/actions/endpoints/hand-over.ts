import { canonicalMailbox, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { getHandOverEnd } from '../../domain/endpoints/hand-over.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Language } from '../../domain/language.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HandOver } from '../../store/endpoints/hand-over-rows.ts'
import type { OfferedForm } from '../../store/endpoints/offers.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

export type { HandOver } from '../../store/endpoints/hand-over-rows.ts'
export type { OfferedForm } from '../../store/endpoints/offers.ts'

const UNKNOWN = { kind: 'refused', refusal: { code: 'token_not_found' } } as const

/** Asks the owner of an address to take over a form of the caller. */
export async function askHandOver(
  context: Context,
  caller: Caller,
  request: { endpointId: string; email: string; language: Language; now: Date },
): Promise<{ kind: 'asked'; handOver: HandOver } | Refused> {
  const { store, keys } = context
  const { endpointId, language, now } = request
  const recipient = readPlainAddress(request.email)
  if (recipient === null) return refused({ code: 'recipient_invalid', field: 'email' })
  if (!isEndpointId('form', endpointId)) return refused({ code: 'endpoint_not_found' })
  const asked = await store.handOvers.ask({
    ...{ accountKey: caller.accountKey, endpointId, recipient, language, now },
    mailboxKey: keys.mailboxKey(canonicalMailbox(recipient)),
    by: toActor(caller),
  })
  if (asked.kind === 'refused') return asked
  const handOver = await store.handOvers.find(asked.key)
  return handOver ? { kind: 'asked', handOver } : refused({ code: 'hand_over_not_found' })
}

/** Finds the open hand-over of a form of the caller. */
export async function findOwnHandOver(
  { store }: Context,
  { accountKey }: Caller,
  { endpointId, now }: { endpointId: string; now: Date },
): Promise<{ kind: 'found'; handOver: HandOver } | Refused> {
  const form = await store.owned.find({ accountKey, kind: 'form', endpointId })
  if (!form) return refused({ code: 'endpoint_not_found' })
  const handOver = await store.handOvers.findOf({ accountKey, endpointId })
  return handOver && now < getHandOverEnd(handOver)
    ? { kind: 'found', handOver }
    : refused({ code: 'hand_over_not_found' })
}

/** Lists the open hand-overs of the caller, oldest first. */
export async function listHandOvers({ store }: Context, caller: Caller, now: Date): Promise<HandOver[]> {
  return (await store.handOvers.list(caller.accountKey)).filter((one) => now < getHandOverEnd(one))
}

/** Withdraws the hand-over of a form of the caller. */
export async function withdrawHandOver(
  context: Context,
  caller: Caller,
  { endpointId, now }: { endpointId: string; now: Date },
): Promise<{ kind: 'withdrawn' } | Refused> {
  const { accountKey } = caller
  const found = await findOwnHandOver(context, caller, { endpointId, now })
  if (found.kind === 'refused') return found
  const { key } = found.handOver
  const action = 'hand_over_withdrawn'
  const ended = await context.store.handOvers.end({ key, accountKey, action, by: toActor(caller), now })
  return ended ? { kind: 'withdrawn' } : refused({ code: 'hand_over_not_found' })
}

/** Confirms a hand-over that was accepted: the form and its submissions move to the account of the new owner. */
export async function confirmHandOver(
  context: Context,
  caller: Caller,
  { endpointId, now }: { endpointId: string; now: Date },
): Promise<{ kind: 'moved' } | Refused> {
  const moved = await context.store.handOvers.move({
    ...{ accountKey: caller.accountKey, endpointId, by: toActor(caller), now },
    mailboxKey: (address) => context.keys.mailboxKey(canonicalMailbox(address)),
    plans: context,
  })
  return moved.kind === 'refused' ? moved : { kind: 'moved' }
}

/** Finds the form that an email with this link offers: not answered yet, or accepted. */
export async function findOffer(
  context: Context,
  { token, now }: { token: string; now: Date },
): Promise<{ kind: 'found'; offer: OfferedForm } | Refused> {
  const key = context.keys.verifyHandOverToken(token)
  const offer = key === null ? null : await context.store.handOvers.loadOffer({ key, plans: context })
  if (!offer || offer.endpoint.retiredAt || now >= getHandOverEnd(offer.handOver)) return UNKNOWN
  return { kind: 'found', offer }
}

/**
 * Accepts a form for the person who got the email, and tells its owner, who confirms; repeatable. Nothing changes while
 * something keeps the form from their account.
 */
export async function acceptOffer(
  context: Context,
  { token, now }: { token: string; now: Date },
): Promise<{ kind: 'found'; offer: OfferedForm } | Refused> {
  const found = await findOffer(context, { token, now })
  if (found.kind === 'refused' || found.offer.obstacle) return found
  const { handOver } = found.offer
  const holderMailboxKey = context.keys.mailboxKey(canonicalMailbox(handOver.holder))
  const accepted = await context.store.handOvers.accept({ key: handOver.key, holderMailboxKey, now })
  return accepted ? { kind: 'found', offer: { ...found.offer, handOver: accepted } } : UNKNOWN
}

/** Declines a form, also after accepting it; with `never`, the address gets no further requests of this kind from anybody. */
export async function declineOffer(
  context: Context,
  { token, never, now }: { token: string; never: boolean; now: Date },
): Promise<{ kind: 'declined' } | Refused> {
  const key = context.keys.verifyHandOverToken(token)
  const found = key === null ? null : await context.store.handOvers.find(key)
  if (!found) return UNKNOWN
  const action = 'hand_over_declined'
  const ended = await context.store.handOvers.end({ key: found.key, accountKey: null, action, by: null, now })
  if (!ended) return UNKNOWN
  if (never) await context.store.handOvers.refuseRequests(found.mailboxKey, now)
  return { kind: 'declined' }
}
