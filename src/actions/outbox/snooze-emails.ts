import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type EndpointFacts, getState, isConfirmed } from '../../domain/endpoints/endpoint.ts'
import { getSnoozeEnd } from '../../domain/outbox/email-rhythm.ts'
import { SNOOZE_DAYS } from '../../domain/outbox/email-settings.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { DAY, later, secondsUntil } from '../../domain/time.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { changeEndpointByToken, findEndpointByToken } from '../endpoints/with-endpoint-by-token.ts'
import { toStopNotice } from './stop-notice.ts'

/** `stopped`: snoozed until `until` (RFC 3339). `flowing`: not snoozed. */
type SnoozeAnswer =
  | { kind: 'stopped'; formId: string; until: string }
  | { kind: 'flowing'; formId: string }
  | Refused

/**
 * Snoozes the emails of a confirmed form for a week, or ends the snooze, for anybody who has the link. Submissions are stored,
 * and are sent as one email at the end. The owner gets an email about it, with a link that ends the snooze.
 */
export async function setSnooze(
  context: Context,
  request: { token: string; to: 'stopped' | 'flowing'; now: Date },
): Promise<SnoozeAnswer> {
  const { to, now } = request
  const formId = context.keys.verifySnoozeToken(request.token)
  return changeEndpointByToken<SnoozeAnswer>(context, formId, now, (found) => {
    const { endpoint } = found
    const refusal = refuseSnooze(endpoint, now)
    if (refusal) return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
    const known = getSnoozeEnd(endpoint.settings.email, now)
    if (to === 'flowing') {
      // The date is kept, so that the link cannot snooze again immediately.
      const consequences = known ? toSnoozed(endpoint, now.toISOString(), true) : []
      return { answer: { kind: 'flowing', formId: endpoint.id }, remember: false, consequences }
    }
    const early = known ? null : refuseEarly(endpoint, now)
    if (early) return { answer: { kind: 'refused', refusal: early }, remember: false, consequences: [] }
    // A repetition changes nothing: a link must not hold emails back for longer than a week.
    const until = (known ?? later(now, SNOOZE_DAYS * DAY)).toISOString()
    const consequences = known ? [] : [...toSnoozed(endpoint, until), tellOwner(found, now)]
    return { answer: { kind: 'stopped', formId: endpoint.id, until }, remember: false, consequences }
  })
}

/** Returns whether a form is snoozed; changes nothing. */
export async function getSnooze(
  context: Context,
  { token, now }: { token: string; now: Date },
): Promise<SnoozeAnswer> {
  const formId = context.keys.verifySnoozeToken(token)
  return findEndpointByToken<SnoozeAnswer>(context, formId, ({ endpoint }) => {
    const refusal = refuseSnooze(endpoint, now)
    if (refusal) return { kind: 'refused', refusal }
    const until = getSnoozeEnd(endpoint.settings.email, now)
    const early = until ? null : refuseEarly(endpoint, now)
    if (early) return { kind: 'refused', refusal: early }
    return until
      ? { kind: 'stopped', formId: endpoint.id, until: until.toISOString() }
      : { kind: 'flowing', formId: endpoint.id }
  })
}

function refuseSnooze(endpoint: EndpointFacts, now: Date): Refusal | null {
  if (!isConfirmed(endpoint)) return { code: 'token_not_found' }
  return getState(endpoint, now) === 'claimed' ? null : { code: 'endpoint_retired' }
}

/** Refuses a snooze within a week after another one: a link must not hold emails back week after week. */
function refuseEarly({ settings }: EndpointFacts, now: Date): Refusal | null {
  const { snoozedUntil } = settings.email
  const freeAt = snoozedUntil === null ? now : later(new Date(snoozedUntil), SNOOZE_DAYS * DAY)
  if (now >= freeAt) return null
  const message =
    'This form was snoozed within the last week. Its owner can snooze it again in the dashboard.'
  return { code: 'asking_rate', message, retryAfterSeconds: secondsUntil(freeAt, now) }
}

function toSnoozed({ settings }: EndpointFacts, snoozedUntil: string, isOver = false): Consequence[] {
  return [
    { kind: 'settings', settings: { ...settings, email: { ...settings.email, snoozedUntil } } },
    { kind: 'emails_released' },
    {
      kind: 'audit',
      by: null,
      action: isOver ? 'emails_unsnoozed' : 'emails_snoozed',
      detail: null,
    },
  ]
}

function tellOwner({ endpoint, mailboxKey }: FoundEndpoint, now: Date): Consequence {
  const notice = { kind: 'emails_snoozed', endpointId: endpoint.id } as const
  return toStopNotice({ notice, mailbox: mailboxIdentity(endpoint.recipient), mailboxKey }, now)
}
