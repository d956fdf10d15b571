import { canonicalMailbox, mailboxHint } from '../../domain/accounts/mailbox.ts'
import {
  confirmDestination as confirmInSettings,
  findDestination,
  removeDestination,
} from '../../domain/destinations/destination.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { changeEndpointByToken, findEndpointByToken } from '../endpoints/with-endpoint-by-token.ts'
import { toStopNotice } from '../outbox/stop-notice.ts'

/**
 * State of a destination as its owner sees it behind a link in an email. `unconfirmed`: not confirmed yet. `withdrawn`: removed
 * before it was confirmed. `gone`: no destination any more.
 */
export type DestinationAnswer =
  | { kind: 'unconfirmed' | 'confirmed'; formId: string; mailboxHint: string; ownerHint: string }
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
export async function confirmDestination(
  context: Context,
  request: { token: string; now: Date },
): Promise<DestinationAnswer> {
  const { now } = request
  const named = context.keys.verifyDestinationToken(request.token)
  return changeEndpointByToken<DestinationAnswer>(context, named?.formId ?? null, now, ({ endpoint }) => {
    const answer = shown(endpoint, named?.id ?? '')
    if (answer.kind !== 'unconfirmed') return { answer, remember: false, consequences: [] }
    const settings = confirmInSettings(endpoint.settings, named?.id ?? '', now)
    const confirmation = { endpointId: endpoint.id, destinationId: named?.id ?? '' }
    const consequences: Consequence[] = [
      { kind: 'settings', settings },
      { kind: 'confirmation_answered', ...confirmation },
    ]
    return { answer: { ...answer, kind: 'confirmed' }, remember: false, consequences }
  })
}

/**
 * Removes a destination for the owner of its address. One that had confirmed gets one email about it. An address that
 * had not confirmed gets no further confirmation emails from anybody, even if it was removed meanwhile: a sender of
 * unwanted emails would do that. Repeatable.
 */
export async function refuseDestination(
  context: Context,
  request: { token: string; now: Date },
): Promise<DestinationAnswer> {
  const named = context.keys.verifyDestinationToken(request.token)
  const formId = named?.formId ?? null
  const unanswered = named && (await findUnanswered(context, named))
  return changeEndpointByToken<DestinationAnswer>(context, formId, request.now, ({ endpoint }) => {
    const destination = findDestination(endpoint, named?.id ?? '')
    if (!destination) return unanswered ? refusedForGood(unanswered) : GONE
    const settings = removeDestination(endpoint.settings, destination.id)
    const removal: Consequence = { kind: 'settings', settings }
    const { mailbox } = destination
    const mailboxKey = context.keys.mailboxKey(canonicalMailbox(mailbox))
    if (!destination.confirmedAt) return refusedForGood(mailboxKey, [removal])
    const notice = { kind: 'destination_stopped', endpointId: endpoint.id } as const
    return { ...GONE, consequences: [removal, toStopNotice({ notice, mailbox, mailboxKey }, request.now)] }
  })
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
  const destination = findDestination(endpoint, id)
  if (!destination || endpoint.retiredAt) return { kind: 'gone' }
  return {
    kind: destination.confirmedAt ? 'confirmed' : 'unconfirmed',
    formId: endpoint.id,
    mailboxHint: mailboxHint(destination.mailbox),
    ownerHint: mailboxHint(endpoint.recipient),
  }
}
