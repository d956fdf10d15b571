import { mailboxHint, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { decideClaim } from '../../domain/endpoints/claim.ts'
import {
  awaitsConfirmation,
  confirmEndpoint,
  type EndpointFacts,
  isConfirmed,
} from '../../domain/endpoints/endpoint.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import type { EndpointSettings } from '../../domain/endpoints/settings.ts'
import { isLocalHost } from '../../domain/endpoints/site-host.ts'
import type { Language } from '../../domain/language.ts'
import { findPlan, type Plan } from '../../domain/plans/plan.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { toConfirmation } from './confirm-endpoint.ts'
import { changeEndpointByToken, findEndpointByToken } from './with-endpoint-by-token.ts'

export type ClaimAnswer = ({ kind: 'claimed' | 'already_claimed' | 'claimable' } & Shown) | Refused

type Shown = {
  formId: string
  accountHint: string
  /** In full, for the page that the recipient opens. */
  recipient: string
  /** The owner's plan, or the plan of new owners; null when the operator has removed it. */
  plan: Plan | null
  /** Set once a person has confirmed the endpoint. */
  confirmed: boolean
  /** Number of submissions, events or messages that it has accepted. */
  received: number
  /** Emails to the recipient that wait for the confirmation. */
  emailsHeld: number
  /** Name to suggest for a form without one, empty when its site is unknown; null where no name is asked for. */
  suggestedName: string | null
}

/**
 * Follows a claim link: assigns the endpoint to the account of its recipient's mailbox, no matter who follows the link.
 * Repeatable; opens no session.
 *
 * @param request.by `person` when somebody pressed a button, which also confirms the endpoint
 * @param request.language language of the browser; null for a link that a program may have followed
 * @param request.name the name that this person gave it; applies to the confirmation of an endpoint without a name
 */
export async function claimEndpoint(
  context: Context,
  request: {
    token: string
    by: 'link' | 'person'
    language: Language | null
    name?: string | null
    now: Date
  },
): Promise<ClaimAnswer> {
  const formId = context.keys.verifyClaimToken(request.token)
  const answer = await changeEndpointByToken<ClaimAnswer>(context, formId, request.now, (found) => {
    const { endpoint } = found
    const decision = decideClaim(endpoint, request.now)
    if (decision.kind === 'refused') return unchanged(decision)
    const claimed = decision.kind === 'claimed' ? decision.endpoint : endpoint
    const after = request.by === 'person' ? confirmEndpoint(claimed, request.now) : claimed
    return answered(decision.kind, shown(context, { ...found, endpoint: after }), [
      ...(decision.kind === 'claimed' ? toClaim(context, claimed) : []),
      ...(request.by === 'person' ? toConfirmation(claimed, request.now) : []),
      ...toLanguage(endpoint, request.language),
      ...toSettings(
        endpoint,
        request.by === 'person' ? named(claimed, request.name ?? null) : claimed.settings,
      ),
    ])
  })
  return withHeldEmails(context, answer)
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
  const answer = await findEndpointByToken<ClaimAnswer>(context, formId, (found) => {
    const decision = decideClaim(found.endpoint, request.now)
    if (decision.kind === 'refused') return decision
    const kind = decision.kind === 'claimed' ? 'claimable' : decision.kind
    return { kind, ...shown(context, found) }
  })
  return withHeldEmails(context, answer)
}

/** Builds the consequences of a claim: the endpoint belongs to the account of its recipient, which is created if it is new. */
export function toClaim(context: Context, endpoint: EndpointFacts): Consequence[] {
  const mailbox = mailboxIdentity(endpoint.recipient)
  return [
    { kind: 'endpoint', facts: endpoint },
    { kind: 'owner', mailbox, plan: context.defaultPlan },
  ]
}

/** Names an endpoint without a name when it is confirmed; afterwards only its owner does, by its settings. */
function named(endpoint: EndpointFacts, name: string | null): EndpointSettings {
  const { settings } = endpoint
  if (name === null || settings.name !== null || !awaitsConfirmation(endpoint)) return settings
  return { ...settings, name }
}

export function toSettings(before: EndpointFacts, settings: EndpointSettings): Consequence[] {
  return settings === before.settings ? [] : [{ kind: 'settings', settings }]
}

/** Builds the consequence of a page in this language: emails of an endpoint are in the language of its first page. */
export function toLanguage(endpoint: EndpointFacts, language: Language | null): Consequence[] {
  return language === null || endpoint.language !== null ? [] : [{ kind: 'language', language }]
}

/** Counts the emails that wait, for the page that asks for the confirmation. */
async function withHeldEmails({ store }: Context, answer: ClaimAnswer): Promise<ClaimAnswer> {
  if (answer.kind === 'refused' || answer.confirmed) return answer
  const held = await store.deliveries.countHeld([answer.formId])
  return { ...answer, emailsHeld: held.get(answer.formId) ?? 0 }
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
    recipient: endpoint.recipient,
    confirmed: isConfirmed(endpoint),
    received: endpoint.acceptedCount,
    emailsHeld: 0,
    suggestedName: suggestName(endpoint),
    plan: findPlan(context, plan ?? context.defaultPlan),
  }
}

/** Suggests no host of a developer's machine: the first public one replaces it while the form has no name. */
function suggestName({ id, settings, siteHost }: EndpointFacts): string | null {
  if (getKindRules({ id }).kind !== 'form' || settings.name !== null) return null
  return siteHost === null || isLocalHost(siteHost) ? '' : siteHost
}
