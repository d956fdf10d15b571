import type { Kysely } from 'kysely'
import {
  checkInvitation,
  INVITATION_DAYS,
  isCurrent,
  type MemberFacts,
} from '../../domain/accounts/member.ts'
import type { Access, Role } from '../../domain/accounts/scope.ts'
import type { Language } from '../../domain/language.ts'
import type { Plan } from '../../domain/plans/plan.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import { ANSWERED, lockMailboxes, recordConfirmationsRefused } from '../destinations/address-confirmations.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { parseNotice, saveNotice } from '../outbox/notices.ts'
import { type By, recordAudit } from './audit.ts'
import { lockOpenAccount } from './lock-account.ts'
import { deleteKeysOfMembers } from './member-keys.ts'
import { openAccount } from './open-account.ts'

const COLUMNS = [
  'members.key',
  'members.account_key',
  'members.mailbox',
  'members.endpoint_key',
  'members.role',
  'members.invited_at',
  'members.accepted_at',
  'endpoints.id as endpoint_id',
] as const
/** Maximum number of expired invitations deleted by one statement. */
const PURGE_BATCH_SIZE = 500

/** A member of an account, or an invited person. */
export type Member = MemberFacts & Access & { key: number; accountKey: number; role: Role }

/** An account that a person is a member of. */
export type Membership = Member & { holder: string }

/** Members of accounts, and the accounts in which their sessions act. */
export type MemberStore = ReturnType<typeof createMemberStore>

/** Creates the store of members on the write queue and the reading connection. */
export function createMemberStore(write: QueueWrite, reads: Kysely<Schema>) {
  return {
    ...bindReads(reads, { list: listMembers, find: findMember, listMemberships }),
    ...bindWrites(write, { purgeInvitations, refuseRequests: recordConfirmationsRefused }),
    ...bindKeyedWrites(write, { accept, changeRole, remove, actIn }),
    invite: (request: Invitation) =>
      write((context) => invite(context, request), {
        keysAt: request.now,
        maxKeys: 3,
        makesDeliveries: true,
      }),
  }
}

type Invitation = By & {
  accountKey: number
  mailbox: string
  mailboxKey: string
  /** The only form that they may see; null for the whole account. */
  endpointKey: number | null
  role: Role
  language: Language
  findPlan(name: string): Plan | null
}

/** Invites a person by email. Refused when the rule for invitations refuses it, or the account was closed. */
async function invite(
  context: WriteContext,
  request: Invitation,
): Promise<{ kind: 'invited'; key: number } | { kind: 'refused'; refusal: Refusal }> {
  const { db, nextKey } = context
  const { accountKey, mailbox, mailboxKey, endpointKey, role, language, by, now } = request
  // Locked, so that two nodes cannot both invite the last person whom the plan allows.
  if (!(await lockOpenAccount(db, accountKey))) return { kind: 'refused', refusal: { code: 'not_signed_in' } }
  const account = await db
    .selectFrom('accounts')
    .select(['mailbox', 'plan'])
    .where('key', '=', accountKey)
    .executeTakeFirstOrThrow()
  const members = (await listMembers(db, accountKey)).filter((member) => isCurrent(member, now))
  const facts = (await lockMailboxes(db, [{ mailboxKey, now }])).get(mailboxKey)
  if (!facts) throw new Error('the mailbox was not locked')
  const refusal = checkInvitation({
    ...{ holder: account.mailbox, plan: request.findPlan(account.plan), members, facts, now },
    invited: { mailbox, endpointKey },
  })
  if (refusal) return { kind: 'refused', refusal }
  const key = nextKey()
  await db
    .insertInto('members')
    .values({
      key,
      account_key: accountKey,
      mailbox,
      endpoint_key: endpointKey,
      role,
      invited_at: now.getTime(),
    })
    .execute()
  await saveNotice(db, nextKey, {
    notice: { kind: 'invitation', memberKey: key, language },
    ...{ mailbox, mailboxKey, now },
    expiresAt: later(now, INVITATION_DAYS * DAY),
  })
  const detail = `${mailbox} (${role})`
  await recordAudit(context, { accountKey, by, now, action: 'member_invited', subject: null, detail })
  return { kind: 'invited', key }
}

