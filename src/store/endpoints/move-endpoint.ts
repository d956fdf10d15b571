import { type Kysely, sql } from 'kysely'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { getHandOverEnd, handOver, toObstacleRefusal } from '../../domain/endpoints/hand-over.ts'
import { countedBytes } from '../../domain/files/file-limits.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { PlanTable } from '../../domain/plans/plan.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import { type By, recordAudit } from '../accounts/audit.ts'
import { deleteMembers } from '../accounts/members.ts'
import { openAccount } from '../accounts/open-account.ts'
import { deleteSecretsOfEndpoint } from '../destinations/destination-secrets.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { addStoredBytes } from '../files/stored-bytes.ts'
import { RELEASED } from '../outbox/new-delivery.ts'
import { deleteNotices, parseNotice, saveNotice } from '../outbox/notices.ts'
import { deleteWebEvents } from '../outbox/web-events.ts'
import { moveWork } from '../submissions/work/move-work.ts'
import { lockEndpoints, type StoredEndpoint } from './endpoints.ts'
import { deleteHandOvers, findHandOverOf, type HandOver } from './hand-over-rows.ts'
import { checkOffer, findAccount } from './offers.ts'
import { saveSettings } from './stored-settings.ts'

/** An email about something that is over is not sent after this time. */
const NOTICE_DAYS = 7
/** Emails about what moves: they go to the new owner. */
const MOVED_NOTICES: readonly Notice['kind'][] = ['submission_digest', 'malware_found']

/**
 * Moves a form with its submissions to the account of the person who accepted it, which is opened if it is new. Everything
 * else of the account that it leaves ends: destinations, keys, members of this form. Both are told.
 */
