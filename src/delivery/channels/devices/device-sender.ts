import { createHash } from 'node:crypto'
import {
  MAX_PUSH_ADDRESS_LENGTH,
  NOTIFICATION_HOURS,
  type PushAnswer,
  type PushSubscription,
  type PushTarget,
} from '../../../domain/devices/device.ts'
import type { DeviceNotification } from '../../../domain/devices/notification.ts'
import type { Language } from '../../../domain/language.ts'
import { HOUR, SECOND } from '../../../domain/time.ts'
import type { Egress, EgressResult } from '../../egress/egress.ts'
import { composeNotification, PAYLOAD_BYTES } from './compose-notification.ts'
import { areBrowserKeys, encryptPayload, RANDOM_BYTES } from './encrypt-payload.ts'
import { composeAuthorization } from './vapid.ts'

const MAX_RETRY_AFTER_MS = 24 * HOUR
/** Maximum length of a topic (RFC 8030, 5.4). */
const MAX_TOPIC_LENGTH = 32
const NOT_REACHABLE = 'This address is not reachable from here.'

type Deps = {
  egress: Pick<Egress, 'send' | 'findFault'>
  userAgent: string
  /** URI of the operator, for push services. */
  contact: string
  /** Returns secure random bytes. */
  randomBytes(count: number): Buffer
}

type About = {
  notification: DeviceNotification
  language: Language
  unread: number | null
  now: Date
  signal?: AbortSignal
}

/** Creates what sends notifications to browsers by their push services (RFC 8030). */
export function createDeviceSender({ egress, userAgent, contact, randomBytes }: Deps) {
  return {
    /** Returns in a sentence why nothing can be sent with a subscription; null when it can be tried. */
    findFault(subscription: PushSubscription): string | null {
      const { address } = subscription
      const url = address.length > MAX_PUSH_ADDRESS_LENGTH ? null : URL.parse(address)
      if (url?.protocol !== 'https:' || egress.findFault(address) !== null) return NOT_REACHABLE
      return areBrowserKeys(subscription) ? null : 'These are not the keys of a browser.'
    },
    /** Sends one notification, encrypted to the browser. */
    async send({ subscription, serverKey }: PushTarget, about: About): Promise<PushAnswer> {
      const { notification, now, signal } = about
      const { address, authSecret } = subscription
      const random = {
        privateKey: randomBytes(RANDOM_BYTES.privateKey),
        salt: randomBytes(RANDOM_BYTES.salt),
      }
      const body = encryptPayload(composeNotification(notification, about), subscription, {
        paddedBytes: PAYLOAD_BYTES,
        random,
      })
      const answer = await egress.send({
        url: address,
        method: 'POST',
        headers: {
          authorization: composeAuthorization(serverKey, { address, contact, now }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String((NOTIFICATION_HOURS * HOUR) / SECOND),
          urgency: 'normal',
          topic: toTopic(notification, authSecret),
          'user-agent': userAgent,
        },
        body,
        ...(signal ? { signal } : {}),
      })
      return classifyPushAnswer(answer, now)
    },
  }
}

/** Classifies the answer of a push service (RFC 8030, RFC 8292). Nothing that it wrote is kept, except the status. */
export function classifyPushAnswer(result: EgressResult, now: Date): PushAnswer {
  if (result.kind === 'blocked') return { kind: 'failed', answer: NOT_REACHABLE, minWaitMs: 0 }
  if (result.kind === 'failed') return { kind: 'failed', answer: result.reason, minWaitMs: 0 }
  const { status, headers } = result
  const answer = `The push service answered ${status}.`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone', answer }
  if (status === 429 || status >= 500 || status === 408) {
    return { kind: 'failed', answer, minWaitMs: readRetryAfter(headers['retry-after'], now) }
  }
  return { kind: 'refused', answer }
}

function readRetryAfter(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0
}

/**
 * Returns the topic by which a newer notification replaces one that the device has not fetched. It names the form for this
 * subscription alone, so that a push service learns nothing from it.
 */
function toTopic(notification: DeviceNotification, authSecret: string): string {
  const subject = notification.kind === 'form' ? notification.arrived.endpointId : notification.kind
  const hash = createHash('sha256').update(JSON.stringify([authSecret, subject]))
  return hash.digest('base64url').slice(0, MAX_TOPIC_LENGTH)
}
