import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { EmailReport } from '../../../../../domain/outbox/bounce.ts'
import { findVendorSecretFault, VENDOR_SETTINGS } from '../../../../../domain/outbox/bounce-vendors.ts'
import { SECOND } from '../../../../../domain/time.ts'
import { isSameText } from '../../../../../runtime/same-text.ts'
import { describeBounce, describeComplaint, findSesStatus, NOT_TRIED, toReceived } from './describe.ts'
import { getObject, getText, type JsonObject, listTexts, listTokens, parseObject } from './read-json.ts'
import {
  type BounceVendor,
  findSizeFault,
  findTimeFault,
  MAX_ATTEMPT_AGE_MS,
  refused,
  toOnce,
  verified,
} from './vendor.ts'

const SECRET_PREFIX = 'whsec_'
const UNIX_TIME = /^\d{1,12}$/
/** Maximum number of signatures that are compared: there is one for each secret that is currently valid. */
const MAX_SIGNATURES = 10

/**
 * Resend, whose webhooks are signed according to Standard Webhooks 1.0.0, with Svix's header names.
 *
 * The token comes back in `data.headers`, which Resend's libraries declare but its documentation does not mention, or in
 * `data.tags`, which only its own API sets. Without either, an event does not identify an email.
 */
export const resend: BounceVendor = {
  name: 'resend',
  secretSetting: VENDOR_SETTINGS.resend,

  async verify({ headers, body, now, secret }) {
    if (findVendorSecretFault('resend', secret))
      return refused(`${VENDOR_SETTINGS.resend} is not a signing secret, whsec_….`)
    const large = findSizeFault(body)
    if (large) return large
    const id = readHeader(headers, 'id')
    const timestamp = readHeader(headers, 'timestamp')
    const once = toOnce('resend', id)
    if (once === null || !UNIX_TIME.test(timestamp)) return refused('The signature is missing.')
    const late = findTimeFault(new Date(Number(timestamp) * SECOND), now, MAX_ATTEMPT_AGE_MS)
    if (late) return late
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    const right = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
    const given = readHeader(headers, 'signature').split(' ').slice(0, MAX_SIGNATURES)
    return given.some((signature) => isSameText(signature, right))
      ? verified(once)
      : refused('The signature is wrong.')
  },

  read(body) {
    const event = parseObject(body)
    if (!event) return null
    const data = getObject(event, 'data')
    return toReceived(listReports(getText(event, 'type'), data), {
      headers: [...listTokens(data, 'headers'), ...listTokens(data, 'tags')],
    })
  },
}

function readHeader(headers: IncomingHttpHeaders, name: 'id' | 'timestamp' | 'signature'): string {
  const value = headers[`svix-${name}`] ?? headers[`webhook-${name}`]
  return typeof value === 'string' ? value : ''
}

function listReports(type: string, data: JsonObject): EmailReport[] {
  const recipients = listTexts(data, 'to')
  switch (type) {
    case 'email.complained':
      return [describeComplaint(recipients)]
    case 'email.delivery_delayed':
      return [describeBounce({ action: 'delayed', recipients, statuses: [], answer: '' })]
    case 'email.bounced':
      return readBounce(getObject(data, 'bounce'), recipients)
    case 'email.suppressed':
      return [describeUnsent(recipients, getText(getObject(data, 'suppressed'), 'message'))]
    case 'email.failed':
      return [describeUnsent(recipients, getText(getObject(data, 'failed'), 'reason'))]
    default:
      return []
  }
}

function readBounce(bounce: JsonObject, recipients: readonly string[]): EmailReport[] {
  const [diagnostic = ''] = listTexts(bounce, 'diagnosticCode')
  const status = findSesStatus({
    type: getText(bounce, 'type'),
    subType: getText(bounce, 'subType'),
    told: diagnostic,
  })
  if (status === null) return []
  const answer = diagnostic || getText(bounce, 'message')
  return [describeBounce({ action: 'failed', recipients, statuses: [status], answer })]
}

/** Describes an email that Resend did not try to send. */
function describeUnsent(recipients: readonly string[], reason: string): EmailReport {
  return describeBounce({ action: 'failed', recipients, statuses: [NOT_TRIED], answer: `Resend: ${reason}` })
}
