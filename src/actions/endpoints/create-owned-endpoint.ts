import { canonicalMailbox, mailboxIdentity, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { toClaimedSettings } from '../../domain/endpoints/claim.ts'
import { decideCreation, OWNED_CREATION_LIMITS } from '../../domain/endpoints/creation-limit.ts'
import { newEndpoint } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { toIdempotentAnswer } from '../idempotent-result.ts'
import { createFirstKey, getFirstKey } from './first-key.ts'

type Answer = { kind: 'created'; endpointId: string } | Refused
/** `firstKey`: see `Created`. */
type CreatedOwned = Answer & { replayed: boolean; firstKey: string | null }

/**
 * Creates an endpoint that the caller owns from the beginning. A suppression of the mailbox does not apply to its owner,
 * whose request also confirms the endpoint.
 */
export async function createOwnedEndpoint(
  context: Context,
  caller: Caller,
  request: {
    kind: EndpointKind
    name: string | null
    recipient: string | null
    /** Names of the fields that a form is expected to send. */
    expect: readonly string[]
    idempotencyKey: IdempotencyKey | null
    now: Date
  },
): Promise<CreatedOwned> {
  const { now, idempotencyKey } = request
  const recipient = resolveRecipient(caller, request.recipient)
  if (recipient === null) return refused(NOT_OWN_ADDRESS)
  if (!context.store.hasRoom()) return refused({ code: 'disk_full' })
  const outcome = await context.store.create<Answer>({
    // The limit counts per account, from any client address.
    addressKey: context.keys.addressKey(`account ${caller.accountKey}`),
    accountKey: caller.accountKey,
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(recipient)),
    newest: OWNED_CREATION_LIMITS.perHour,
    now,
    idempotencyKey,
    decide({ earlier, closed }) {
      if (closed) return { answer: { kind: 'refused', refusal: { code: 'not_signed_in' } }, endpoint: null }
      const decision = decideCreation(earlier, now, OWNED_CREATION_LIMITS)
      if (decision.kind === 'refused') return { answer: decision, endpoint: null }
      const created = newEndpoint({ id: context.keys.newEndpointId(request.kind), recipient, now })
      const claimed = toClaimedSettings(created)
      const settings = { ...claimed, name: request.name, expect: [...new Set(request.expect)] }
      const endpoint = { ...created, claimedAt: now, confirmedAt: now, settings }
      const firstKey = createFirstKey(context, endpoint.id, caller.member?.key)
      const answer = { kind: 'created', endpointId: endpoint.id } as const
      return { answer, endpoint, ...(firstKey ? { firstKey } : {}) }
    },
  })
  const { answer, replayed } = toIdempotentAnswer(outcome)
  return shown(context, answer, replayed)
}

const NOT_OWN_ADDRESS: Refusal = {
  code: 'recipient_invalid',
  field: 'recipient',
  message: 'The recipient must be the email address of your account.',
}

/** Returns the caller's mailbox as the caller spelled it; null for any other address. */
function resolveRecipient({ mailbox }: Caller, given: string | null): string | null {
  if (given === null) return mailbox
  const address = readPlainAddress(given.trim())
  return address !== null && mailboxIdentity(address) === mailbox ? address : null
}

async function shown(context: Context, answer: Answer, replayed: boolean): Promise<CreatedOwned> {
  if (answer.kind === 'refused') return { ...answer, replayed, firstKey: null }
  const got = await getFirstKey(context, { endpointId: answer.endpointId, replayed })
  return got.kind === 'refused' ? refused(got.refusal) : { ...answer, replayed, firstKey: got.firstKey }
}

function refused(refusal: Refusal): CreatedOwned {
  return { kind: 'refused', refusal, replayed: false, firstKey: null }
}
