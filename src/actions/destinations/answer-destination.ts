import { canonicalMailbox, mailboxHint } from '../../domain/accounts/mailbox.ts'
import {
  confirmDestination as confirmInSettings,
  findDestination,
  removeDestination,
} from '../../domain/destinations/destination.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { changeEndpointByToken, findEndpointByToken } from '../endpoints/with-endpoint-by-token.ts'

/**
 * What the owner of a mailbox is shown who follows a link out of an email. `asked`: it has not answered yet. `withdrawn`:
 * it was asked, and taken away before it answered. `gone`: it is no destination any more, by whomever it was removed.
 */
export type DestinationAnswer =
  | { kind: 'asked' | 'confirmed'; formId: string; mailboxHint: string; ownerHint: string }
  | { kind: 'gone' | 'withdrawn' | 'refused_for_good' }
  | { kind: 'refused'; refusal: Refusal }

/** Shows what the buttons would do; changes nothing. */
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

/** The owner of the mailbox says yes: from now on it gets the emails. Repeatable. */
export async function confirmDestination(
  context: Context,
  request: { token: string; now: Date },
): Promise<DestinationAnswer> {
  const { now } = request
  const named = context.keys.verifyDestinationToken(request.token)
  return changeEndpointByToken<DestinationAnswer>(context, named?.formId ?? null, now, ({ endpoint }) => {
    const answer = shown(endpoint, named?.id ?? '')
    if (answer.kind !== 'asked') return { answer, remember: false, consequences: [] }
    const settings = confirmInSettings(endpoint.settings, named?.id ?? '', now)
    const asking = { endpointId: endpoint.id, destinationId: named?.id ?? '' }
    const consequences: Consequence[] = [
      { kind: 'settings', settings },
      { kind: 'asking_answered', ...asking },
    ]
    return { answer: { ...answer, kind: 'confirmed' }, remember: false, consequences }
  })
}

/**
 * The owner of the mailbox says no: it is removed. One that had not said yes is not asked again, by nobody; also when it
 * was taken away meanwhile, for who sends unwanted emails would do that. Repeatable.
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
    const consequences: Consequence[] = [{ kind: 'settings', settings }]
    if (destination.confirmedAt) return { ...GONE, consequences }
    return refusedForGood(context.keys.mailboxKey(canonicalMailbox(destination.mailbox)), consequences)
  })
}

const GONE = { answer: { kind: 'gone' }, remember: false, consequences: [] } as const

function refusedForGood(mailboxKey: string, before: readonly Consequence[] = []): Change<DestinationAnswer> {
  const consequences = [...before, { kind: 'confirmations_refused', mailboxKey } as const]
  return { answer: { kind: 'refused_for_good' }, remember: false, consequences }
}

/** The keyed hash of a mailbox that was asked by the email with this link, and has not said yes. */
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
    kind: destination.confirmedAt ? 'confirmed' : 'asked',
    formId: endpoint.id,
    mailboxHint: mailboxHint(destination.mailbox),
    ownerHint: mailboxHint(endpoint.recipient),
  }
}
