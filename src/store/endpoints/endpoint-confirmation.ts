import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Confirms a claimed endpoint, in a write that is no change of it, and releases its held emails. Repeatable. */
export async function recordConfirmation(
  db: Kysely<Schema>,
  request: { endpointKey: number; now: Date },
): Promise<void> {
  const confirmed = await db
    .updateTable('endpoints')
    .set({ confirmed_at: request.now.getTime(), network_key: null })
    .where('key', '=', request.endpointKey)
    .where('claimed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('retired_at', 'is', null)
    .returning('mailbox_key')
    .executeTakeFirst()
  if (confirmed) await releaseHeldEmails(db, { ...request, mailboxKey: confirmed.mailbox_key })
}

/** Forgets the network that created an endpoint: limits by network bind no emails of confirmed and declined ones. */
export async function forgetNetwork(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  await db.updateTable('endpoints').set({ network_key: null }).where('key', '=', endpointKey).execute()
}

/** Makes the emails to the recipient of an endpoint that the email budget held due now. */
export async function releaseHeldEmails(
  db: Kysely<Schema>,
  { endpointKey, mailboxKey, now }: { endpointKey: number; mailboxKey: string; now: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now.getTime(), held_at: null })
    .where('target', '=', mailboxKey)
    .where('endpoint_key', '=', endpointKey)
    .where('destination', 'is', null)
    .where('held_at', 'is not', null)
    .where('settled_at', 'is', null)
    // Those that are part of a digest go with it.
    .where((where) => where.or([where('digest_key', 'is', null), where('digest_key', '=', 0)]))
    .execute()
}
