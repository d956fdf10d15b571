import type { DeliveryAction, EmailReport, FeedbackType } from '../../../../../domain/outbox/bounce.ts'
import type { TokenPlaces } from '../../../../../domain/outbox/bounce-address.ts'
import { findReplyClass, findStatus } from '../../../../../domain/outbox/bounce-reason.ts'
import { toAnswerLine } from '../../smtp/smtp-session.ts'
import { findAddress, withoutType } from '../read-fields.ts'
import type { ReceivedReports } from '../read-report.ts'

/** Status of an email that the provider did not send because of its own suppression list: it says nothing about the mailbox. */
export const NOT_TRIED = '5.0.0'

/** Status of a bounce that contains none. */
const DEFAULT_STATUS = { failed: '5.0.0', delayed: '4.0.0' } as const

/** Status by Amazon's bounce subtype, for bounces without an answer from the recipient's server. */
const SES_STATUSES: ReadonlyMap<string, string> = new Map([
  ['NoEmail', '5.1.3'],
  ['MailboxFull', '5.2.2'],
  ['MessageTooLarge', '5.3.4'],
  ['ContentRejected', '5.7.0'],
  ['AttachmentRejected', '5.7.0'],
])
/** Bounce subtypes of emails that Amazon did not try to send, although it reports them as 5.1.1. */
const SES_NOT_TRIED: ReadonlySet<string> = new Set([
  'Suppressed',
  'OnAccountSuppressionList',
  'OnTenantSuppressionList',
  'UnsubscribedRecipient',
])

/** Describes a bounce. Its status is the first code in `statuses`, or else in the answer. */
export function describeBounce(told: {
  action: Extract<DeliveryAction, 'failed' | 'delayed'>
  recipients: readonly string[]
  statuses: readonly string[]
  answer: string
}): EmailReport {
  const answer = withoutType(told.answer)
  const status = [...told.statuses, answer].map(findStatus).find((found) => found !== null)
  return {
    kind: 'bounce',
    action: told.action,
    recipients: told.recipients.flatMap((text) => findAddress(text) ?? []),
    status: status ?? findReplyClass(answer) ?? DEFAULT_STATUS[told.action],
    answer: toAnswerLine(answer),
  }
}

export function describeComplaint(recipients: readonly string[], type: FeedbackType = 'abuse'): EmailReport {
  return { kind: 'complaint', type, recipients: recipients.flatMap((text) => findAddress(text) ?? []) }
}

/**
 * Finds the status of a bounce by Amazon's bounce types, which Resend also uses. Null for a transient bounce without an answer
 * from the recipient's server: it can be an autoresponder's reply.
 */
export function findSesStatus(bounce: { type: string; subType: string; told: string }): string | null {
  const { type, subType, told } = bounce
  if (SES_NOT_TRIED.has(subType)) return NOT_TRIED
  const status = findStatus(told) ?? findReplyClass(withoutType(told)) ?? SES_STATUSES.get(subType)
  if (status) return status
  return type === 'Transient' || type === 'Temporary' ? null : DEFAULT_STATUS.failed
}

/** Combines reports with the places where their token can be; null if there are no reports. */
export function toReceived(
  reports: readonly EmailReport[],
  places: Pick<TokenPlaces, 'headers'> & Partial<TokenPlaces>,
): ReceivedReports | null {
  const [first, ...others] = reports
  if (!first) return null
  return { reports: [first, ...others], places: { addresses: [], envelopeIds: [], ...places } }
}
