import { VENDOR_SETTINGS } from '../../../../../domain/outbox/bounce-vendors.ts'
import { isSameText } from '../../../../../runtime/same-text.ts'
import type { ReceivedReports } from '../read-report.ts'
import { describeBounce, describeComplaint, NOT_TRIED, toReceived } from './describe.ts'
import { getText, type JsonObject, listTokens, parseObject } from './read-json.ts'
import { type BounceVendor, findSizeFault, refused, verified } from './vendor.ts'

/** Status by bounce type, for bounces whose details contain no code. Types that say nothing about the delivery are left out. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ['HardBounce', '5.1.0'],
  ['BadEmailAddress', '5.1.3'],
  ['SoftBounce', '4.0.0'],
  ['DnsError', '4.4.3'],
  ['SpamNotification', '5.7.1'],
  ['Blocked', '5.7.1'],
  ['VirusNotification', '5.7.1'],
  ['ChallengeVerification', '5.7.1'],
  ['DMARCPolicy', '5.7.1'],
  ['ManuallyDeactivated', NOT_TRIED],
  ['SMTPApiError', NOT_TRIED],
  ['Unknown', '5.0.0'],
])

/**
 * Postmark. It does not sign its webhooks: requests are authenticated by the password in the webhook URL, as in
 * `https://postmark:secret@forms.example.org/…`, which arrives as Basic authentication. Its messages have no deduplication key.
 *
 * Postmark returns no headers of the email, but the metadata that `X-PM-Metadata-…` sets.
 */
export const postmark: BounceVendor = {
  name: 'postmark',
  secretSetting: VENDOR_SETTINGS.postmark,

  async verify({ headers, body, secret }) {
    const password = readPassword(headers.authorization ?? '')
    if (password === null)
      return refused('The password is missing. Put it into the URL of the webhook: https://postmark:…@')
    if (!isSameText(password, secret)) return refused('The password is wrong.')
    return findSizeFault(body) ?? verified(null)
  },

  read(body) {
    const event = parseObject(body)
    return event && readEvent(event)
  },
}

/** Returns the password of Basic authentication (RFC 7617), for any user name; null if there is none. */
function readPassword(header: string): string | null {
  const [, credentials] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header) ?? []
  const [, password] = /^[^:]*:(.+)$/.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? []
  return password ?? null
}

function readEvent(event: JsonObject): ReceivedReports | null {
  const places = { headers: listTokens(event, 'Metadata') }
  const recipients = [getText(event, 'Email')]
  switch (getText(event, 'RecordType')) {
    case 'SpamComplaint':
      return toReceived([describeComplaint(recipients)], places)
    case 'Bounce': {
      const type = getText(event, 'Type')
      const answer = getText(event, 'Details') || getText(event, 'Description')
      if (type === 'SpamComplaint') return toReceived([describeComplaint(recipients)], places)
      if (type === 'Transient')
        return toReceived([describeBounce({ action: 'delayed', recipients, statuses: [], answer })], places)
      const status = STATUSES.get(type)
      if (status === undefined) return null
      const statuses = status === NOT_TRIED ? [status] : [answer, status]
      return toReceived([describeBounce({ action: 'failed', recipients, statuses, answer })], places)
    }
    default:
      return null
  }
}
