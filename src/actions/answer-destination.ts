import { confirmedIn, destinationOf, removedFrom } from '../domain/destination.ts'
import type { EndpointFacts } from '../domain/endpoint.ts'
import { canonicalMailbox, mailboxHint } from '../domain/mailbox.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Consequence } from '../store/store.ts'
import { changeByToken, lookByToken } from './by-token.ts'
import type { Context } from './context.ts'

/**
 * What the owner of a mailbox is shown who follows a link out of a letter. `asked`: it has not answered yet. `gone`: it
 * is no destination any more, by whomever it was removed.
 */
export type DestinationAnswer =
  | { kind: 'asked' | 'confirmed'; formId: string; mailboxHint: string; ownerHint: string }
  | { kind: 'gone' | 'refused_for_good' }
  | { kind: 'refused'; refusal: Refusal }

/** Shows what the buttons would do; changes nothing. */
export async function lookAtDestination(
  context: Context,
  request: { token: string },
): Promise<DestinationAnswer> {
  const named = context.keys.destinationOfToken(request.token)
  return lookByToken<DestinationAnswer>(context, named?.formId ?? null, ({ endpoint }) =>
    shown(endpoint, named?.id ?? ''),
  )
}

/** The owner of the mailbox says yes: from now on it gets the letters. Repeatable. */
export async function confirmDestination(
  context: Context,
  request: { token: string; now: Date },
): Promise<DestinationAnswer> {
  const { now } = request
  const named = context.keys.destinationOfToken(request.token)
  return changeByToken<DestinationAnswer>(context, named?.formId ?? null, now, ({ endpoint }) => {
    const answer = shown(endpoint, named?.id ?? '')
    if (answer.kind !== 'asked') return { answer, remember: false, consequences: [] }
    const settings = confirmedIn(endpoint.settings, named?.id ?? '', now)
    const consequences: Consequence[] = [{ kind: 'settings', settings }]
    return { answer: { ...answer, kind: 'confirmed' }, remember: false, consequences }
  })
}

/**
 * The owner of the mailbox says no: it is removed. One that had not said yes is not asked again, by nobody. Repeatable.
 */
export async function refuseDestination(
  context: Context,
  request: { token: string; now: Date },
): Promise<DestinationAnswer> {
  const named = context.keys.destinationOfToken(request.token)
  const formId = named?.formId ?? null
  return changeByToken<DestinationAnswer>(context, formId, request.now, ({ endpoint }) => {
    const destination = destinationOf(endpoint, named?.id ?? '')
    if (!destination) return { answer: { kind: 'gone' }, remember: false, consequences: [] }
    const settings = removedFrom(endpoint.settings, destination.id)
    const consequences: Consequence[] = [{ kind: 'settings', settings }]
    if (destination.confirmedAt) return { answer: { kind: 'gone' }, remember: false, consequences }
    const mailboxKey = context.keys.mailboxKey(canonicalMailbox(destination.mailbox))
    consequences.push({ kind: 'confirmations_refused', mailboxKey })
    return { answer: { kind: 'refused_for_good' }, remember: false, consequences }
  })
}

function shown(endpoint: EndpointFacts, id: string): DestinationAnswer {
  const destination = destinationOf(endpoint, id)
  if (!destination || endpoint.retiredAt) return { kind: 'gone' }
  return {
    kind: destination.confirmedAt ? 'confirmed' : 'asked',
    formId: endpoint.id,
    mailboxHint: mailboxHint(destination.mailbox),
    ownerHint: mailboxHint(endpoint.recipient),
  }
}
