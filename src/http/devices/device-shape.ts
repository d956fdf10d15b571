import { z } from 'zod'
import type { DeviceView } from '../../actions/devices/devices.ts'
import {
  type DeviceSettings,
  MAX_CHOSEN_FORMS,
  MAX_PUSH_ADDRESS_LENGTH,
  type PushSubscription,
} from '../../domain/devices/device.ts'
import type { Keys } from '../../domain/keys.ts'
import { MAX_TIME_ZONE_LENGTH } from '../../domain/outbox/email-settings.ts'
import { isTimeZone } from '../../domain/outbox/wall-time.ts'
import { named } from '../schema/named-schemas.ts'
import { formId, instant, opaqueId, wallTime } from '../schema/shapes.ts'

const FORMS = 'IDs of the forms that it is notified of; null: all forms, also later ones.'
const QUIET_HOURS =
  'Local times between which notifications wait, and their IANA time zone; may span midnight; null: none.'
const BASE64URL = /^[\w-]+$/
/** Longest key of a browser: 65 bytes in base64url. */
const MAX_KEY_LENGTH = 100

const formIds = z.array(formId).min(1).max(MAX_CHOSEN_FORMS).nullable().describe(FORMS)
const quietHours = z
  .strictObject({
    from: wallTime,
    to: wallTime,
    time_zone: z
      .string()
      .max(MAX_TIME_ZONE_LENGTH)
      .refine(isTimeZone, 'This is not an IANA time zone. Send a name such as Europe/Berlin'),
  })
  .refine(({ from, to }) => from !== to, 'from and to must differ')
  .nullable()
  .describe(QUIET_HOURS)
const subscription = z
  .strictObject({
    endpoint: z.string().max(MAX_PUSH_ADDRESS_LENGTH).describe('Address at the push service.'),
    keys: z.strictObject({
      p256dh: z.string().max(MAX_KEY_LENGTH).regex(BASE64URL),
      auth: z.string().max(MAX_KEY_LENGTH).regex(BASE64URL),
    }),
  })
  .describe('The subscription, as `PushSubscription.toJSON()` returns it, without `expirationTime`.')

export const Device = named(
  'Device',
  z.object({
    id: opaqueId,
    name: z.string().describe('Browser and operating system, as far as they are known.'),
    current: z.boolean().describe('true for the browser of the caller.'),
    endpoint_ids: z.array(z.string()).nullable().describe(FORMS),
    quiet_hours: z
      .object({ from: z.string(), to: z.string(), time_zone: z.string() })
      .nullable()
      .describe(QUIET_HOURS),
    added_at: instant,
    last_used_at: instant.describe('Last use of its dashboard. Accurate to the minute.'),
    notified_at: instant
      .nullable()
      .describe('Time of the last notification that its push service accepted; null before the first.'),
    failure: z
      .object({
        at: instant,
        reason: z.string(),
        final: z.boolean().describe('true: it gets no more notifications until they are turned on again.'),
      })
      .nullable()
      .describe('The last failure, until the push service accepts a later notification; null for none.'),
  }),
)

export const Devices = named(
  'Devices',
  z.object({
    server_key: z
      .string()
      .describe('Key that browsers subscribe with: `applicationServerKey` of `PushManager.subscribe()`.'),
    data: z.array(Device),
  }),
)

export const NewDevice = named(
  'NewDevice',
  z.strictObject({
    subscription,
    endpoint_ids: formIds.default(null),
    quiet_hours: quietHours.default(null),
  }),
)

export const DeviceChange = named(
  'DeviceChange',
  z.strictObject({
    subscription: subscription.optional(),
    endpoint_ids: formIds.optional(),
    quiet_hours: quietHours.optional(),
  }),
)

export const DeviceTest = named(
  'DeviceTest',
  z.object({
    accepted: z.boolean().describe('true: the push service accepted the notification.'),
    reason: z.string().nullable().describe('Why it did not; null if it did.'),
  }),
)

const UNKNOWN_DEVICE = 'Unknown device'

/** Formats a device by the schema `Device`. */
export function deviceBody(keys: Keys, device: DeviceView): z.infer<typeof Device> {
  const { quietHours: quiet, failure } = device
  return {
    id: keys.rowId('device', device.key),
    name: device.name || UNKNOWN_DEVICE,
    current: device.current,
    endpoint_ids: device.formIds && [...device.formIds],
    quiet_hours: quiet && { from: quiet.from, to: quiet.to, time_zone: quiet.timeZone },
    added_at: device.addedAt.toISOString(),
    last_used_at: device.seenAt.toISOString(),
    notified_at: device.notifiedAt?.toISOString() ?? null,
    failure: failure && { at: failure.at.toISOString(), reason: failure.answer, final: failure.isFinal },
  }
}

/** Converts a subscription as a browser writes it. */
export function toSubscription({ endpoint, keys }: z.infer<typeof subscription>): PushSubscription {
  return { address: endpoint, publicKey: keys.p256dh, authSecret: keys.auth }
}

/** Converts the settings that a request names. */
export function toSettings(input: z.infer<typeof DeviceChange>): Partial<DeviceSettings> {
  const { endpoint_ids: ids, quiet_hours: quiet } = input
  return {
    ...(ids === undefined ? {} : { formIds: ids && [...new Set(ids)] }),
    ...(quiet === undefined
      ? {}
      : { quietHours: quiet && { from: quiet.from, to: quiet.to, timeZone: quiet.time_zone } }),
  }
}
