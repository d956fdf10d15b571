import { type Kysely, type SqlBool, sql } from 'kysely'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '../../domain/accounts/session.ts'
import type { DeviceFailing, DeviceOutcome, DeviceSettings } from '../../domain/devices/device.ts'
import type { Language } from '../../domain/language.ts'
import { DAY } from '../../domain/time.ts'
import { recordAudit } from '../accounts/audit.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { type SealedSubscription, toDeviceSettings } from './devices.ts'

const RELEASED = { lease: null, leased_until: null }

/** A device that one node notifies. */
export type LeasedDevice = DeviceSettings & {
  key: number
  lease: string
  accountKey: number
  language: Language
  subscription: SealedSubscription
  addedAt: Date
  /** Last use of its dashboard. */
  seenAt: Date
  notifiedKey: number
  failing: DeviceFailing | null
}

type DueRequest = { now: Date; limit: number; accountKeys: readonly number[] | null }

/**
 * Lists devices whose account has a submission that they may not know yet, in a constant order.
 *
 * @param request.accountKeys null: of all accounts
 */
export async function listDueDevices(db: Kysely<Schema>, request: DueRequest): Promise<number[]> {
  const rows = await selectDue(db, request).select('devices.key').limit(request.limit).execute()
  return rows.map(({ key }) => key)
}

/** Leases those of these devices that are still due. */
export async function leaseDevices(
  db: Kysely<Schema>,
  { keys, lease, now, until }: { keys: readonly number[]; lease: string; now: Date; until: Date },
): Promise<LeasedDevice[]> {
  if (keys.length === 0) return []
  const due = await selectDue(db, { now, limit: keys.length, accountKeys: null })
    .where('devices.key', 'in', keys)
    .selectAll('devices')
    .select('sessions.seen_at')
    .forUpdate('devices')
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  const dueKeys = due.map(({ key }) => key)
  await db
    .updateTable('devices')
    .set({ lease, leased_until: until.getTime() })
    .where('key', 'in', dueKeys)
    .execute()
  return due.map((row) => ({
    ...toDeviceSettings(row),
    key: row.key,
    lease,
    accountKey: row.account_key,
    language: row.language,
    subscription: { addressHash: row.address_hash, sealed: row.subscription, serverKey: row.server_key },
    addedAt: new Date(row.added_at),
    seenAt: new Date(row.seen_at),
    notifiedKey: row.notified_key,
    failing: row.failing_since === null ? null : { since: new Date(row.failing_since), times: row.failures },
  }))
}

/** Stores the end of a lease; nothing where it has passed to another node, or the device was removed. */
export async function settleDevice(
  context: WriteContext,
  { key, lease, outcome, now }: { key: number; lease: string; outcome: DeviceOutcome; now: Date },
): Promise<void> {
  const { db } = context
  if (outcome.kind === 'gone') {
    const gone = await db
      .deleteFrom('devices')
      .where('key', '=', key)
      .where('lease', '=', lease)
      .returning(['account_key', 'name'])
      .executeTakeFirst()
    if (!gone) return
    const removed = { action: 'device_removed', subject: null, detail: gone.name } as const
    await recordAudit(context, { accountKey: gone.account_key, by: null, now, ...removed })
    return
  }
  await db
    .updateTable('devices')
    .set({ ...RELEASED, ...toColumns(outcome, now) })
    .where('key', '=', key)
    .where('lease', '=', lease)
    .execute()
}

function toColumns(outcome: Exclude<DeviceOutcome, { kind: 'gone' }>, now: Date) {
  switch (outcome.kind) {
    case 'waiting':
      return { not_before: outcome.until.getTime() }
    case 'notified': {
      const { notifiedKey: notified_key, isSent, notBefore } = outcome
      const not_before = notBefore?.getTime() ?? null
      if (!isSent) return { notified_key, not_before }
      const healthy = { failing_since: null, failures: 0, failed_at: null, failure: null }
      return { notified_key, not_before, notified_at: now.getTime(), ...healthy }
    }
    case 'failed': {
      const failed = { failed_at: now.getTime(), failure: outcome.answer }
      if (outcome.until === null) {
        return {
          ...failed,
          notified_key: outcome.notifiedKey,
          not_before: null,
          failing_since: null,
          failures: 0,
        }
      }
      const { since, times } = outcome.failing
      const again = { not_before: outcome.until.getTime(), failing_since: since.getTime(), failures: times }
      return { ...failed, ...again }
    }
    case 'stopped':
      return {
        notified_key: outcome.notifiedKey,
        failed_at: now.getTime(),
        failure: outcome.answer,
        stopped_at: now.getTime(),
      }
  }
}

function selectDue(db: Kysely<Schema>, { now, accountKeys }: DueRequest) {
  const at = now.getTime()
  return db
    .selectFrom('devices')
    .innerJoin('sessions', 'sessions.key', 'devices.session_key')
    .where('stopped_at', 'is', null)
    .where((where) => where.or([where('not_before', 'is', null), where('not_before', '<=', at)]))
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', at)]))
    .where('sessions.seen_at', '>', at - SESSION_IDLE_DAYS * DAY)
    .where('sessions.created_at', '>', at - SESSION_DAYS * DAY)
    .$if(accountKeys !== null, (query) => query.where('devices.account_key', 'in', accountKeys ?? []))
    .where(
      sql<SqlBool>`exists (select 1 from endpoints where endpoints.account_key = devices.account_key
        and endpoints.newest_key > devices.notified_key)`,
    )
    .orderBy('devices.key')
}