export async function moveEndpoint(
  context: WriteContext,
  request: By & {
    accountKey: number
    endpointId: string
    mailboxKey(address: string): string
    plans: PlanTable
  },
): Promise<{ kind: 'moved'; to: number } | Refused> {
  const { db } = context
  const { accountKey: from, endpointId, plans, now } = request
  const stored = (await lockEndpoints(db, [endpointId])).get(endpointId)
  if (stored?.accountKey !== from) return refused({ code: 'endpoint_not_found' })
  if (stored.endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (stored.endpoint.suspension) return refused({ code: 'endpoint_suspended' })
  const asked = await findHandOverOf(db, { accountKey: from, endpointId })
  const row =
    asked &&
    (await db
      .selectFrom('hand_overs')
      .selectAll()
      .where('key', '=', asked.key)
      .forUpdate()
      .executeTakeFirst())
  const acceptedAt = toDate(row?.accepted_at ?? null)
  if (!asked || !row || now >= getHandOverEnd({ askedAt: asked.askedAt, acceptedAt })) {
    return refused({ code: 'hand_over_not_found' })
  }
  if (!acceptedAt) return refused({ code: 'hand_over_waits' })
  const { recipient, mailboxKey } = asked
  const account = await findAccount(db, recipient)
  const opened = { mailbox: mailboxIdentity(recipient), mailboxKey, plan: plans.defaultPlan, now }
  const to = account?.key ?? (await openAccount(context, opened))
  if (!(await lockBoth(db, from, to))) return refused({ code: 'hand_over_not_found' })
  const { obstacle } = await checkOffer(db, { handOver: asked, found: stored, plans })
  if (obstacle) return refused(toObstacleRefusal(obstacle))
  await moveRows(context, { stored, from, to, handOver: asked, now })
  await notifyBoth(context, { ...request, from, to, handOver: asked })
  return { kind: 'moved', to }
}

async function moveRows(
  context: WriteContext,
  move: { stored: StoredEndpoint; from: number; to: number; handOver: HandOver; now: Date },
): Promise<void> {
  const { db } = context
  const { stored, from, to, handOver: asked, now } = move
  const { key: endpointKey } = stored
  await stopDeliveries(db, move)
  stored.endpoint = handOver(stored.endpoint, asked.recipient, now)
  await db
    .updateTable('endpoints')
    .set({
      ...{ account_key: to, recipient: asked.recipient, mailbox_key: asked.mailboxKey },
      ...{ handed_over_at: now.getTime(), mail_stopped_at: null, network_key: null, public_link: null },
    })
    .where('key', '=', endpointKey)
    .execute()
  await saveSettings(db, stored)
  await deleteSecretsOfEndpoint(db, endpointKey)
  await db.deleteFrom('endpoint_keys').where('endpoint_key', '=', endpointKey).execute()
  const members = await db
    .selectFrom('members')
    .select('key')
    .where('endpoint_key', '=', endpointKey)
    .execute()
  await deleteMembers(
    db,
    members.map(({ key }) => key),
  )
  await moveFiles(db, move)
  await moveWork(context, move)
  await forgetChoices(db, { accountKey: from, endpointId: asked.endpointId })
  await deleteHandOvers(db, [asked.key])
}

/**
 * Sends emails to the owner that wait to the new one, and stops deliveries to destinations and all other emails about the
 * form. One that is in progress may still arrive.
 */
async function stopDeliveries(
  db: Kysely<Schema>,
  { stored, handOver: asked, now }: { stored: StoredEndpoint; handOver: HandOver; now: Date },
): Promise<void> {
  const { key: endpointKey, endpoint, mailboxKey: old } = stored
  const target = asked.mailboxKey
  await db
    .updateTable('outbox')
    .set({ target })
    .where('endpoint_key', '=', endpointKey)
    .where('destination', 'is', null)
    .where('channel', '=', 'email')
    .where('due_at', 'is not', null)
    .execute()
  await db
    .updateTable('outbox')
    .set({ target })
    .where('endpoint_key', '=', endpointKey)
    .where('destination', 'is', null)
    .where('target', '=', old)
    .where('held_at', 'is not', null)
    .execute()
  await db
    .updateTable('outbox')
    .set({ ...RELEASED, held_at: null, due_at: null, outcome: 'suppressed', settled_at: now.getTime() })
    .where('endpoint_key', '=', endpointKey)
    .where('destination', 'is not', null)
    .where('due_at', 'is not', null)
    .execute()
  await deleteWebEvents(db, [endpointKey])
  // Few: notices are deleted a day after they expire.
  const rows = await db
    .selectFrom('notices')
    .innerJoin('outbox', 'outbox.key', 'notices.key')
    .select(['notices.key', 'notices.kind', 'notices.data'])
    .where('outbox.settled_at', 'is', null)
    .execute()
  const about = rows
    .map((row) => ({ key: row.key, notice: parseNotice(row) }))
    .filter(({ notice }) => 'endpointId' in notice && notice.endpointId === endpoint.id)
  const moved = about.filter(({ notice }) => MOVED_NOTICES.includes(notice.kind)).map(({ key }) => key)
  if (moved.length > 0) {
    await db.updateTable('notices').set({ mailbox: asked.recipient }).where('key', 'in', moved).execute()
    await db
      .updateTable('outbox')
      .set({ target })
      .where('key', 'in', moved)
      .where('target', '=', old)
      .execute()
  }
  await deleteNotices(
    db,
    about.map(({ key }) => key).filter((key) => !moved.includes(key)),
  )
}

/** Moves the files and the bytes that count. Links to them that were made before no longer work. */
async function moveFiles(
  db: Kysely<Schema>,
  { stored: { key }, from, to }: { stored: StoredEndpoint; from: number; to: number },
): Promise<void> {
  const rows = await db
    .updateTable('files')
    .set((old) => ({ account_key: to, link_version: sql<number>`${old.ref('link_version')} + 1` }))
    .where('endpoint_key', '=', key)
    .returning('bytes')
    .execute()
  const bytes = rows.reduce((sum, row) => sum + countedBytes(row), 0)
  if (bytes === 0) return
  await addStoredBytes(db, from, -bytes)
  await addStoredBytes(db, to, bytes)
}

/** Deletes what the account that the form leaves has chosen about it: notifications of devices, and saved views. */
async function forgetChoices(
  db: Kysely<Schema>,
  { accountKey, endpointId }: { accountKey: number; endpointId: string },
): Promise<void> {
  const devices = await db
    .selectFrom('devices')
    .select(['key', 'form_ids'])
    .where('account_key', '=', accountKey)
    .where('form_ids', 'is not', null)
    .execute()
  for (const { key, form_ids: text } of devices) {
    const ids = JSON.parse(text ?? '[]') as string[]
    if (!ids.includes(endpointId)) continue
    const rest = JSON.stringify(ids.filter((id) => id !== endpointId))
    await db.updateTable('devices').set({ form_ids: rest }).where('key', '=', key).execute()
  }
  const views = await db
    .selectFrom('inbox_views')
    .select(['key', 'filter'])
    .where('account_key', '=', accountKey)
    .execute()
  const about = views.filter(({ filter }) => JSON.parse(filter).endpoint === endpointId).map(({ key }) => key)
  if (about.length > 0) await db.deleteFrom('inbox_views').where('key', 'in', about).execute()
}

async function notifyBoth(
  context: WriteContext,
  facts: By & { from: number; to: number; handOver: HandOver; mailboxKey(address: string): string },
): Promise<void> {
  const { db, nextKey } = context
  const { from, to, by, now, handOver: asked } = facts
  const { endpointId, recipient, holder, key: handOverKey, language } = asked
  const audit = { by, now, subject: endpointId }
  await recordAudit(context, {
    ...audit,
    accountKey: from,
    action: 'endpoint_handed_over',
    detail: recipient,
  })
  await recordAudit(context, {
    ...audit,
    by: null,
    accountKey: to,
    action: 'endpoint_received',
    detail: holder,
  })
  const both = [
    { what: 'given', mailbox: holder, mailboxKey: facts.mailboxKey(holder) },
    { what: 'received', mailbox: recipient, mailboxKey: asked.mailboxKey },
  ] as const
  for (const { what, mailbox, mailboxKey } of both) {
    await saveNotice(db, nextKey, {
      notice: { kind: 'hand_over', what, endpointId, recipient, handOverKey, language },
      ...{ mailbox, mailboxKey, now },
      expiresAt: later(now, NOTICE_DAYS * DAY),
    })
  }
}

/** Locks both accounts, in the order of their keys, so that two nodes cannot deadlock. Returns false when one is closed. */
async function lockBoth(db: Kysely<Schema>, from: number, to: number): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts')
    .select('key')
    .where('key', 'in', [from, to])
    .where('closed_at', 'is', null)
    .orderBy('key')
    .forUpdate()
    .execute()
  return rows.length === 2
}
