import type { Kysely } from 'kysely'
import type { SignInWay } from '../../domain/accounts/audit.ts'
import { freshUntil } from '../../domain/accounts/session.ts'
import { toSuspension } from '../../domain/endpoints/suspension.ts'
import { moveDevice } from '../devices/devices.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { type By, recordAudit } from './audit.ts'
import { deleteEndpointKeys } from './closed-accounts.ts'
import { lockOpenAccount } from './lock-account.ts'
import { ACTED_ACCOUNT, type ActedAccount } from './mailboxes.ts'
import { deleteKeysOfMembers } from './member-keys.ts'
import { findMember, type Membership } from './members.ts'

type SessionRow = Pick<
  Schema['sessions'],
  'key' | 'device' | 'created_at' | 'seen_at' | 'fresh_until' | 'member_key'
>

const COLUMNS = [
  'sessions.key',
  'sessions.device',
  'sessions.created_at',
  'sessions.seen_at',
  'sessions.fresh_until',
  'sessions.member_key',
] as const

export type NewSession = {
  /** `Keys.secretHash` of the secret in the cookie. */
  hash: string
  /** `deviceLabel` */
  device: string
  way: SignInWay
  /** Hash of the session that the browser had before, which ends; null without one. */
  replaces: string | null
}

type OpenedSession = { accountKey: number; sessionKey: number }

export type ListedSession = {
  key: number
  device: string
  createdAt: Date
  seenAt: Date
  freshUntil: Date
  /** The membership by which it acts in the account of somebody else; null: in its own. */
  memberKey: number | null
}

/** `account`: that of the person who signed in. `acts`: the one of somebody else in which it acts. */
type FoundSession = ListedSession & {
  account: ActedAccount
  acts: { member: Membership; account: ActedAccount } | null
}

/**
 * Opens a session for the owner by "Open dashboard" on the claim page, once per endpoint. Returns null when that has
 * happened before, or there is no such claimed endpoint.
 */
export async function openByClaim(
  context: WriteContext,
  request: { endpointId: string; session: NewSession; now: Date },
): Promise<OpenedSession | null> {
  const { db } = context
  const opened = await db
    .updateTable('endpoints')
    .set({ opened_at: request.now.getTime() })
    .where('id', '=', request.endpointId)
    .where('opened_at', 'is', null)
    .where('retired_at', 'is', null)
    .where('account_key', 'is not', null)
    .returning('account_key')
    .executeTakeFirst()
  const accountKey = opened?.account_key ?? null
  return accountKey === null ? null : openSession(context, { ...request, accountKey })
}

/** Opens a session and ends the one that the browser had before. Null when the account was closed meanwhile. */
export async function openSession(
  context: WriteContext,
  request: { accountKey: number; session: NewSession; memberKey?: number; now: Date },
): Promise<OpenedSession | null> {
  const { db, nextKey } = context
  const { accountKey, session, memberKey = null } = request
  const now = request.now.getTime()
  if (!(await lockOpenAccount(db, accountKey))) return null
  const sessionKey = nextKey()
  await db
    .insertInto('sessions')
    .values({
      key: sessionKey,
      hash: session.hash,
      account_key: accountKey,
      device: session.device,
      created_at: now,
      seen_at: now,
      fresh_until: freshUntil(request.now).getTime(),
      member_key: memberKey,
    })
    .execute()
  if (session.replaces !== null) {
    await moveDevice(db, { accountKey, fromHash: session.replaces, to: sessionKey })
    await db.deleteFrom('sessions').where('hash', '=', session.replaces).execute()
  }
  const by = { kind: 'session', key: sessionKey } as const
  const opened = { action: 'session_opened', subject: null, detail: session.way } as const
  await recordAudit(context, { accountKey, by, now: request.now, ...opened })
  return { accountKey, sessionKey }
}

