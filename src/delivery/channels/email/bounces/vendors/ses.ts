import type { EmailReport } from '../../../../../domain/outbox/bounce.ts'
import { parseSnsTopic, VENDOR_SETTINGS } from '../../../../../domain/outbox/bounce-vendors.ts'
import { type ReceivedReports, readFeedbackType } from '../read-report.ts'
import { describeBounce, describeComplaint, findSesStatus, NOT_TRIED, toReceived } from './describe.ts'
import {
  getObject,
  getText,
  getWholeText,
  type JsonObject,
  listObjects,
  listTokens,
  parseObject,
} from './read-json.ts'
import { verifySnsMessage } from './sns-message.ts'
import { type BounceVendor, findSizeFault, refused } from './vendor.ts'

/**
 * Amazon SES, whose events arrive through an Amazon SNS topic: as notifications of an identity (`notificationType`) or as
 * events of a configuration set (`eventType`).
 *
 * The token comes back in `mail.headers`, which notifications contain only if "Include original headers" is on, and in
 * `mail.source`, the envelope sender.
 */
export const ses: BounceVendor = {
  name: 'ses',
  secretSetting: VENDOR_SETTINGS.ses,

  async verify({ body, now, secret, fetchCertificate }) {
    const topic = parseSnsTopic(secret)
    if (!topic) return refused(`${VENDOR_SETTINGS.ses} is not the ARN of an SNS topic.`)
    return findSizeFault(body) ?? verifySnsMessage(body, topic, { now, fetchCertificate })
  },

  read(body) {
    const message = parseObject(body)
    if (!message || getText(message, 'Type') !== 'Notification') return null
    // When a topic is connected, SES sends a sentence instead of JSON.
    const event = parseObject(getWholeText(message, 'Message') ?? '')
    return event && readEvent(event)
  },
}

function readEvent(event: JsonObject): ReceivedReports | null {
  const mail = getObject(event, 'mail')
  return toReceived(listReports(event), {
    headers: listTokens(mail, 'headers'),
    addresses: [getText(mail, 'source')].filter((source) => source !== ''),
  })
}

function listReports(event: JsonObject): EmailReport[] {
  switch (getText(event, 'eventType') || getText(event, 'notificationType')) {
    case 'Bounce':
      return listBounces(getObject(event, 'bounce'))
    case 'Complaint':
      return listComplaints(getObject(event, 'complaint'))
    case 'DeliveryDelay':
      return listDelays(getObject(event, 'deliveryDelay'))
    case 'Reject': {
      const answer = `Amazon SES did not send the email: ${getText(getObject(event, 'reject'), 'reason')}`
      return [describeBounce({ action: 'failed', recipients: [], statuses: ['5.7.0'], answer })]
    }
    default:
      return []
  }
}

function listBounces(bounce: JsonObject): EmailReport[] {
  const type = getText(bounce, 'bounceType')
  const subType = getText(bounce, 'bounceSubType')
  return listObjects(bounce, 'bouncedRecipients').flatMap((recipient) => {
    const answer = getText(recipient, 'diagnosticCode')
    const status = findSesStatus({ type, subType, told: getText(recipient, 'status') || answer })
    if (status === null) return []
    return [
      describeBounce({
        action: 'failed',
        recipients: [getText(recipient, 'emailAddress')],
        statuses: [status],
        answer,
      }),
    ]
  })
}

function listComplaints(complaint: JsonObject): EmailReport[] {
  const recipients = listObjects(complaint, 'complainedRecipients').map((one) => getText(one, 'emailAddress'))
  // It stems from an earlier complaint, perhaps about somebody else's email: Amazon did not try to send this one.
  if (getText(complaint, 'complaintSubType') !== '') {
    const answer = 'Amazon SES did not send the email, because the address is on its suppression list.'
    return [describeBounce({ action: 'failed', recipients, statuses: [NOT_TRIED], answer })]
  }
  const type = readFeedbackType(getText(complaint, 'complaintFeedbackType') || 'abuse')
  return type === null ? [] : [describeComplaint(recipients, type)]
}

function listDelays(delay: JsonObject): EmailReport[] {
  return listObjects(delay, 'delayedRecipients').map((recipient) =>
    describeBounce({
      action: 'delayed',
      recipients: [getText(recipient, 'emailAddress')],
      statuses: [getText(recipient, 'status')],
      answer: getText(recipient, 'diagnosticCode'),
    }),
  )
}
