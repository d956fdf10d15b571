import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { findDestination } from '../../domain/destinations/destination.ts'
import {
  CONFIRMATION_DAYS,
  type ConfirmationFacts,
  decideConfirmationResend,
  decideEmailDestination,
} from '../../domain/destinations/email-destination.ts'
import { QUEUE_NEEDS_WEBHOOK } from '../../domain/destinations/web-destination.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { readRecipient } from '../../domain/endpoints/recipient.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

type Done = { kind: 'done' } | Refused
type Added = { kind: 'added'; id: string; secret: null } | Refused

const DONE = { kind: 'done' } as const
const TELEMETRY_NEEDS_URL = refused({
  code: 'value_invalid',
  field: 'kind',
  message: 'The watches of a telemetry endpoint send emails to its owner only. Choose a webhook or a chat.',
})
/** Facts about an address that was not loaded. */
const NO_CONFIRMATIONS: ConfirmationFacts = {
  suppressed: false,
  refusesConfirmations: false,
  confirmationsSent: [],
}

/** Adds an email address as a destination and sends it a confirmation email; it gets no submissions before it confirms. */
export async function addEmailDestination(
  context: Context,
  caller: Caller,
  request: { endpointId: string; mailbox: string; now: Date },
): Promise<Added> {
  const { endpointId, now } = request
  if (isEndpointId('queue', endpointId)) return QUEUE_NEEDS_WEBHOOK
  if (isEndpointId('telemetry', endpointId)) return TELEMETRY_NEEDS_URL
  const read = readRecipient([request.mailbox])
  if (read.kind === 'refused') return { kind: 'refused', refusal: { ...read.refusal, field: 'email' } }
  const mailbox = read.address
  const mailboxKey = context.keys.mailboxKey(canonicalMailbox(mailbox))
  const about = { endpointId, now, mailboxKey }
  return configureOwned<Added>(
    context,
    caller,
    about,
    ({ endpoint, plan }, { mailbox: confirmationFacts }) => {
      const id = context.keys.newDestinationId()
      const decision = decideEmailDestination({
        endpoint,
        plan: findPlan(context, plan),
        mailbox,
        id,
        confirmationFacts: confirmationFacts ?? NO_CONFIRMATIONS,
        now,
      })
      if (decision.kind === 'refused') return toRefusedChange(decision.refusal)
      const { settings } = decision
      const email = confirmation({ endpointId, destinationId: id, mailbox, mailboxKey, now })
      const entry = { kind: 'audit', by: toActor(caller), action: 'destination_added', detail: id } as const
      const answer = { kind: 'added', id, secret: null } as const
      return { answer, remember: false, consequences: [{ kind: 'settings', settings }, email, entry] }
    },
  )
}

/** Sends another confirmation email to an address that has not confirmed. */
export async function resendConfirmation(
  context: Context,
  caller: Caller,
  request: { endpointId: string; destinationId: string; now: Date },
): Promise<Done> {
  const { endpointId, destinationId, now } = request
  const known = await context.store.findEndpoint(endpointId)
  const destination = known && findDestination(known.endpoint, destinationId)
  const mailbox = destination?.kind === 'email' ? destination.mailbox : null
  // The address to lock must be known before the endpoint is locked; the decision below does not rely on this read.
  const mailboxKey = mailbox ? context.keys.mailboxKey(canonicalMailbox(mailbox)) : undefined
  const about = { endpointId, now, ...(mailboxKey === undefined ? {} : { mailboxKey }) }
  return configureOwned<Done>(
    context,
    caller,
    about,
    ({ endpoint, plan }, { mailbox: confirmationFacts }) => {
      const decision = decideConfirmationResend({
        endpoint,
        plan: findPlan(context, plan),
        id: destinationId,
        confirmationFacts: confirmationFacts ?? NO_CONFIRMATIONS,
        now,
      })
      if (decision.kind === 'refused') return toRefusedChange(decision.refusal)
      if (mailboxKey === undefined) return toRefusedChange({ code: 'destination_not_found' })
      const email = confirmation({
        endpointId,
        destinationId,
        mailbox: decision.destination.mailbox,
        mailboxKey,
        now,
      })
      return { answer: DONE, remember: false, consequences: [email] }
    },
  )
}

function confirmation(about: {
  endpointId: string
  destinationId: string
  mailbox: string
  mailboxKey: string
  now: Date
}): Consequence {
  const { endpointId, destinationId, mailbox, mailboxKey, now } = about
  return {
    kind: 'notice',
    notice: { kind: 'destination', endpointId, destinationId },
    mailbox,
    mailboxKey,
    expiresAt: later(now, CONFIRMATION_DAYS * DAY),
  }
}
