import type { Kysely } from 'kysely'
import { freshUntil } from '../../domain/accounts/session.ts'
import { isUsable, oldestUsableSignIn, type SignInFacts } from '../../domain/accounts/sign-in.ts'
import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordAudit } from './audit.ts'
import type { Account } from './mailboxes.ts'
import { type NewSession, openSession } from './sessions.ts'

/** The only client that may use a code: the browser that requested it, by the hash of its cookie, or a session. */
type CodeOwner = { kind: 'browser'; hash: string } | { kind: 'session'; key: number }

export type FoundSignIn = SignInFacts & {
  key: number
  account: Account
  /** The session that it confirms; null for a sign-in. */
  sessionKey: number | null
  browserHash: string | null
  device: string
}

/** `session`: the session that a sign-in opens; null for a confirmation. */
type Use = { session: NewSession | null; now: Date }

type UsedSignIn =
  | { kind: 'opened'; mailboxKey: string; next: string | null }
  | { kind: 'confirmed'; freshUntil: Date }

/** Finds a sign-in for which an email was sent, used or not. */
export async function findSignIn(db: Kysely<Schema>, key: number): Promise<FoundSignIn | null> {
  const row = await db
    .selectFrom('sign_ins')
    .innerJoin('accounts', 'accounts.key', 'sign_ins.account_key')
    .selectAll('sign_ins')
    .select(['accounts.key as account_key', 'accounts.mailbox', 'accounts.plan'])
    .where('sign_ins.key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  return {
    key: row.key,
    account: { key: row.account_key, mailbox: row.mailbox, plan: row.plan },
    sessionKey: row.session_key,
    browserHash: row.browser_hash,
    device: row.device,
    ...toSignInFacts(row),
  }
}

/**
 * Uses a sign-in: opens `session` for the owner, or confirms the session that requested it. Returns null when it is no
 * longer usable: of concurrent attempts, one succeeds.
 */
export async function useSignIn(
  context: WriteContext,
  request: { key: number } & Use,
): Promise<UsedSignIn | null> {
  const { db } = context
  // Locked, so that the second of two nodes finds it used.
  const row = await db
    .selectFrom('sign_ins')
    .selectAll()
    .where('key', '=', request.key)
    .forUpdate()
    .executeTakeFirst()
  return row && isUsable(toSignInFacts(row), request.now) ? use(context, { ...request, row }) : null
}

/**
 * Uses a sign-in by its code: any usable sign-in that this browser or session requested. A wrong code counts against each
 * of them, even if no email was sent.
 */
export async function tryCode(
  context: WriteContext,
  request: { owner: CodeOwner; matchesCode(key: number): boolean } & Use,
): Promise<UsedSignIn | null> {
  const { db } = context
  const { owner, now } = request
  const rows = await db
    .selectFrom('sign_ins')
    .selectAll()
    .where((where) =>
      owner.kind === 'browser'
        ? where('browser_hash', '=', owner.hash)
        : where('session_key', '=', owner.key),
    )
    .where('created_at', '>', oldestUsableSignIn(now).getTime())
    .orderBy('key', 'desc')
    .forUpdate()
    .execute()
  // All count the wrong code: the effect of a code must not reveal whether an email was sent to a mailbox.
  const usable = rows.filter((row) => isUsable(toSignInFacts(row), now))
  const right = usable.find((row) => row.account_key !== null && request.matchesCode(row.key))
  if (right) return use(context, { ...request, row: right })
  if (usable.length === 0) return null
  await db
    .updateTable('sign_ins')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where(
      'key',
      'in',
      usable.map((row) => row.key),
    )
    .execute()
  return null
}

async function use(
  context: WriteContext,
  { row, session, now }: Use & { row: Schema['sign_ins'] },
): Promise<UsedSignIn | null> {
  const { db } = context
  const { account_key: accountKey, session_key: sessionKey } = row
  const opens = sessionKey === null
  if (accountKey === null || (opens && session === null)) return null
  await db.updateTable('sign_ins').set({ used_at: now.getTime() }).where('key', '=', row.key).execute()
  if (opens && session) {
    const opened = await openSession(context, { accountKey, session, now })
    return opened && { kind: 'opened', mailboxKey: row.mailbox_key, next: row.next }
  }
  const fresh = freshUntil(now)
  const refreshed = await db
    .updateTable('sessions')
    .set({ fresh_until: fresh.getTime() })
    .where('key', '=', sessionKey)
    .executeTakeFirst()
  if (refreshed.numUpdatedRows === 0n || sessionKey === null) return null
  const by = { kind: 'session', key: sessionKey } as const
  const confirmed = { action: 'session_confirmed', subject: null, detail: null } as const
  await recordAudit(context, { accountKey, by, now, ...confirmed })
  return { kind: 'confirmed', freshUntil: fresh }
}

function toSignInFacts(row: Pick<Schema['sign_ins'], 'created_at' | 'used_at' | 'tries'>) {
  return { createdAt: new Date(row.created_at), usedAt: toDate(row.used_at), tries: row.tries }
}
