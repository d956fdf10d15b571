import type { DeliveryAction, EmailReport, FeedbackType } from '../../../src/domain/outbox/bounce.ts'
import { parseBounceAddress, toEnvelopeSender } from '../../../src/domain/outbox/bounce-address.ts'
import type { BounceReason } from '../../../src/domain/outbox/bounce-reason.ts'
import { createKeys } from '../../../src/ids/keys.ts'

/** A message as a mail server or a mail provider writes it, and what is read in it. */
export type Shape = {
  name: string
  message: string
  /** Null: no report. */
  reports: readonly EmailReport[] | null
  /** Reason of the first report; null when that is no failure. */
  reason: BounceReason | null
  /** Deliveries that its tokens name. */
  named: readonly number[]
}

export const keys = createKeys('the secret of the instance that is under test')
export const DELIVERY_KEY = 4711
export const TOKEN = keys.bounceToken(DELIVERY_KEY)
export const ADDRESS = parseBounceAddress('b+{token}@bounce.forms.example')
export const SENDER = ADDRESS ? toEnvelopeSender(ADDRESS, TOKEN) : ''
export const ADA = 'ada@example.org'

/** A shape of a failure, and by default of one to Ada whose token is found. */
export function failure(
  name: string,
  [status, reason, answer]: readonly [status: string, reason: BounceReason, answer: string],
  message: string,
): Shape {
  return shape(name, { reports: [bounce('failed', status, answer)], reason }, message)
}

export function shape(
  name: string,
  { reports, reason = null, named = [DELIVERY_KEY] }: Pick<Shape, 'reports'> & Partial<Shape>,
  message: string,
): Shape {
  return { name, message: message.replace(/^\r?\n/, ''), reports, reason, named }
}

/** A message that is no report. */
export function noReport(name: string, message: string): Shape {
  return shape(name, { reports: null, named: [] }, message)
}

export function bounce(
  action: DeliveryAction,
  status: string,
  answer: string,
  recipients: readonly string[] = [ADA],
): EmailReport {
  return { kind: 'bounce', action, recipients, status, answer }
}

export function complaint(type: FeedbackType, recipients: readonly string[] = [ADA]): EmailReport {
  return { kind: 'complaint', type, recipients }
}
