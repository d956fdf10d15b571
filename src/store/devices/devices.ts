import type { Kysely, Selectable } from 'kysely'
import type { DeviceSettings } from '../../domain/devices/device.ts'
import type { Language } from '../../domain/language.ts'
import { toDate } from '../../domain/time.ts'
import { type By, recordAudit } from '../accounts/audit.ts'
import { lockOpenAccount } from '../accounts/lock-account.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import type { WriteContext } from '../engine/write-queue.ts'

type DeviceRow = Selectable<Schema['devices']>

/** A device as its owner sees it. */
export type ListedDevice = DeviceSettings & {
  key: number
  sessionKey: number
  name: string
  addedAt: Date
  /** Last use of its dashboard; accurate to the minute. */
  seenAt: Date
  /** Time of the last notification that its push service took; null before the first. */
  notifiedAt: Date | null
  /** The last failure, while no later notification was accepted; null for none. `isFinal`: it gets none any more. */
  failure: { at: Date; answer: string; isFinal: boolean } | null
}

/** A sealed subscription. `serverKey`: the public key that it is bound to. */
export type SealedSubscription = { addressHash: string; sealed: string; serverKey: string }

/** A device of an account, with its sealed subscription. */
export type StoredDevice = ListedDevice & { subscription: SealedSubscription; language: Language }

/**
 * Adds the device of a session in place of its earlier one, and of any other with the same address: a browser that changed hands
 * no longer notifies its former owner. Returns `full` beyond `maxDevices`, and null once the session has ended.
 */
export async function addDevice(
  context: WriteContext,
  request: {
    accountKey: number
    sessionKey: number
    name: string
    language: Language
    subscription: SealedSubscription
    settings: DeviceSettings
    maxDevices: number
  } & By,
): Promise<StoredDevice | 'full' | null> {
  const { db, nextKey } = context
  const { accountKey, sessionKey, subscription, settings, name, now } = request
  if (!(await lockOpenAccount(db, accountKey))) return null
  const session = await db
    .selectFrom('sessions')
    .select('key')
    .where('key', '=', sessionKey)
    .where('account_key', '=', accountKey)
    .executeTakeFirst()
  if (!session) return null
  await db
    .deleteFrom('devices')
    .where((where) =>
      where.or([where('session_key', '=', sessionKey), where('address_hash', '=', subscription.addressHash)]),
    )
    .execute()
  const { count } = await db
    .selectFrom('devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_key', '=', accountKey)
    .executeTakeFirstOrThrow()
  if (Number(count) >= request.maxDevices) return 'full'
  const key = nextKey()
  await db
    .insertInto('devices')
    .values({
      key,
      account_key: accountKey,
      session_key: sessionKey,
      name,
      language: request.language,
      ...toColumns(subscription),
      ...toSettingColumns(settings),
      added_at: now.getTime(),
      notified_key: keyAt(now),
      notified_at: now.getTime(),
    })
    .execute()
  await recordAudit(context, { ...request, action: 'device_added', subject: null, detail: name })
  return findDevice(db, { accountKey, key })
}

/** Lists the devices of an account, newest first; those of expired sessions included. */
export async function listDevices(db: Kysely<Schema>, accountKey: number): Promise<ListedDevice[]> {
  const rows = await selectDevices(db)
    .where('devices.account_key', '=', accountKey)
    .orderBy('devices.key', 'desc')
    .execute()
  return rows.map(toListed)
}

/** Finds a device of an account; null when it has none with this key. */
export async function findDevice(
  db: Kysely<Schema>,
  { accountKey, key }: { accountKey: number; key: number },
): Promise<StoredDevice | null> {
  const row = await selectDevices(db)
    .where('devices.account_key', '=', accountKey)
    .where('devices.key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  const subscription = {
    addressHash: row.address_hash,
    sealed: row.subscription,
    serverKey: row.server_key,
  }
  return { ...toListed(row), subscription, language: row.language }
}

