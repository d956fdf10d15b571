import {
  type DeviceOutcome,
  getNewSince,
  getQuietEnd,
  type PushTarget,
  SETTLE_MS,
} from '../../domain/devices/device.ts'
import {
  type DeviceNotification,
  type FormNews,
  planNotifications,
} from '../../domain/devices/notification.ts'
import { readNotifiedContent } from '../../domain/devices/notified-content.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { later, MINUTE } from '../../domain/time.ts'
import type { StoredFormNews } from '../../store/devices/device-news.ts'
import type { LeasedDevice } from '../../store/devices/due-devices.ts'
import type { Context } from '../context.ts'
import { openSubscription } from './open-subscription.ts'

/** Time for which one node may tell a device: longer than its requests can take. */
const LEASE_MS = 2 * MINUTE
/** Maximum number of unread submissions that the badge of the app counts, as the inbox does. */
const MAX_BADGE = 100

/** The notifications that a device gets now. `toldKey`: see `StoredNews`. */
export type DeviceNews = {
  kind: 'news'
  to: PushTarget
  notifications: readonly DeviceNotification[]
  unread: number
  toldKey: number
}

/**
 * Leases devices that may have something new, so that one node tells each.
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

/** Loads what a leased device is told now, or decides the end of its lease where that is nothing. */
export async function loadDeviceNews(
  context: Context,
  device: LeasedDevice,
  now: Date,
): Promise<DeviceNews | { kind: 'nothing'; outcome: DeviceOutcome; isWaiting: boolean }> {
  const { store } = context
  const { accountKey, formIds, toldKey } = device
  const end = (outcome: DeviceOutcome, isWaiting = false) =>
    ({ kind: 'nothing', outcome, isWaiting }) as const
  const quietEnd = getQuietEnd(device, now)
  if (quietEnd) return end({ kind: 'waiting', until: quietEnd })
  const to = openSubscription(context, device.subscription)
  if (!to) return end({ kind: 'stopped', toldKey, answer: 'The key of this instance has changed.' })
  const settledAt = later(now, -SETTLE_MS)
  const since = getNewSince(device, now)
  const found = await store.devices.loadNews({ accountKey, formIds, toldKey, settledAt, since })
  const { isWaiting } = found
  const notBefore = isWaiting ? later(now, SETTLE_MS) : null
  if (found.forms.length === 0) {
    return end({ kind: 'told', toldKey: found.toldKey, isSent: false, notBefore }, isWaiting)
  }
  const inbox = { accountKey, endpointId: null, folders: ['inbox'], terms: [], unread: true } as const
  const unread = await store.inbox.countUnreadIn({ ...inbox, after: null, before: null }, MAX_BADGE)
  const notifications = planNotifications(found.forms.map((one) => toNews(context, one)))
  return { kind: 'news', to, notifications, unread, toldKey: found.toldKey }
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

function toNews({ keys }: Context, { endpoint, count, newest }: StoredFormNews): FormNews {
  return {
    endpointId: endpoint.id,
    form: getName(endpoint),
    submissionId: keys.submissionId(newest.key),
    count,
    content: newest.fields && readNotifiedContent(newest.fields),
  }
}