/** Lists the members and invited people of an account, oldest first; expired invitations included. */
async function listMembers(db: Kysely<Schema>, accountKey: number): Promise<Member[]> {
  const rows = await selectMembers(db)
    .where('members.account_key', '=', accountKey)
    .orderBy('members.key')
    .execute()
  return rows.map(toMember)
}

/** Finds a member or invited person, with the address of the person who holds the account. */
export async function findMember(db: Kysely<Schema>, key: number): Promise<Membership | null> {
  const row = await selectMemberships(db).where('members.key', '=', key).executeTakeFirst()
  return row ? { ...toMember(row), holder: row.holder } : null
}

/** Lists the accounts that the person with this address is a member of, oldest first. */
async function listMemberships(db: Kysely<Schema>, mailbox: string): Promise<Membership[]> {
  const rows = await selectMemberships(db)
    .where('members.mailbox', '=', mailbox)
    .where('members.accepted_at', 'is not', null)
    .orderBy('members.key')
    .execute()
  return rows.map((row) => ({ ...toMember(row), holder: row.holder }))
}

/**
 * Accepts an invitation for the person to whom it was sent; repeatable. Opens an account of their own if they have none, by
 * which they sign in. Returns null when there is no such invitation any more.
 */
async function accept(
  context: WriteContext,
  request: { memberKey: number; mailboxKey: string; plan: string; now: Date },
): Promise<{ ownAccountKey: number; isNew: boolean } | null> {
  const { db } = context
  const { memberKey, mailboxKey, plan, now } = request
  const member = await findMember(db, memberKey)
  // Accounts are locked in the order in which the change of an account locks them: that of somebody else first.
  if (!member || !(await lockOpenAccount(db, member.accountKey))) return null
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where('key', '=', memberKey)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !isCurrent({ invitedAt: new Date(row.invited_at), acceptedAt: toDate(row.accepted_at) }, now))
    return null
  const { mailbox, accountKey } = member
  let own = await db.selectFrom('accounts').select('key').where('mailbox', '=', mailbox).executeTakeFirst()
  const isNew = own === undefined
  if (!own) {
    own = { key: await openAccount(context, { mailbox, mailboxKey, plan, now }) }
  }
  if (row.accepted_at === null) {
    await db.updateTable('members').set({ accepted_at: now.getTime() }).where('key', '=', memberKey).execute()
    const joined = { action: 'member_joined', subject: null, detail: mailbox } as const
    await recordAudit(context, { accountKey, by: null, now, ...joined })
  }
  return { ownAccountKey: own.key, isNew }
}

/** Returns false when the account has no such member. */
async function changeRole(
  context: WriteContext,
  request: { accountKey: number; memberKey: number; role: Role } & By,
): Promise<boolean> {
  const { db } = context
  const { accountKey, memberKey, role } = request
  const changed = await db
    .updateTable('members')
    .set({ role })
    .where('key', '=', memberKey)
    .where('account_key', '=', accountKey)
    .returning('mailbox')
    .executeTakeFirst()
  if (!changed) return false
  // Only owners have keys.
  if (role !== 'owner') await deleteKeysOfMembers(db, [memberKey])
  const detail = `${changed.mailbox} (${role})`
  await recordAudit(context, { ...request, action: 'member_role_changed', subject: null, detail })
  return true
}

/**
 * Removes a member, or withdraws an invitation: their sessions in the account end, and the keys that they created. Returns
 * false when the account has no such member.
 */
async function remove(
  context: WriteContext,
  request: {
    accountKey: number
    memberKey: number
    action: 'member_removed' | 'member_left' | 'invitation_declined'
  } & By,
): Promise<boolean> {
  const { db } = context
  const { accountKey, memberKey, action } = request
  const member = await db
    .selectFrom('members')
    .select('mailbox')
    .where('key', '=', memberKey)
    .where('account_key', '=', accountKey)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return false
  // Before their session is deleted: it is the actor where they leave.
  await recordAudit(context, { ...request, action, subject: null, detail: member.mailbox })
  await deleteMembers(db, [memberKey])
  return true
}

