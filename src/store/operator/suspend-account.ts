import type { Suspension } from '../../domain/endpoints/suspension.ts'
import { recordAudit } from '../accounts/audit.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordOperatorEntry } from './operator-log.ts'

/**
 * Suspends an account, which suspends all endpoints that it has and will have, or lifts that. Returns its key and the suspension
 * that it had; null when no open account has this mailbox.
 *
 * @param request.mailbox as `mailboxIdentity` writes it
 * @param request.operator as `toOperatorName` writes it
 */
export async function suspendAccount(
  context: WriteContext,
  request: { mailbox: string; suspension: Suspension | null; operator: string; now: Date },
): Promise<{ accountKey: number; wasSuspended: boolean } | null> {
  const { db } = context
  const { mailbox, suspension, operator, now } = request
  const account = await db
    .selectFrom('accounts')
    .select(['key', 'suspended_at'])
    .where('mailbox', '=', mailbox)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return null
  const { key: accountKey } = account
  const wasSuspended = account.suspended_at !== null
  if (!wasSuspended && suspension === null) return { accountKey, wasSuspended }
  await db
    .updateTable('accounts')
    .set({ suspended_at: suspension?.at.getTime() ?? null, suspended_reason: suspension?.reason ?? null })
    .where('key', '=', accountKey)
    .execute()
  const action = suspension === null ? 'account_unsuspended' : 'account_suspended'
  const detail = suspension?.reason ?? null
  await recordAudit(context, { accountKey, by: null, now, action, subject: null, detail })
  await recordOperatorEntry(context, { action, subject: mailbox, detail, operator, now })
  return { accountKey, wasSuspended }
}
