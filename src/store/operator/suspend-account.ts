import type { Kysely } from 'kysely'
import type { Suspension } from '../../domain/endpoints/suspension.ts'
import { recordAudit } from '../accounts/audit.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordOperatorEntry } from './operator-log.ts'

/**
 * Suspends an account, which suspends all endpoints that it has and will have, or lifts that. Either holds for its mailbox: an
 * account that the owner opens after deleting this one is suspended, too. Returns whether it was suspended; null when no open
 * account has this mailbox, and none that had it was suspended.
 *
 * @param request.mailbox as `mailboxIdentity` writes it
 * @param request.operator as `toOperatorName` writes it
 */
export async function suspendAccount(
  context: WriteContext,
  request: {
    mailbox: string
    mailboxKey: string
    suspension: Suspension | null
    operator: string
    now: Date
  },
): Promise<{ wasSuspended: boolean } | null> {
  const { db } = context
  const { mailbox, mailboxKey, suspension, operator, now } = request
  const account = await db
    .selectFrom('accounts')
    .select(['key', 'suspended_at'])
    .where('mailbox', '=', mailbox)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account && suspension !== null) return null
  const wasKept = await keepSuspension(db, { mailboxKey, suspension })
  const wasSuspended = account ? account.suspended_at !== null : wasKept
  if (!account && !wasKept) return null
  if (!wasSuspended && suspension === null) return { wasSuspended }
  const action = suspension === null ? 'account_unsuspended' : 'account_suspended'
  const detail = suspension?.reason ?? null
  if (account) {
    await db.updateTable('accounts').set(toColumns(suspension)).where('key', '=', account.key).execute()
    await recordAudit(context, { accountKey: account.key, by: null, now, action, subject: null, detail })
  }
  await recordOperatorEntry(context, {
    action,
    subject: account ? mailbox : mailboxKey,
    detail,
    operator,
    now,
  })
  return { wasSuspended }
}

/** Keeps the suspension of a mailbox, or ends that. Returns true if one was kept before. */
async function keepSuspension(
  db: Kysely<Schema>,
  { mailboxKey, suspension }: { mailboxKey: string; suspension: Suspension | null },
): Promise<boolean> {
  const ended = await db
    .deleteFrom('suspended_mailboxes')
    .where('mailbox_key', '=', mailboxKey)
    .executeTakeFirst()
  if (suspension !== null) {
    const { at, reason } = suspension
    await db
      .insertInto('suspended_mailboxes')
      .values({ mailbox_key: mailboxKey, suspended_at: at.getTime(), suspended_reason: reason })
      .execute()
  }
  return ended.numDeletedRows > 0n
}

function toColumns(suspension: Suspension | null) {
  return {
    suspended_at: suspension?.at.getTime() ?? null,
    suspended_reason: suspension?.reason ?? null,
  }
}
