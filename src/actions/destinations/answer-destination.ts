import { canonicalMailbox, mailboxHint } from '../../domain/accounts/mailbox.ts'
import {
  type EmailDestinationState,
  findDestination,
  getEmailState,
  removeDestination,
} from '../../domain/destinations/destination.ts'
import type { EmailDestination } from '../../domain/destinations/destination-kinds.ts'
import {
  confirmDestination as confirmInSettings,
  stopDestination,
} from '../../domain/destinations/email-destination.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointSettings } from '../../domain/endpoints/settings.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { changeEndpointByToken, findEndpointByToken } from '../endpoints/with-endpoint-by-token.ts'
import { toStopNotice } from '../outbox/stop-notice.ts'

type Request = { token: string; now: Date }

/**
 * State of a destination as its owner sees it behind a link in an email. `unconfirmed`: not confirmed yet. `withdrawn`: removed
 * before it was confirmed. `gone`: no destination any more.
 */
export type DestinationAnswer =
  | { kind: EmailDestinationState; formId: string; mailboxHint: string; ownerHint: string }
  | { kind: 'gone' | 'withdrawn' | 'refused_for_good' }
  | Refused

/** Loads the state for the page behind the link; changes nothing. */
export async function previewDestination(
  context: Context,
  request: { token: string },
): Promise<DestinationAnswer> {
  const named = context.keys.verifyDestinationToken(request.token)
  const answer = await findEndpointByToken<DestinationAnswer>(
    context,
    named?.formId ?? null,
    ({ endpoint }) => shown(endpoint, named?.id ?? ''),
  )
  const withdrawn = named && answer.kind === 'gone' && (await findUnanswered(context, named))
  return withdrawn ? { kind: 'withdrawn' } : answer
}

/** Confirms a destination for the owner of its address: it gets submissions from now on. Repeatable. */
export function confirmDestination(context: Context, request: Request): Promise<DestinationAnswer> {
  return consent(context, request, {
    from: 'unconfirmed',
    record: (endpointId, destinationId) => ({ kind: 'confirmation_answered', endpointId, destinationId }),
  })
}

/** Starts the emails to a destination again for the owner of its address, who had stopped them. Repeatable. */
export function startDestination(context: Context, request: Request): Promise<DestinationAnswer> {
  return consent(context, request, {
    from: 'stopped',
    record: (_endpointId, detail) => ({ kind: 'audit', by: null, action: 'destination_started', detail }),
  })
}

/** Confirms a destination that is in the state `from`; one in another state stays as it is. */
function consent(
  context: Context,
  { token, now }: Request,
  change: { from: EmailDestinationState; record(endpointId: string, destinationId: string): Consequence },
): Promise<DestinationAnswer> {
  const named = context.keys.verifyDestinationToken(token)
  return changeEndpointByToken<DestinationAnswer>(context, named?.formId ?? null, now, ({ endpoint }) => {
    const id = named?.id ?? ''
    const answer = shown(endpoint, id)
    if (answer.kind !== change.from) return { answer, remember: false, consequences: [] }
    const settings = confirmInSettings(endpoint.settings, id, now)
    return changed(endpoint, { id, settings, others: [change.record(endpoint.id, id)] })
  })
}

/**
 * Stops the emails to a destination for the owner of its address, who gets one email about it with the way back. An
 * address that had not confirmed is removed, and gets no further confirmation emails from anybody, even if it was
 * removed meanwhile: a sender of unwanted emails would do that. Repeatable.
 */
export async function refuseDestination(context: Context, request: Request): Promise<DestinationAnswer> {
  const named = context.keys.verifyDestinationToken(request.token)
  const formId = named?.formId ?? null
  const unanswered = named && (await findUnanswered(context, named))
  return changeEndpointByToken<DestinationAnswer>(context, formId, request.now, ({ endpoint }) => {
    const destination = findEmail(endpoint, named?.id ?? '')
    if (!destination) return unanswered ? refusedForGood(unanswered) : GONE
    const { id, mailbox } = destination
    const mailboxKey = context.keys.mailboxKey(canonicalMailbox(mailbox))
    switch (getEmailState(destination)) {
      case 'unconfirmed': {
        const settings = removeDestination(endpoint.settings, id)
        return refusedForGood(mailboxKey, [{ kind: 'settings', settings }])
      }
      case 'confirmed': {
        const settings = stopDestination(endpoint.settings, id, request.now)
        const notice = { kind: 'destination_stopped', endpointId: endpoint.id, destinationId: id } as const
        const entry = { kind: 'audit', by: null, action: 'destination_stopped', detail: id } as const
        const email = toStopNotice({ notice, mailbox, mailboxKey }, request.now)
        return changed(endpoint, { id, settings, others: [email, entry] })
      }
      case 'stopped':
        return { answer: shown(endpoint, id), remember: false, consequences: [] }
    }
  })
}

/** Builds the change to these settings, with other consequences, answered with the new state of the destination. */
function changed(
  endpoint: EndpointFacts,
  { id, settings, others }: { id: string; settings: EndpointSettings; others: readonly Consequence[] },
): Change<DestinationAnswer> {
  const answer = shown({ ...endpoint, settings }, id)
  return { answer, remember: false, consequences: [{ kind: 'settings', settings }, ...others] }
}

const GONE = { answer: { kind: 'gone' }, remember: false, consequences: [] } as const

function refusedForGood(mailboxKey: string, before: readonly Consequence[] = []): Change<DestinationAnswer> {
  const consequences = [...before, { kind: 'confirmations_refused', mailboxKey } as const]
  return { answer: { kind: 'refused_for_good' }, remember: false, consequences }
}

/** Finds the keyed hash of the address that got the confirmation email with this link and has not confirmed. */
function findUnanswered(
  { store }: Context,
  { formId, id }: { formId: string; id: string },
): Promise<string | null> {
  return store.findUnanswered({ endpointId: formId, destinationId: id })
}

function shown(endpoint: EndpointFacts, id: string): DestinationAnswer {
  const destination = findEmail(endpoint, id)
  if (!destination || endpoint.retiredAt) return { kind: 'gone' }
  return {
    kind: getEmailState(destination),
    formId: endpoint.id,
    mailboxHint: mailboxHint(destination.mailbox),
    ownerHint: mailboxHint(endpoint.recipient),
  }
}

function findEmail(endpoint: EndpointFacts, id: string): EmailDestination | null {
  const destination = findDestination(endpoint, id)
  return destination?.kind === 'email' ? destination : null
}
