import { type Answer, call } from '../client/call.ts'
import type { Fresh, SentTo } from '../schema.ts'

/** Mails a code to the owner; `sent_to` is the mailbox with its letters hidden. */
export function requestStepUp(): Promise<Answer<SentTo>> {
  return call({ method: 'POST', path: '/step-up' })
}

/** Hands in the code from the email. */
export function confirmStepUp(code: string): Promise<Answer<Fresh>> {
  return call({ method: 'POST', path: '/step-up/confirm', body: { code } })
}