/** Finds the session whose cookie has this hash, with its account; expired sessions included. */
export async function findSession(db: Kysely<Schema>, hash: string): Promise<FoundSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.key', 'sessions.account_key')
    .select(COLUMNS)
    .select(ACTED_ACCOUNT)
    .where('sessions.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  const acts = row.member_key === null ? null : await findActedIn(db, row.member_key)
  // Their membership has just ended: what they asked for was not about their own account.
  if (row.member_key !== null && !acts) return null
  return { ...toListed(row), account: toActedAccount(row), acts }
}

async function findActedIn(db: Kysely<Schema>, memberKey: number): Promise<FoundSession['acts']> {
  const member = await findMember(db, memberKey)
  const account =
    member &&
    (await db
      .selectFrom('accounts')
      .select(ACTED_ACCOUNT)
      .where('key', '=', member.accountKey)
      .executeTakeFirst())
  return member && account ? { member, account: toActedAccount(account) } : null
}

/** Returns the account from its columns. */
export function toActedAccount(
  row: Pick<Schema['accounts'], 'mailbox' | 'plan' | 'suspended_at' | 'suspended_reason'> & {
    account_key: number
  },
): ActedAccount {
  const suspension = row.suspended_at === null ? null : toSuspension(row)
  return { key: row.account_key, mailbox: row.mailbox, plan: row.plan, suspension }
}

/** Records the time at which a session was used. */
export async function recordSessionUse(db: Kysely<Schema>, key: number, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now.getTime() }).where('key', '=', key).execute()
}

/** Lists the sessions of an account, newest first; expired ones included. */
export async function listSessions(db: Kysely<Schema>, accountKey: number): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('account_key', '=', accountKey)
    .orderBy('key', 'desc')
    .execute()
  return rows.map(toListed)
}

/** Returns those of these sessions that still exist. */
export async function findSessions(db: Kysely<Schema>, keys: readonly number[]): Promise<ListedSession[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('sessions').select(COLUMNS).where('key', 'in', keys).execute()
  return rows.map(toListed)
}

/** Returns false when the account has no such session. */
export async function endSession(
  context: WriteContext,
  request: { accountKey: number; key: number } & By,
): Promise<boolean> {
  const { db } = context
  const session = await db
    .selectFrom('sessions')
    .select('device')
    .where('key', '=', request.key)
    .where('account_key', '=', request.accountKey)
    .forUpdate()
    .executeTakeFirst()
  if (!session) return false
  // Before it is deleted: a session that signs itself out is the actor.
  await recordAudit(context, { ...request, action: 'session_ended', subject: null, detail: session.device })
  await db.deleteFrom('sessions').where('key', '=', request.key).execute()
  return true
}

/**
 * Ends all sessions of an account. `revoked`: also deletes its keys, those of its endpoints, and those that the person created
 * in the accounts of others, in the same transaction.
 */
export async function endSessions(
  context: WriteContext,
  request: { accountKey: number; keys: 'kept' | 'revoked' } & By,
): Promise<void> {
  const { db } = context
  const { accountKey, keys } = request
  await recordAudit(context, { ...request, action: 'all_sessions_ended', subject: null, detail: null })
  if (keys === 'revoked') {
    await recordAudit(context, { ...request, action: 'all_keys_revoked', subject: null, detail: null })
    await db.deleteFrom('api_keys').where('account_key', '=', accountKey).execute()
    await deleteEndpointKeys(db, accountKey)
    await deleteKeysOfMembers(db, await listMembershipKeys(db, accountKey))
  }
  await db.deleteFrom('sessions').where('account_key', '=', accountKey).execute()
}

async function listMembershipKeys(db: Kysely<Schema>, accountKey: number): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.mailbox', 'members.mailbox')
    .select('members.key')
    .where('accounts.key', '=', accountKey)
    .where('members.accepted_at', 'is not', null)
    .execute()
  return rows.map((row) => row.key)
}

function toListed(row: SessionRow): ListedSession {
  return {
    key: row.key,
    device: row.device,
    createdAt: new Date(row.created_at),
    seenAt: new Date(row.seen_at),
    freshUntil: new Date(row.fresh_until),
    memberKey: row.member_key,
  }
}
