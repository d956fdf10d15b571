import { endSessions } from '../accounts/sessions.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordOperatorEntry } from './operator-log.ts'

/**
 * Ends all sessions of an account. Returns its key; null when no open account has this mailbox.
 *
 * @param request.mailbox as `mailboxIdentity` writes it
 * @param request.operator as `toOperatorName` writes it
 */
export async function signOutOwner(
  context: WriteContext,
  { mailbox, operator, now }: { mailbox: string; operator: string; now: Date },
): Promise<number | null> {
  const account = await context.db
    .selectFrom('accounts')
    .select('key')
    .where('mailbox', '=', mailbox)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return null
  await endSessions(context, { accountKey: account.key, keys: 'kept', by: null, now })
  const entry = { action: 'owner_signed_out', subject: mailbox, detail: null } as const
  await recordOperatorEntry(context, { ...entry, operator, now })
  return account.key
}
