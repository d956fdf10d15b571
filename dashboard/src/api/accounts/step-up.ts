import { type Answer, call } from '../client/call.ts'
import type { Fresh, SentTo } from '../schema.ts'

/** Emails a code to the owner; `sent_to` is the masked email address. */
export function requestStepUp(): Promise<Answer<SentTo>> {
  return call({ method: 'POST', path: '/step-up' })
}

/** Confirms the code from the email. */
export function confirmStepUp(code: string): Promise<Answer<Fresh>> {
  return call({ method: 'POST', path: '/step-up/confirm', body: { code } })
}
