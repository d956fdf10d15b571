import { createHmac } from 'node:crypto'
import type { EmailReport } from '../../../../../domain/outbox/bounce.ts'
import { VENDOR_SETTINGS } from '../../../../../domain/outbox/bounce-vendors.ts'
import { SECOND } from '../../../../../domain/time.ts'
import { isSameText } from '../../../../../runtime/same-text.ts'
import { describeBounce, describeComplaint, toReceived } from './describe.ts'
import { getObject, getText, type JsonObject, listTokens, parseObject } from './read-json.ts'
import {
  type BounceVendor,
  findSizeFault,
  findTimeFault,
  MAX_MESSAGE_AGE_MS,
  refused,
  toOnce,
  verified,
} from './vendor.ts'

const UNIX_TIME = /^\d{1,12}$/

/**
 * Mailgun. Its signature covers a timestamp and a token, but not the event: anybody who sees a request can send a different
 * event with its signature, until the token is used. This makes the deduplication key more important than elsewhere.
 *
 * Mailgun returns no headers of the email, but the variables that `X-Mailgun-Variables` sets, and the envelope sender.
 */
export const mailgun: BounceVendor = {
  name: 'mailgun',
  secretSetting: VENDOR_SETTINGS.mailgun,

  async verify({ body, now, secret }) {
    const large = findSizeFault(body)
    if (large) return large
    const event = parseObject(body)
    if (!event) return refused('The body is not a JSON object.')
    const signature = getObject(event, 'signature')
    const timestamp = readTimestamp(signature)
    const once = toOnce('mailgun', getText(signature, 'token'))
    if (!UNIX_TIME.test(timestamp) || once === null) return refused('The signature is missing.')
    const right = createHmac('sha256', secret)
      .update(timestamp + getText(signature, 'token'))
      .digest('hex')
    if (!isSameText(getText(signature, 'signature').toLowerCase(), right))
      return refused('The signature is wrong.')
    return findTimeFault(new Date(Number(timestamp) * SECOND), now, MAX_MESSAGE_AGE_MS) ?? verified(once)
  },

  read(body) {
    const event = getObject(parseObject(body) ?? {}, 'event-data')
    return toReceived(listReports(event), {
      headers: listTokens(event, 'user-variables'),
      addresses: [getText(getObject(event, 'envelope'), 'sender')].filter((sender) => sender !== ''),
    })
  },
}

/** Reads the timestamp: a string in the documentation, but a number in some accounts. */
function readTimestamp(signature: JsonObject): string {
  const { timestamp } = signature
  return typeof timestamp === 'number' ? String(timestamp) : getText(signature, 'timestamp')
}

function listReports(event: JsonObject): EmailReport[] {
  const recipients = [getText(event, 'recipient')]
  switch (getText(event, 'event')) {
    case 'complained':
      return [describeComplaint(recipients)]
    case 'failed':
      return [readFailure(event, recipients)]
    default:
      return []
  }
}

function readFailure(event: JsonObject, recipients: readonly string[]): EmailReport {
  const status = getObject(event, 'delivery-status')
  const answer = getText(status, 'message') || getText(status, 'description')
  return describeBounce({
    action: getText(event, 'severity') === 'temporary' ? 'delayed' : 'failed',
    recipients,
    statuses: [getText(status, 'enhanced-code'), getText(status, 'bounce-code'), answer, toClass(status)],
    answer,
  })
}

/** Returns the class of the reply code, as c.0.0. Codes above 599 are Mailgun's own and mean that it did not try to send the email. */
function toClass({ code }: JsonObject): string {
  return typeof code === 'number' && code >= 400 && code < 600 ? `${String(code)[0]}.0.0` : ''
}
