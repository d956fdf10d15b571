import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor, AuditAction } from '../../domain/accounts/audit.ts'
import {
  CONFIRM_KEY_DAYS,
  type EmailKey,
  type EmailKeyFacts,
  EXPIRY_WARNING_DAYS,
  getEmailKeyState,
} from '../../domain/accounts/email-key.ts'
import { needsEmailKey } from '../../domain/endpoints/endpoint.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import type { NewNotice } from '../contract/changes.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import { bindKeyedWrites, bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { countNoticesSince, saveNotice } from '../outbox/notices.ts'
import { type By, recordAudit } from './audit.ts'

const MAX_ROWS_PER_STATEMENT = 1000

/** A stored key. */
export type StoredEmailKey = Omit<EmailKey, 'expiresAt'> &
  EmailKeyFacts & { key: number; accountKey: number; mailbox: string }

/** The keys of an account: `current` is in use, `next` is to be confirmed. */
export type EmailKeysOfAccount = {
  current: StoredEmailKey | null
  next: StoredEmailKey | null
  isEncryptedOnly: boolean
}

/** Composes a notice to the owner of a key. */
type Telling = (key: StoredEmailKey) => NewNotice

/** OpenPGP keys of owners. */
export type EmailKeyStore = ReturnType<typeof createEmailKeyStore>

/** Creates the store of OpenPGP keys on the write queue and the read connection. */
export function createEmailKeyStore(write: QueueWrite, reads: Kysely<Schema>) {
  return {
    ...bindReads(reads, { find, findUnconfirmed, listExpiring }),
    ...bindKeyedWrites(write, { add, confirm, remove, tellExpiry }, { makesDeliveries: true }),
    ...bindKeyedWrites(write, { setEncryptedOnly }),
    /** Deletes keys that were not confirmed in time. */
    purge: (now: Date) => throttledWrite(write)(({ db }) => purge(db, now)),
  }
}

/** Finds the keys of an account. */
async function find(db: Kysely<Schema>, accountKey: number): Promise<EmailKeysOfAccount> {
  const rows = await selectKeys(db).where('email_keys.account_key', '=', accountKey).execute()
  const keys = rows.map(toStoredKey)
  return {
    current: keys.find(({ confirmedAt }) => confirmedAt !== null) ?? null,
    next: keys.find(({ confirmedAt }) => confirmedAt === null) ?? null,
    isEncryptedOnly: rows.some((row) => row.encrypted_only_at !== null),
  }
}

/** Finds a key that can be confirmed; null once it was confirmed, replaced or removed, or not confirmed in time. */
async function findUnconfirmed(
  db: Kysely<Schema>,
  { key, now }: { key: number; now: Date },
): Promise<StoredEmailKey | null> {
  const row = await selectKeys(db).where('email_keys.key', '=', key).executeTakeFirst()
  if (!row) return null
  const stored = toStoredKey(row)
  return getEmailKeyState(stored, now) === 'unconfirmed' ? stored : null
}

/**
 * Adds a key that awaits confirmation, in place of an earlier unconfirmed one, with the email that asks for the confirmation.
 * Returns false beyond `limit` such emails a day, and for a closed account.
 *
 * @param request.ask composes that email
 */
async function add(
  context: WriteContext,
  request: {
    accountKey: number
    emailKey: EmailKey
    ask: Telling
    limit: number
  } & By,
): Promise<boolean> {
  const { db, nextKey } = context
  const { accountKey, emailKey, by, now } = request
  const account = await lockAccount(db, accountKey)
  if (!account) return false
  const key = nextKey()
  const { armored, fingerprint, algorithm, expiresAt } = emailKey
  const row = {
    key,
    account_key: accountKey,
    armored,
    fingerprint,
    algorithm,
    added_at: now.getTime(),
    confirmed_at: null,
    expires_at: expiresAt?.getTime() ?? null,
    warned_at: null,
    notified_at: null,
  }
  const email = request.ask(toStoredKey({ ...row, mailbox: account.mailbox }))
  if ((await countNoticesSince(db, email, later(now, -DAY))) >= request.limit) return false
  await db
    .deleteFrom('email_keys')
    .where('account_key', '=', accountKey)
    .where('confirmed_at', 'is', null)
    .execute()
  await db.insertInto('email_keys').values(row).execute()
  // Row keys are scarce in a write, so the email has the same one as the key.
  await saveNotice(db, () => key, { ...email, now })
  await record(context, { accountKey, by, now, action: 'email_key_added', fingerprint })
  return true
}

/** The result of a confirmation: `before` is the key that was in use. */
export type ConfirmedKey = { key: StoredEmailKey; before: StoredEmailKey | null }

/**
 * Puts a key in use, deletes the previous one, and makes emails that waited for it due. With the first key, content leaves only
 * in encrypted emails, until the owner allows more. `tell` composes the email to the owner about the change. Returns null if the
 * key can no longer be confirmed.
 */
async function confirm(
  context: WriteContext,
  request: { key: number; tell(confirmed: ConfirmedKey): NewNotice | null; mailboxKey: string; now: Date },
): Promise<ConfirmedKey | null> {
  const { db, nextKey } = context
  const { now } = request
  const found = await findUnconfirmed(db, request)
  if (!found || !(await lockAccount(db, found.accountKey))) return null
  const key = await findUnconfirmed(db, request)
  if (!key) return null
  const { accountKey, fingerprint } = key
  const { current: before } = await find(db, accountKey)
  const confirmed = { key, before }
  await db
    .deleteFrom('email_keys')
    .where('account_key', '=', accountKey)
    .where('key', '!=', key.key)
    .where('confirmed_at', 'is not', null)
    .execute()
  await db.updateTable('email_keys').set({ confirmed_at: now.getTime() }).where('key', '=', key.key).execute()
  await db.updateTable('accounts').set({ email_key: key.key }).where('key', '=', accountKey).execute()
  if (!before) await saveEncryptedOnly(db, { accountKey, to: true, now })
  const told = request.tell(confirmed)
  if (told) await saveNotice(db, nextKey, { ...told, now })
  await record(context, { accountKey, by: null, now, action: 'email_key_confirmed', fingerprint })
  await releaseWaiting(db, request)
  return confirmed
}

/**
 * Removes the keys of an account, and makes emails that waited for another one due. `tell` composes the email to the owner about
 * the key that was in use. `needed`: nothing was removed, because a form stores submissions encrypted to it. `none`: there is no key.
 */
async function remove(
  context: WriteContext,
  request: { accountKey: number; tell: Telling; mailboxKey: string } & By,
): Promise<'removed' | 'needed' | 'none'> {
  const { db, nextKey } = context
  const { accountKey, by, now } = request
  if (!(await lockAccount(db, accountKey))) return 'none'
  const { current, next } = await find(db, accountKey)
  const removed = current ?? next
  if (!removed) return 'none'
  if (await isKeyNeeded(db, accountKey)) return 'needed'
  await db.deleteFrom('email_keys').where('account_key', '=', accountKey).execute()
  await db
    .updateTable('accounts')
    .set({ email_key: null, encrypted_only_at: null })
    .where('key', '=', accountKey)
    .execute()
  if (current) await saveNotice(db, nextKey, { ...request.tell(current), now })
  const { fingerprint } = removed
  await record(context, { accountKey, by, now, action: 'email_key_removed', fingerprint })
  await releaseWaiting(db, request)
  return 'removed'
}

/** Returns true for an account with a form that needs its key. The account is locked, so no form begins to need it meanwhile. */
async function isKeyNeeded(db: Kysely<Schema>, accountKey: number): Promise<boolean> {
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('account_key', '=', accountKey)
    .where('settings', 'is not', null)
    .execute()
  return rows.some((row) => needsEmailKey(toEndpointFacts(row)))
}

/** Sets whether content leaves only in encrypted emails. Returns false for an account without a key in use. */
async function setEncryptedOnly(
  context: WriteContext,
  { accountKey, to, by, now }: { accountKey: number; to: boolean } & By,
): Promise<boolean> {
  const { db } = context
  const account = await lockAccount(db, accountKey)
  if (!account || !(await find(db, accountKey)).current) return false
  if ((account.encrypted_only_at !== null) === to) return true
  await saveEncryptedOnly(db, { accountKey, to, now })
  const action = 'encrypted_only_changed'
  await recordAudit(context, { accountKey, by, now, action, subject: null, detail: to ? 'on' : 'off' })
  return true
}

/** Lists keys in use that expire soon or have expired and whose owners have not been told, soonest first. */
async function listExpiring(
  db: Kysely<Schema>,
  { now, limit }: { now: Date; limit: number },
): Promise<StoredEmailKey[]> {
  const rows = await selectKeys(db)
    .where('expires_at', '<=', later(now, EXPIRY_WARNING_DAYS * DAY).getTime())
    .where('confirmed_at', 'is not', null)
    .where('notified_at', 'is', null)
    .where((where) => where.or([where('warned_at', 'is', null), where('expires_at', '<=', now.getTime())]))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(toStoredKey)
}

/** Records that the owner is told of the expiry, with the email. Returns false if another node has already told them. */
async function tellExpiry(
  { db, nextKey }: WriteContext,
  { key, what, email, now }: { key: number; what: 'expiring' | 'expired'; email: NewNotice; now: Date },
): Promise<boolean> {
  const at = now.getTime()
  const { numUpdatedRows } = await db
    .updateTable('email_keys')
    .set(what === 'expired' ? { notified_at: at } : { warned_at: at })
    .where('key', '=', key)
    .where(what === 'expired' ? 'notified_at' : 'warned_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await saveNotice(db, nextKey, { ...email, now })
  return true
}

function lockAccount(db: Kysely<Schema>, accountKey: number) {
  return db
    .selectFrom('accounts')
    .select(['mailbox', 'encrypted_only_at'])
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function saveEncryptedOnly(
  db: Kysely<Schema>,
  { accountKey, to, now }: { accountKey: number; to: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ encrypted_only_at: to ? sql<number>`coalesce(encrypted_only_at, ${now.getTime()})` : null })
    .where('key', '=', accountKey)
    .execute()
}

/** Makes all held emails to this mailbox due; those that must still wait are held again. */
async function releaseWaiting(
  db: Kysely<Schema>,
  { mailboxKey, now }: { mailboxKey: string; now: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now.getTime(), held_at: null })
    .where('target', '=', mailboxKey)
    .where('held_at', 'is not', null)
    .where('settled_at', 'is', null)
    // Those that are part of a digest go with it.
    .where((where) => where.or([where('digest_key', 'is', null), where('digest_key', '=', 0)]))
    .execute()
}

function record(
  context: WriteContext,
  entry: { accountKey: number; by: Actor | null; now: Date; action: AuditAction; fingerprint: string },
): Promise<number> {
  const { fingerprint, ...rest } = entry
  return recordAudit(context, { ...rest, subject: null, detail: fingerprint })
}

async function purge(db: Kysely<Schema>, now: Date): Promise<boolean> {
  const rows = await db
    .deleteFrom('email_keys')
    .where('key', 'in', (select) =>
      select
        .selectFrom('email_keys')
        .select('key')
        .where('confirmed_at', 'is', null)
        .where('added_at', '<=', later(now, -CONFIRM_KEY_DAYS * DAY).getTime())
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return rows.numDeletedRows >= MAX_ROWS_PER_STATEMENT
}

function selectKeys(db: Kysely<Schema>) {
  return db
    .selectFrom('email_keys')
    .innerJoin('accounts', 'accounts.key', 'email_keys.account_key')
    .selectAll('email_keys')
    .select(['accounts.mailbox', 'accounts.encrypted_only_at'])
    .where('accounts.closed_at', 'is', null)
}

function toStoredKey(row: Selectable<Schema['email_keys']> & { mailbox: string }): StoredEmailKey {
  return {
    key: row.key,
    accountKey: row.account_key,
    mailbox: row.mailbox,
    armored: row.armored,
    fingerprint: row.fingerprint,
    algorithm: row.algorithm,
    addedAt: new Date(row.added_at),
    confirmedAt: toDate(row.confirmed_at),
    expiresAt: toDate(row.expires_at),
  }
}