/** Deletes members with their sessions in the account, the keys that they created, and their addresses. */
export async function deleteMembers(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('sessions').where('member_key', 'in', keys).execute()
  await deleteKeysOfMembers(db, keys)
  await forgetInvited(db, keys)
  await db.deleteFrom('members').where('key', 'in', keys).execute()
}

/** Deletes the addresses from emails that invite these people. They are not sent any more, but limits count them. */
async function forgetInvited(db: Kysely<Schema>, memberKeys: readonly number[]): Promise<void> {
  // Few: notices are deleted a day after they expire.
  const rows = await db
    .selectFrom('notices')
    .select(['key', 'kind', 'data'])
    .where('kind', '=', 'invitation')
    .execute()
  const theirs = rows.filter((row) => {
    const notice = parseNotice(row)
    return notice.kind === 'invitation' && memberKeys.includes(notice.memberKey)
  })
  if (theirs.length === 0) return
  const keys = theirs.map((row) => row.key)
  await db.updateTable('notices').set({ mailbox: ANSWERED }).where('key', 'in', keys).execute()
}

/** Deletes the members of a closed account, and the memberships of the person who held it. */
export async function deleteMembersOfAccount(
  db: Kysely<Schema>,
  { accountKey, mailbox }: { accountKey: number; mailbox: string },
): Promise<void> {
  const rows = await db
    .selectFrom('members')
    .select('key')
    .where((where) => where.or([where('account_key', '=', accountKey), where('mailbox', '=', mailbox)]))
    .execute()
  await deleteMembers(
    db,
    rows.map((row) => row.key),
  )
}

/**
 * Makes a session act in the account of this membership, or in its own again (null). Returns false when the membership is
 * not of the person of the session.
 *
 * @param request.from key of the account in which it acts until then
 */
async function actIn(
  context: WriteContext,
  request: { sessionKey: number; memberKey: number | null; from: number } & By,
): Promise<boolean> {
  const { db } = context
  const { sessionKey, memberKey, by, now } = request
  const session = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.key', 'sessions.account_key')
    .select('accounts.mailbox')
    .where('sessions.key', '=', sessionKey)
    .executeTakeFirst()
  const member = memberKey === null ? null : await findMember(db, memberKey)
  if (!session || (memberKey !== null && (member?.mailbox !== session.mailbox || member.acceptedAt === null)))
    return false
  await db.updateTable('sessions').set({ member_key: memberKey }).where('key', '=', sessionKey).execute()
  if (member) {
    const { accountKey } = member
    await recordAudit(context, {
      accountKey,
      by,
      now,
      action: 'member_opened',
      subject: null,
      detail: member.mailbox,
    })
  }
  return true
}

/** Deletes a batch of invitations that were made until then and never accepted. Returns true when there may be more. */
async function purgeInvitations(db: Kysely<Schema>, before: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('members')
    .select('key')
    .where('accepted_at', 'is', null)
    .where('invited_at', '<=', before.getTime())
    .limit(PURGE_BATCH_SIZE)
    .execute()
  await deleteMembers(
    db,
    rows.map((row) => row.key),
  )
  return rows.length === PURGE_BATCH_SIZE
}

function selectMembers(db: Kysely<Schema>) {
  return db
    .selectFrom('members')
    .leftJoin('endpoints', 'endpoints.key', 'members.endpoint_key')
    .select(COLUMNS)
}

function selectMemberships(db: Kysely<Schema>) {
  return selectMembers(db)
    .innerJoin('accounts', 'accounts.key', 'members.account_key')
    .select('accounts.mailbox as holder')
}

function toMember(row: Schema['members'] & { endpoint_id: string | null }): Member {
  return {
    key: row.key,
    accountKey: row.account_key,
    mailbox: row.mailbox,
    endpointKey: row.endpoint_key,
    // A form that is gone is not the whole account.
    form: row.endpoint_key === null ? null : (row.endpoint_id ?? ''),
    role: row.role,
    invitedAt: new Date(row.invited_at),
    acceptedAt: toDate(row.accepted_at),
  }
}
