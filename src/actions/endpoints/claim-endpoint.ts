import { mailboxHint, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { decideClaim } from '../../domain/endpoints/claim.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { findPlan, type Plan } from '../../domain/plans/plan.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Change, Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { toConfirmation } from './confirmation.ts'
import { changeEndpointByToken, findEndpointByToken } from './with-endpoint-by-token.ts'

export type ClaimAnswer =
  | ({ kind: 'claimed' | 'already_claimed' | 'claimable' } & Shown)
  | { kind: 'refused'; refusal: Refusal }

type Shown = {
  formId: string
  accountHint: string
  /** The owner's plan, or the plan of new owners; null when the operator has removed it. */
  plan: Plan | null
}

/**
 * Follows a claim link: assigns the endpoint to the account of its recipient's mailbox, no matter who follows the link.
 * Repeatable; opens no session.
 *
 * @param request.by `person` when somebody pressed a button, which also confirms the endpoint
 */
export async function claimEndpoint(
  context: Context,
  request: { token: string; by: 'link' | 'person'; now: Date },
): Promise<ClaimAnswer> {
  const formId = context.keys.verifyClaimToken(request.token)
  return changeEndpointByToken<ClaimAnswer>(context, formId, request.now, (found) => {
    const { endpoint } = found
    const decision = decideClaim(endpoint, request.now)
    switch (decision.kind) {
      case 'refused':
        return unchanged(decision)
      case 'already_claimed':
        return answered('already_claimed', shown(context, found), confirmation(endpoint, request))
      case 'claimed':
        return answered('claimed', shown(context, found), [
          { kind: 'endpoint', facts: decision.endpoint },
          { kind: 'owner', mailbox: mailboxIdentity(endpoint.recipient), plan: context.defaultPlan },
          ...confirmation(decision.endpoint, request),
        ])
    }
  })
}

/**
 * Returns the effect that the claim link would have; changes nothing. For HEAD, prefetches, and
 * `CLAIM_CONFIRM=button`.
 */
export async function previewClaim(
  context: Context,
  request: { token: string; now: Date },
): Promise<ClaimAnswer> {
  const formId = context.keys.verifyClaimToken(request.token)
  return findEndpointByToken<ClaimAnswer>(context, formId, (found) => {
    const decision = decideClaim(found.endpoint, request.now)
    if (decision.kind === 'refused') return decision
    const kind = decision.kind === 'claimed' ? 'claimable' : decision.kind
    return { kind, ...shown(context, found) }
  })
}

function confirmation(
  endpoint: EndpointFacts,
  { by, now }: { by: 'link' | 'person'; now: Date },
): Consequence[] {
  return by === 'person' ? toConfirmation(endpoint, now) : []
}

function answered(
  kind: 'claimed' | 'already_claimed',
  what: Shown,
  consequences: Consequence[],
): Change<ClaimAnswer> {
  return { answer: { kind, ...what }, remember: false, consequences }
}

function unchanged(answer: ClaimAnswer): Change<ClaimAnswer> {
  return { answer, remember: false, consequences: [] }
}

function shown(context: Context, { endpoint, plan }: FoundEndpoint): Shown {
  return {
    formId: endpoint.id,
    accountHint: mailboxHint(endpoint.recipient),
    plan: findPlan(context, plan ?? context.defaultPlan),
  }
}
