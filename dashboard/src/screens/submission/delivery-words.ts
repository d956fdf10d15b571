import { WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
import type { DestinationKind } from '../../api/destinations/destinations.ts'
import type { Delivery } from '../../api/schema.ts'
import type { Attempt } from '../../api/submissions/deliveries.ts'

type StateText = { label: string; tone: 'plain' | 'good' | 'warn' | 'bad'; explained: string }
type State = Delivery['state']
type Report = Delivery['reports'][number]

/** Meaning of each state of the delivery of an email, and what to do about it. */
export const STATES: Record<State, StateText> = {
  queued: {
    label: 'Queued',
    tone: 'plain',
    explained: 'Waiting for its first attempt.',
  },
  delayed: {
    label: 'Delayed',
    tone: 'warn',
    explained: 'The last attempt failed. We keep trying for five days.',
  },
  held: {
    label: 'Waiting',
    tone: 'plain',
    explained:
      'It will be sent later, because of the form’s email settings or because the address has reached its limit. You don’t need to do anything.',
  },
  sent: {
    label: 'Sent',
    tone: 'good',
    explained: 'Your mail server accepted it. If it isn’t in the inbox, look in the spam folder.',
  },
  kept: {
    label: 'Kept',
    tone: 'plain',
    explained: 'No mail server is set up, so it was kept on this server and not sent.',
  },
  bounced: {
    label: 'Bounced',
    tone: 'bad',
    explained:
      'A mail server returned it, or refused it for good. See the details below. The message itself is safe here.',
  },
  failed: {
    label: 'Failed',
    tone: 'bad',
    explained:
      'It could not be delivered: the last answer says why. Check that the address exists and can receive email, then send it again.',
  },
  suppressed: {
    label: 'Not sent',
    tone: 'warn',
    explained:
      'The recipient doesn’t want any more emails, or the submission was found to be spam or moved to the trash before.',
  },
}

const REPORTS: Record<Report['kind'], Pick<StateText, 'label' | 'tone'>> = {
  delayed: { label: 'Delayed by the recipient’s mail server', tone: 'warn' },
  bounced: { label: 'Bounced', tone: 'bad' },
  complaint: { label: 'Marked as spam by the recipient', tone: 'bad' },
}

/** Returns the words for what a mail server reported about an email after it was sent. */
export function describeReport({ kind, explanation, advice }: Report): Pick<StateText, 'label' | 'tone'> {
  const { label, tone } = REPORTS[kind]
  return { label: [explanation ?? label, advice].filter((words) => words !== null).join(' '), tone }
}

/** Meaning of the states that are others for webhooks and chats. */
const WEB_STATES: Partial<Record<State, string>> = {
  delayed: 'The last attempt failed. We keep trying for three days.',
  sent: 'It was answered with a status from 200 to 299.',
  failed:
    'It could not be delivered: the last answer says why. Send a test from the settings of the form, then send it again.',
  suppressed:
    'The destination was disabled, removed or not in use, or the submission was found to be spam or moved to the trash before.',
}

/** Returns the words for a state of a delivery to a destination of this kind. */
export function describeState(state: State, kind: DestinationKind = 'email'): StateText {
  if (kind === 'email') return STATES[state]
  const { label, tone, explained } = STATES[state]
  const own = state === 'sent' ? WEB_KINDS[kind].stateWords.sent : label
  return { label: own, tone, explained: WEB_STATES[state] ?? explained }
}

/** Returns the words for the outcome of one attempt of a delivery in this state. */
export function describeOutcome(
  { outcome, ended_at }: Attempt,
  state: State,
  kind: DestinationKind = 'email',
): Pick<StateText, 'label' | 'tone'> {
  const web = kind === 'email' ? null : WEB_KINDS[kind].stateWords
  switch (outcome) {
    case 'accepted':
      return state === 'kept' ? STATES.kept : { label: web?.sent ?? 'Accepted', tone: 'good' }
    case 'deferred':
      return web && state !== 'delayed'
        ? { label: 'Failed', tone: 'bad' }
        : { label: 'Delayed, will retry', tone: 'warn' }
    case 'bounced':
      return { label: web?.bounced ?? 'Rejected', tone: 'bad' }
    case 'unknown':
      return { label: 'No answer; it may have arrived', tone: 'warn' }
    case 'system':
      return { label: 'The mail server rejected this service', tone: 'warn' }
    case null:
      return { label: ended_at === null ? 'In progress' : 'Interrupted', tone: 'plain' }
  }
}

/** Returns the state to show: while no email can be sent, one that waits for its first attempt is delayed, too. */
export function getShownState(state: State, emailsDelayed: boolean): State {
  return state === 'queued' && emailsDelayed ? 'delayed' : state
}

/** Returns what the shown state of a delivery means, and for a delayed one why, as far as its last attempt says. */
export function explainState(
  state: State,
  attempts: readonly Attempt[],
  kind: DestinationKind = 'email',
): string {
  if (kind !== 'email') return describeState(state, kind).explained
  if (state === 'delayed' && attempts.length === 0) return CANNOT_SEND
  if (state === 'bounced' && attempts.length === 0) return STOPPED
  if (state === 'failed' && attempts.length === 0) return TOO_LATE
  const last = attempts.findLast(({ outcome }) => outcome !== null)
  const isUnreachable = last?.outcome === 'deferred' && UNREACHABLE.test(last.answer ?? '')
  return state === 'delayed' && isUnreachable
    ? "The mail server can't be reached. We keep trying for five days."
    : STATES[state].explained
}

const STOPPED =
  'Not sent, because earlier emails to this address bounced. Start emails to it again (Settings, Account), then send this one again.'
/** Without an attempt, an email fails only when it has waited too long. */
const TOO_LATE =
  'It was not sent in time, for example because your OpenPGP key had expired. The message itself is safe here, and you can send it again.'
const CANNOT_SEND = 'No email can be sent at the moment. We keep trying for five days.'
/** The answer of an attempt that got none from the server: its stage, and no code of SMTP. */
const UNREACHABLE = /^(?:connect|greeting): (?!\d{3}\b)/
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection closed by the server',
  ETIMEDOUT: 'Connection timed out',
  EHOSTUNREACH: 'Server unreachable',
  ENETUNREACH: 'Network unreachable',
  ENOTFOUND: 'Server name not found',
  EAI_AGAIN: 'Server name could not be looked up',
}

/** "Connection refused (127.0.0.1:25)" for "connect: connect ECONNREFUSED 127.0.0.1:25"; answers of servers stay as they are. */
export function describeAnswer(answer: string): string {
  if (!UNREACHABLE.test(answer)) return answer
  const [, code = '', where] = /\b(E[A-Z_]+)(?: ([^ ]+))?/.exec(answer) ?? []
  const cause = CAUSES[code]
  if (cause === undefined) return answer.replace(UNREACHABLE, '')
  return where === undefined ? cause : `${cause} (${where})`
}
