import type { Kysely } from 'kysely'
import type { Schema, SuppressionReason } from './schema.ts'
import type { Sequences } from './sequences.ts'

/** The account of this mailbox, made with `plan` if there is none yet. */
export async function openOwner(
  db: Kysely<Schema>,
  sequences: Sequences,
  request: { mailbox: string; plan: string; now: Date },
): Promise<{ accountKey: number; plan: string }> {
  const account = await db
    .selectFrom('accounts')
    .select(['key', 'plan'])
    .where('mailbox', '=', request.mailbox)
    .executeTakeFirst()
  if (account) return { accountKey: account.key, plan: account.plan }
  const key = sequences.next('account')
  await db
    .insertInto('accounts')
    .values({ key, mailbox: request.mailbox, plan: request.plan, created_at: request.now.getTime() })
    .execute()
  return { accountKey: key, plan: request.plan }
}

/** A person has said yes: from now on the letter budget does not bind, and letters that wait for it are due. */
export async function recordConsent(db: Kysely<Schema>, mailboxKey: string, now: Date): Promise<void> {
  await db
    .insertInto('consents')
    .values({ mailbox_key: mailboxKey, given_at: now.getTime() })
    .onConflict((conflict) => conflict.column('mailbox_key').doNothing())
    .execute()
  await db
    .updateTable('jobs')
    .set({ due_at: now.getTime(), held_at: null })
    .where('mailbox_key', '=', mailboxKey)
    .where('held_at', 'is not', null)
    .where('settled_at', 'is', null)
    .execute()
}

/** A person has said no: no endpoint may be made for this mailbox, and unclaimed ones may not write to it. */
export async function recordSuppression(
  db: Kysely<Schema>,
  request: { mailboxKey: string; reason: SuppressionReason; now: Date },
): Promise<void> {
  await db
    .insertInto('suppressions')
    .values({
      mailbox_key: request.mailboxKey,
      suppressed_at: request.now.getTime(),
      reason: request.reason,
    })
    .onConflict((conflict) => conflict.column('mailbox_key').doNothing())
    .execute()
}

/** Whether there was a suppression to lift. */
export async function deleteSuppression(db: Kysely<Schema>, mailboxKey: string): Promise<boolean> {
  const gone = await db.deleteFrom('suppressions').where('mailbox_key', '=', mailboxKey).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
