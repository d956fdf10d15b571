import { canonicalMailbox, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { decideClaim } from '../../domain/endpoints/claim.ts'
import { type EndpointFacts, isClaimable } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Language } from '../../domain/language.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change } from '../../store/contract/changes.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { toRefusedChange } from './change-owned.ts'
import { toClaim, toLanguage, toSettings } from './claim-endpoint.ts'
import { toConfirmation } from './confirm-endpoint.ts'

/** Maximum number of unclaimed endpoints of a kind that are listed. */
const MAX_LISTED_UNCLAIMED = 100

type Outcome = { kind: 'done' } | Refused

/** Lists the newest endpoints of a kind that were created for the caller's address and can be claimed. */
export async function listUnclaimed(
  { store, keys }: Context,
  { mailbox }: Caller,
  { kind, now }: { kind: EndpointKind; now: Date },
): Promise<EndpointFacts[]> {
  const listed = await store.owned.listUnclaimed({
    mailboxKey: keys.mailboxKey(canonicalMailbox(mailbox)),
    recipient: mailbox,
    kind,
    limit: MAX_LISTED_UNCLAIMED,
  })
  return listed.filter((endpoint) => isClaimable(endpoint, now))
}

/**
 * Claims and confirms an endpoint that was created for the caller's address: signing in proved what the claim link proves.
 * Endpoints of other addresses get the same refusal as unknown ids. Repeatable.
 *
 * @param request.language language of the browser; null when it is not known
 */
export async function claimUnclaimed(
  context: Context,
  caller: Caller,
  request: { endpointId: string; kind: EndpointKind; language: Language | null; now: Date },
): Promise<Outcome> {
  const unknown = { kind: 'refused', refusal: { code: 'endpoint_not_found' } } as const
  const { endpointId, kind, language, now } = request
  if (!isEndpointId(kind, endpointId)) return unknown
  const outcome = await context.store.change<Outcome>({
    endpointId,
    now,
    idempotencyKey: null,
    decide: ({ found }): Change<Outcome> => {
      if (!found || mailboxIdentity(found.endpoint.recipient) !== caller.mailbox) {
        return toRefusedChange({ code: 'endpoint_not_found' })
      }
      const { endpoint } = found
      const decision = decideClaim(endpoint, now)
      if (decision.kind === 'refused') return toRefusedChange(decision.refusal)
      const isNew = decision.kind === 'claimed'
      const claimed = isNew ? decision.endpoint : endpoint
      return {
        answer: { kind: 'done' },
        remember: false,
        consequences: [
          ...(isNew ? toClaim(context, claimed) : []),
          ...toConfirmation(claimed, now),
          ...toLanguage(endpoint, language),
          ...toSettings(endpoint, claimed.settings),
          ...(isNew
            ? [{ kind: 'audit', by: toActor(caller), action: 'endpoint_claimed', detail: null } as const]
            : []),
        ],
      }
    },
  })
  // Without an Idempotency-Key every answer is fresh.
  return outcome.kind === 'fresh' ? outcome.answer : unknown
}
