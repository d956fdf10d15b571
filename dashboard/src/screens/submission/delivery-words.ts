import type { WebKind } from '../../../../src/domain/destinations/web-kinds.ts'
import type { DestinationKind } from '../../api/destinations/destinations.ts'
import type { Delivery } from '../../api/schema.ts'
import type { Attempt } from '../../api/submissions/deliveries.ts'
import { type PlainKey, t } from '../../language/texts.ts'

type StateText = { label: string; tone: 'plain' | 'good' | 'warn' | 'bad'; explained: string }
type StateKeys = { label: PlainKey; tone: StateText['tone']; explained: PlainKey }
type State = Delivery['state']
type Report = Delivery['reports'][number]

/** Meaning of each state of the delivery of an email, and what to do about it. */
export const STATES: Readonly<Record<State, StateKeys>> = {
  queued: {
    label: 'submission.state.queued',
    tone: 'plain',
    explained: 'submission.state.queuedExplained',
  },
  delayed: {
    label: 'submission.state.delayed',
    tone: 'warn',
    explained: 'submission.state.delayedExplained',
  },
  held: {
    label: 'submission.state.held',
    tone: 'plain',
    explained: 'submission.state.heldExplained',
  },
  sent: {
    label: 'submission.state.sent',
    tone: 'good',
    explained: 'submission.state.sentExplained',
  },
  kept: {
    label: 'submission.state.kept',
    tone: 'plain',
    explained: 'submission.state.keptExplained',
  },
  bounced: {
    label: 'submission.state.bounced',
    tone: 'bad',
    explained: 'submission.state.bouncedExplained',
  },
  failed: {
    label: 'submission.state.failed',
    tone: 'bad',
    explained: 'submission.state.failedExplained',
  },
  suppressed: {
    label: 'submission.state.suppressed',
    tone: 'warn',
    explained: 'submission.state.suppressedExplained',
  },
}

const REPORTS: Readonly<Record<Report['kind'], Pick<StateKeys, 'label' | 'tone'>>> = {
  delayed: { label: 'submission.report.delayed', tone: 'warn' },
  bounced: { label: 'submission.state.bounced', tone: 'bad' },
  complaint: { label: 'submission.report.complaint', tone: 'bad' },
}

/** Returns the words for what a mail server reported about an email after it was sent. */
export function describeReport({ kind, explanation, advice }: Report): Pick<StateText, 'label' | 'tone'> {
  const { label, tone } = REPORTS[kind]
  return { label: [explanation ?? t(label), advice].filter((words) => words !== null).join(' '), tone }
}

/** Meaning of the states that are others for webhooks and chats. */
const WEB_STATES: Readonly<Partial<Record<State, PlainKey>>> = {
  delayed: 'submission.web.delayedExplained',
  sent: 'submission.web.sentExplained',
  failed: 'submission.web.failedExplained',
  suppressed: 'submission.web.suppressedExplained',
}

type WebWords = { sent: PlainKey; bounced: PlainKey }
const POSTED: WebWords = { sent: 'submission.web.posted', bounced: 'submission.web.refused' }
/** Labels for delivery outcomes; those of chats are the same for all. */
const WEB_WORDS: Readonly<Record<WebKind, WebWords>> = {
  webhook: { sent: 'submission.web.sent', bounced: 'submission.web.gone' },
  slack: POSTED,
  discord: POSTED,
  teams: POSTED,
  telegram: POSTED,
  ntfy: POSTED,
}

/** Returns the words for a state of a delivery to a destination of this kind. */
export function describeState(state: State, kind: DestinationKind = 'email'): StateText {
  const { label, tone, explained } = STATES[state]
  if (kind === 'email') return { label: t(label), tone, explained: t(explained) }
  const own = state === 'sent' ? WEB_WORDS[kind].sent : label
  return { label: t(own), tone, explained: t(WEB_STATES[state] ?? explained) }
}

/** Returns the words for the outcome of one attempt of a delivery in this state. */
export function describeOutcome(
  { outcome, ended_at }: Attempt,
  state: State,
  kind: DestinationKind = 'email',
): Pick<StateText, 'label' | 'tone'> {
  const web = kind === 'email' ? null : WEB_WORDS[kind]
  switch (outcome) {
    case 'accepted':
      return state === 'kept'
        ? describeState(state)
        : { label: t(web?.sent ?? 'submission.web.sent'), tone: 'good' }
    case 'deferred':
      return web && state !== 'delayed'
        ? { label: t('submission.state.failed'), tone: 'bad' }
        : { label: t('submission.outcome.retry'), tone: 'warn' }
    case 'bounced':
      return { label: t(web?.bounced ?? 'submission.outcome.rejected'), tone: 'bad' }
    case 'unknown':
      return { label: t('submission.outcome.unknown'), tone: 'warn' }
    case 'system':
      return { label: t('submission.outcome.system'), tone: 'warn' }
    case null: {
      const isOpen = ended_at === null
      return {
        label: isOpen ? t('submission.outcome.inProgress') : t('submission.outcome.interrupted'),
        tone: 'plain',
      }
    }
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
  if (attempts.length === 0) {
    if (state === 'delayed') return t('submission.why.cannotSend')
    if (state === 'bounced') return t('submission.why.stopped')
    // Without an attempt, an email fails only when it has waited too long.
    if (state === 'failed') return t('submission.why.tooLate')
  }
  const last = attempts.findLast(({ outcome }) => outcome !== null)
  const isUnreachable = last?.outcome === 'deferred' && UNREACHABLE.test(last.answer ?? '')
  return state === 'delayed' && isUnreachable
    ? t('submission.why.unreachable')
    : describeState(state).explained
}

/** The answer of an attempt that got none from the server: its stage, and no code of SMTP. */
const UNREACHABLE = /^(?:connect|greeting): (?!\d{3}\b)/
const CAUSES: Readonly<Record<string, PlainKey>> = {
  ECONNREFUSED: 'submission.cause.refused',
  ECONNRESET: 'submission.cause.closed',
  ETIMEDOUT: 'submission.cause.timedOut',
  EHOSTUNREACH: 'submission.cause.serverUnreachable',
  ENETUNREACH: 'submission.cause.networkUnreachable',
  ENOTFOUND: 'submission.cause.notFound',
  EAI_AGAIN: 'submission.cause.lookupFailed',
}

/** "Connection refused (127.0.0.1:25)" for "connect: connect ECONNREFUSED 127.0.0.1:25"; answers of servers stay as they are. */
export function describeAnswer(answer: string): string {
  if (!UNREACHABLE.test(answer)) return answer
  const [, code = '', where] = /\b(E[A-Z_]+)(?: ([^ ]+))?/.exec(answer) ?? []
  const cause = CAUSES[code]
  if (cause === undefined) return answer.replace(UNREACHABLE, '')
  return where === undefined ? t(cause) : `${t(cause)} (${where})`
}