/** Changes the settings of a device. Returns false when the account has none with this key. */
export async function changeDevice(
  context: WriteContext,
  request: { accountKey: number; key: number; settings: DeviceSettings } & By,
): Promise<boolean> {
  const changed = await context.db
    .updateTable('devices')
    .set(toSettingColumns(request.settings))
    .where('account_key', '=', request.accountKey)
    .where('key', '=', request.key)
    .returning('name')
    .executeTakeFirst()
  if (!changed) return false
  await recordAudit(context, { ...request, action: 'device_changed', subject: null, detail: changed.name })
  return true
}

/**
 * Replaces the subscription of a device, which may be notified again with it. Does nothing where the account has none with this key.
 */
export async function renewDevice(
  db: Kysely<Schema>,
  { accountKey, key, subscription }: { accountKey: number; key: number; subscription: SealedSubscription },
): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('address_hash', '=', subscription.addressHash)
    .where('key', '!=', key)
    .execute()
  await db
    .updateTable('devices')
    .set({
      ...toColumns(subscription),
      ...{ stopped_at: null, not_before: null, failing_since: null, failures: 0 },
      ...{ failed_at: null, failure: null },
    })
    .where('account_key', '=', accountKey)
    .where('key', '=', key)
    .execute()
}

/** Removes a device. Returns false when the account has none with this key. */
export async function removeDevice(
  context: WriteContext,
  request: { accountKey: number; key: number } & By,
): Promise<boolean> {
  const removed = await context.db
    .deleteFrom('devices')
    .where('account_key', '=', request.accountKey)
    .where('key', '=', request.key)
    .returning('name')
    .executeTakeFirst()
  if (!removed) return false
  await recordAudit(context, { ...request, action: 'device_removed', subject: null, detail: removed.name })
  return true
}

/** Moves the device of a session to the one that replaces it, when somebody signs in where they are signed in. */
export async function moveDevice(
  db: Kysely<Schema>,
  { accountKey, fromHash, to }: { accountKey: number; fromHash: string; to: number },
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ session_key: to })
    .where('account_key', '=', accountKey)
    .where('session_key', 'in', (select) =>
      select.selectFrom('sessions').select('key').where('hash', '=', fromHash),
    )
    .execute()
}

/** Counts the devices of all accounts. */
export async function countDevices(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom('devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Parses the settings of a device. */
export function toDeviceSettings(row: Pick<DeviceRow, 'form_ids' | 'quiet_hours'>): DeviceSettings {
  return {
    formIds: row.form_ids === null ? null : JSON.parse(row.form_ids),
    quietHours: row.quiet_hours === null ? null : JSON.parse(row.quiet_hours),
  }
}

/** Returns the columns of a subscription. */
export function toColumns({ addressHash, sealed, serverKey }: SealedSubscription) {
  return { address_hash: addressHash, subscription: sealed, server_key: serverKey }
}

function toSettingColumns({ formIds, quietHours }: DeviceSettings) {
  return {
    form_ids: formIds && JSON.stringify(formIds),
    quiet_hours: quietHours && JSON.stringify(quietHours),
  }
}

function selectDevices(db: Kysely<Schema>) {
  return db
    .selectFrom('devices')
    .innerJoin('sessions', 'sessions.key', 'devices.session_key')
    .selectAll('devices')
    .select('sessions.seen_at')
}

function toListed(row: DeviceRow & { seen_at: number }): ListedDevice {
  const { failed_at: failedAt, failure } = row
  return {
    ...toDeviceSettings(row),
    key: row.key,
    sessionKey: row.session_key,
    name: row.name,
    addedAt: new Date(row.added_at),
    seenAt: new Date(row.seen_at),
    notifiedAt: toDate(row.notified_at),
    failure:
      failedAt === null
        ? null
        : { at: new Date(failedAt), answer: failure ?? '', isFinal: row.stopped_at !== null },
  }
}
