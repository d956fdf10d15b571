import {
  type DeviceOutcome,
  getNewSince,
  getQuietEnd,
  type PushTarget,
  SETTLE_MS,
} from '../../domain/devices/device.ts'
import {
  type DeviceNotification,
  type NewSubmissions,
  planNotifications,
} from '../../domain/devices/notification.ts'
import { readNotifiedContent } from '../../domain/devices/notified-content.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { later, MINUTE } from '../../domain/time.ts'
import type { LeasedDevice } from '../../store/devices/due-devices.ts'
import type { StoredNewSubmissions } from '../../store/devices/new-submissions.ts'
import type { Context } from '../context.ts'
import { openSubscription } from './open-subscription.ts'

/** Time for which one node may notify a device: longer than its requests can take. */
const LEASE_MS = 2 * MINUTE
/** Maximum number of unread submissions that the badge of the app counts, as the inbox does. */
const MAX_BADGE = 100

/** The notifications that a device gets now. `notifiedKey`: see `StoredNotifications`. */
export type DueNotifications = {
  kind: 'due'
  to: PushTarget
  notifications: readonly DeviceNotification[]
  unread: number
  notifiedKey: number
}

/**
 * Leases devices that may have something new, so that one node notifies each.
 *
 * @param request.accountKeys null: those of all accounts
 */
export async function leaseDevices(
  { store, keys }: Context,
  { now, accountKeys, limit }: { now: Date; accountKeys: readonly number[] | null; limit: number },
): Promise<LeasedDevice[]> {
  const due = await store.devices.listDueDevices({ now, limit, accountKeys })
  if (due.length === 0) return []
  return store.devices.leaseDevices({ keys: due, lease: keys.newLease(), now, until: later(now, LEASE_MS) })
}

/** Loads the notifications that a leased device gets now, or decides the end of its lease where there are none. */
export async function loadDueNotifications(
  context: Context,
  device: LeasedDevice,
  now: Date,
): Promise<DueNotifications | { kind: 'nothing'; outcome: DeviceOutcome; isWaiting: boolean }> {
  const { store } = context
  const { accountKey, formIds, notifiedKey } = device
  const end = (outcome: DeviceOutcome, isWaiting = false) =>
    ({ kind: 'nothing', outcome, isWaiting }) as const
  const quietEnd = getQuietEnd(device, now)
  if (quietEnd) return end({ kind: 'waiting', until: quietEnd })
  const to = openSubscription(context, device.subscription)
  if (!to) return end({ kind: 'stopped', notifiedKey, answer: 'The key of this instance has changed.' })
  const settledAt = later(now, -SETTLE_MS)
  const since = getNewSince(device, now)
  const found = await store.devices.loadNewSubmissions({ accountKey, formIds, notifiedKey, settledAt, since })
  const { isWaiting } = found
  const notBefore = isWaiting ? later(now, SETTLE_MS) : null
  if (found.forms.length === 0) {
    return end({ kind: 'notified', notifiedKey: found.notifiedKey, isSent: false, notBefore }, isWaiting)
  }
  const inbox = { accountKey, endpointId: null, folders: ['inbox'], terms: [], unread: true } as const
  const unread = await store.inbox.countUnreadIn({ ...inbox, after: null, before: null }, MAX_BADGE)
  const notifications = planNotifications(found.forms.map((one) => toArrivals(context, one)))
  return { kind: 'due', to, notifications, unread, notifiedKey: found.notifiedKey }
}

/** Stores the end of the lease of a device. */
export function settleDevice(
  { store }: Context,
  { key, lease }: LeasedDevice,
  { outcome, now }: { outcome: DeviceOutcome; now: Date },
): Promise<void> {
  return store.devices.settleDevice({ key, lease, outcome, now })
}

/** Counts the devices of all accounts. */
export function countDevices({ store }: Context): Promise<number> {
  return store.devices.countDevices()
}

function toArrivals({ keys }: Context, { endpoint, count, newest }: StoredNewSubmissions): NewSubmissions {
  return {
    endpointId: endpoint.id,
    form: getName(endpoint),
    submissionId: keys.submissionId(newest.key),
    count,
    content: newest.fields && readNotifiedContent(newest.fields),
  }
}
