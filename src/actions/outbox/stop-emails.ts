import { type EndpointFacts, getState } from '../../domain/endpoints/endpoint.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { changeEndpointByToken, findEndpointByToken } from '../endpoints/with-endpoint-by-token.ts'
import { toStoppedEmails } from './stop-notice.ts'

type EmailsAnswer = { kind: 'stopped' | 'flowing'; formId: string } | Refused

/**
 * Turns the emails of a claimed endpoint off or on, for whoever has the link. Submissions are stored in either case. An
 * email tells the owner that they are off, with the way back.
 */
export async function setEmails(
  context: Context,
  request: { token: string; to: 'stopped' | 'flowing'; now: Date },
): Promise<EmailsAnswer> {
  const { to, now } = request
  const formId = context.keys.verifyMailStopToken(request.token)
  return changeEndpointByToken<EmailsAnswer>(context, formId, now, (found) => {
    const { endpoint } = found
    if (getState(endpoint, now) !== 'claimed') {
      const refusal: Refusal = { code: 'endpoint_retired' }
      return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
    }
    return {
      answer: { kind: to, formId: endpoint.id },
      remember: false,
      consequences: to === 'stopped' ? toStoppedEmails(found, now) : toStartedEmails(endpoint),
    }
  })
}

function toStartedEmails(endpoint: EndpointFacts): Consequence[] {
  if (!endpoint.mailStoppedAt) return []
  return [
    { kind: 'endpoint', facts: { ...endpoint, mailStoppedAt: null } },
    { kind: 'settings', settings: endpoint.settings },
    { kind: 'audit', by: null, action: 'emails_started', detail: null },
  ]
}

/** Returns whether emails are on; changes nothing. */
export async function getEmailsSetting(
  context: Context,
  request: { token: string; now: Date },
): Promise<EmailsAnswer> {
  const formId = context.keys.verifyMailStopToken(request.token)
  return findEndpointByToken<EmailsAnswer>(context, formId, ({ endpoint }) => {
    if (getState(endpoint, request.now) !== 'claimed') {
      return { kind: 'refused', refusal: { code: 'endpoint_retired' } }
    }
    return { kind: endpoint.mailStoppedAt ? 'stopped' : 'flowing', formId: endpoint.id }
  })
}
