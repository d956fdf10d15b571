import type { DeviceSettings, PushAnswer, PushSubscription } from '../../domain/devices/device.ts'
import { MAX_CHOSEN_FORMS, MAX_DEVICES } from '../../domain/devices/device.ts'
import type { Language } from '../../domain/language.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { getDevicePlace } from '../../domain/secret-place.ts'
import type { ListedDevice, SealedSubscription, StoredDevice } from '../../store/devices/devices.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { openSubscription } from './open-subscription.ts'

/** A device; `current` is set for that of the session which makes the request. */
export type DeviceView = ListedDevice & { current: boolean }

type Changed = { kind: 'changed'; device: DeviceView } | Refused

/** Lists the devices of the caller's account, newest first. */
export async function listDevices({ store }: Context, caller: Caller): Promise<DeviceView[]> {
  const devices = await store.devices.listDevices(caller.accountKey)
  return devices.map((device) => toView(caller, device))
}

/** Returns the public key that browsers subscribe with. */
export function getPushServerKey({ keys }: Context): string {
  return keys.pushServerKeys().current.publicKey
}

/**
 * Adds the browser of the caller's session, once its push service has taken a first notification: so nobody can aim notifications
 * at a server that expects none.
 */
export async function addDevice(
  context: Context,
  caller: Caller,
  request: {
    subscription: PushSubscription
    settings: DeviceSettings
    name: string
    language: Language
    now: Date
  },
): Promise<Changed> {
  const { store, keys, devices } = context
  const { subscription, settings, name, language, now } = request
  const { by, accountKey } = caller
  if (by.kind !== 'session') return refused({ code: 'session_needed' })
  const fault =
    (await checkForms(context, caller, settings)) ?? (await checkSubscription(context, subscription))
  if (fault) return fault
  const serverKey = keys.pushServerKeys().current
  const on = { notification: { kind: 'on' }, language, unread: null, now } as const
  const answer = await devices.send({ subscription, serverKey }, on)
  if (answer.kind !== 'sent')
    return refuseAddress(`The push service did not take a notification. ${answer.answer}`)
  const added = await store.devices.addDevice({
    accountKey,
    sessionKey: by.sessionKey,
    ...{ name, language, settings, now },
    subscription: sealSubscription(context, subscription),
    maxDevices: MAX_DEVICES,
    by: toActor(caller),
  })
  if (added === null) return refused({ code: 'not_signed_in' })
  if (added === 'full') {
    const message = `An account can have at most ${MAX_DEVICES} devices with notifications.`
    return refused({ code: 'limit_reached', message })
  }
  return { kind: 'changed', device: toView(caller, added) }
}

/** Changes the settings of a device, or replaces its subscription by another at the same push service. */
export async function changeDevice(
  context: Context,
  caller: Caller,
  request: { id: string; settings: Partial<DeviceSettings>; subscription?: PushSubscription; now: Date },
): Promise<Changed> {
  const { store } = context
  const { accountKey } = caller
  const { now, subscription } = request
  const device = await find(context, caller, request.id)
  if (!device) return refused({ code: 'not_found' })
  const { key, formIds, quietHours } = device
  const settings = { formIds, quietHours, ...request.settings }
  const fault = await checkForms(context, caller, settings)
  if (fault) return fault
  if (subscription) {
    const faulty = await checkSubscription(context, subscription)
    if (faulty) return faulty
    const before = openSubscription(context, device.subscription)
    if (!before || new URL(before.subscription.address).origin !== new URL(subscription.address).origin) {
      return refuseAddress('It is at another push service. Turn notifications on again.')
    }
    await store.devices.renewDevice({
      accountKey,
      key,
      subscription: sealSubscription(context, subscription),
    })
  }
  if (Object.keys(request.settings).length > 0) {
    await store.devices.changeDevice({ accountKey, key, settings, by: toActor(caller), now })
  }
  const changed = await store.devices.findDevice({ accountKey, key })
  return changed ? { kind: 'changed', device: toView(caller, changed) } : refused({ code: 'not_found' })
}

/** Removes a device. Returns false when the caller has none with this id. */
export async function removeDevice(
  { store, keys }: Context,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const key = keys.rowKey('device', id)
  if (key === null) return false
  const { accountKey } = caller
  return store.devices.removeDevice({ accountKey, key, by: toActor(caller), now })
}

/** Sends a test to a device, and returns the answer of its push service. */
export async function testDevice(
  context: Context,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<{ kind: 'tested'; answer: PushAnswer } | Refused> {
  const device = await find(context, caller, id)
  if (!device) return refused({ code: 'not_found' })
  const to = openSubscription(context, device.subscription)
  if (!to) return { kind: 'tested', answer: { kind: 'refused', answer: 'Turn notifications on again.' } }
  const { language } = device
  const answer = await context.devices.send(to, {
    ...{ notification: { kind: 'test' }, language, unread: null, now },
  })
  return { kind: 'tested', answer }
}

async function find({ store, keys }: Context, caller: Caller, id: string): Promise<StoredDevice | null> {
  const key = keys.rowKey('device', id)
  return key === null ? null : store.devices.findDevice({ accountKey: caller.accountKey, key })
}

/** Refuses forms that are not the caller's. */
async function checkForms(
  { store }: Context,
  { accountKey }: Caller,
  { formIds }: DeviceSettings,
): Promise<Refused | null> {
  for (const id of (formIds ?? []).slice(0, MAX_CHOSEN_FORMS)) {
    const found = await store.findEndpoint(id)
    if (found?.accountKey !== accountKey) {
      return refused({ code: 'value_invalid', field: 'endpoint_ids', message: `You have no form ${id}.` })
    }
  }
  return null
}

async function checkSubscription(
  { devices }: Context,
  subscription: PushSubscription,
): Promise<Refused | null> {
  const fault = await devices.findFault(subscription)
  return fault === null ? null : refuseAddress(fault)
}

function refuseAddress(message: string): Refused {
  return refused({ code: 'address_invalid', field: 'subscription', message })
}

function sealSubscription({ keys }: Context, subscription: PushSubscription): SealedSubscription {
  const addressHash = keys.secretHash(subscription.address)
  return {
    addressHash,
    sealed: keys.sealSecret(JSON.stringify(subscription), getDevicePlace(addressHash)),
    serverKey: keys.pushServerKeys().current.publicKey,
  }
}

function toView({ by }: Caller, device: ListedDevice): DeviceView {
  return { ...device, current: by.kind === 'session' && by.sessionKey === device.sessionKey }
}
