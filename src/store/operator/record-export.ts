import { recordAudit } from '../accounts/audit.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordOperatorEntry } from './operator-log.ts'

/**
 * Records the export of an account by an operator, in its audit log and in that of the operator. Returns false once the
 * account is deleted: its address is not recorded then.
 *
 * @param request.operator as `toOperatorName` writes it
 */
export async function recordExport(
  context: WriteContext,
  { accountKey, operator, now }: { accountKey: number; operator: string; now: Date },
): Promise<boolean> {
  const account = await context.db
    .selectFrom('accounts')
    .select('mailbox')
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false
  const action = 'account_exported'
  await recordAudit(context, { accountKey, by: null, now, action, subject: null, detail: null })
  await recordOperatorEntry(context, { action, subject: account.mailbox, detail: null, operator, now })
  return true
}
