import { type Kysely, sql } from 'kysely'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import {
  findObstacle,
  getHandOverEnd,
  type HandOverObstacle,
  handOver,
  type Receiver,
  toObstacleRefusal,
} from '../../domain/endpoints/hand-over.ts'
import { countedBytes } from '../../domain/files/file-limits.ts'
import { findPlan, type PlanTable } from '../../domain/plans/plan.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import { type By, recordAudit } from '../accounts/audit.ts'
import { deleteMembers } from '../accounts/members.ts'
import { findKeptSuspension, openAccount } from '../accounts/open-account.ts'
import { deleteSecretsOfEndpoint } from '../destinations/destination-secrets.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { addStoredBytes } from '../files/stored-bytes.ts'
import { RELEASED } from '../outbox/new-delivery.ts'
import { deleteNotices, parseNotice, saveNotice } from '../outbox/notices.ts'
import { deleteWebEvents } from '../outbox/web-events.ts'
import { moveWork, planLabels } from '../submissions/work/move-work.ts'
import { findEndpoint, lockEndpoints, type StoredEndpoint } from './endpoints.ts'
import { deleteHandOvers, findHandOver, findHandOverOf, type HandOver } from './hand-over-rows.ts'
import { saveSettings } from './stored-settings.ts'

/** Submissions are counted up to this number. */
const MAX_COUNTED = 100_000
/** An email about something that is over is not sent after this time. */
const TOLD_DAYS = 7

/** A form as the person who may get it sees it before. */
export type OfferedForm = {
  handOver: HandOver
  endpoint: EndpointFacts
  submissions: number
  files: { count: number; bytes: number }
  /** Their account, or the one that they would have. */
  receiver: Receiver
  obstacle: HandOverObstacle | null
}

/** Loads what the person would get with a form, and what keeps them from it; null when the hand-over is gone. */
export async function loadOffer(
  db: Kysely<Schema>,
  { key, plans }: { key: number; plans: PlanTable },
): Promise<OfferedForm | null> {
  const asked = await findHandOver(db, key)
  const found = asked && (await findEndpoint(db, asked.endpointId))
  if (!found) return null
  const { endpoint } = found
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select key from submissions_by_endpoint where endpoint_key = ${found.key} limit ${MAX_COUNTED}) as counted`.execute(
    db,
  )
  const files = await db.selectFrom('files').select('bytes').where('endpoint_key', '=', found.key).execute()
  const account = await findAccount(db, asked.recipient)
  const suspension = account ?? (await findKeptSuspension(db, asked.mailboxKey))
  const receiver: Receiver = {
    plan: findPlan(plans, account?.plan ?? plans.defaultPlan),
    isSuspended: suspension !== undefined && suspension.suspended_at !== null,
    storedBytes: account?.stored_bytes ?? 0,
    hasKey: account !== undefined && account.email_key !== null,
    labels: await planLabels(db, { stored: found, from: asked.accountKey, to: account?.key ?? null }),
  }
  const fileBytes = files.reduce((sum, file) => sum + countedBytes(file), 0)
  return {
    ...{ handOver: asked, endpoint, receiver },
    submissions: Number(rows[0]?.count ?? 0),
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    obstacle: findObstacle(receiver, { fileBytes, store: endpoint.settings.store }),
  }
}

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
  const offer = await loadOffer(db, { key: asked.key, plans })
  if (offer?.obstacle) return refused(toObstacleRefusal(offer.obstacle))
  await moveRows(context, { stored, from, to, handOver: asked, now })
  await tellBoth(context, { ...request, from, to, handOver: asked })
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
  const digests = about.filter(({ notice }) => notice.kind === 'submission_digest').map(({ key }) => key)
  if (digests.length > 0) {
    await db.updateTable('notices').set({ mailbox: asked.recipient }).where('key', 'in', digests).execute()
    await db
      .updateTable('outbox')
      .set({ target })
      .where('key', 'in', digests)
      .where('target', '=', old)
      .execute()
  }
  await deleteNotices(
    db,
    about.map(({ key }) => key).filter((key) => !digests.includes(key)),
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

async function tellBoth(
  context: WriteContext,
  told: By & { from: number; to: number; handOver: HandOver; mailboxKey(address: string): string },
): Promise<void> {
  const { db, nextKey } = context
  const { from, to, by, now, handOver: asked } = told
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
    { what: 'given', mailbox: holder, mailboxKey: told.mailboxKey(holder) },
    { what: 'received', mailbox: recipient, mailboxKey: asked.mailboxKey },
  ] as const
  for (const { what, mailbox, mailboxKey } of both) {
    await saveNotice(db, nextKey, {
      notice: { kind: 'hand_over', what, endpointId, recipient, handOverKey, language },
      ...{ mailbox, mailboxKey, now },
      expiresAt: later(now, TOLD_DAYS * DAY),
    })
  }
}

function findAccount(db: Kysely<Schema>, recipient: string) {
  return db
    .selectFrom('accounts')
    .select(['key', 'plan', 'stored_bytes', 'email_key', 'suspended_at'])
    .where('mailbox', '=', mailboxIdentity(recipient))
    .executeTakeFirst()
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
