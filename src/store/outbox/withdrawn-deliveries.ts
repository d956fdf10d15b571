import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import { RELEASED } from './new-delivery.ts'

/**
 * Stops the deliveries of a withdrawn submission that have not ended. The lock on each row decides between this and the
 * worker: a delivery that has begun is left to end, and is not tried again (`mayBegin`).
 */
export async function stopDeliveries(
  db: Kysely<Schema>,
  { submissionKey, endpointKey, now }: { submissionKey: number; endpointKey: number; now: Date },
): Promise<void> {
  const rows = await db
    .selectFrom('outbox')
    .select(['key', 'kind', 'started_at', 'lease'])
    .where('key', '>=', submissionKey)
    .where('key', '<', submissionKey + KEYS_IN_A_SLOT)
    .where('settled_at', 'is', null)
    .orderBy('key')
    .forUpdate()
    .execute()
  const stopped = rows.filter((row) => row.started_at === null || row.lease === null)
  if (stopped.length === 0) return
  await db
    .updateTable('outbox')
    .set({ ...RELEASED, held_at: null, due_at: null, settled_at: now.getTime(), outcome: 'suppressed' })
    .where(
      'key',
      'in',
      stopped.map((row) => row.key),
    )
    .execute()
  const isUnsentClaim = stopped.some((row) => row.kind === 'claim' && row.started_at === null)
  if (isUnsentClaim) await passOnClaimEmail(db, { endpointKey, submissionKey })
}

/**
 * Makes the next email of the endpoint its claim email, because the one that was to be it is not sent: the email of a
 * submission that waits, or else that of the next submission. At most one is ever sent.
 */
async function passOnClaimEmail(
  db: Kysely<Schema>,
  { endpointKey, submissionKey }: { endpointKey: number; submissionKey: number },
): Promise<void> {
  await db.deleteFrom('claim_emails').where('endpoint_key', '=', endpointKey).execute()
  const next = await db
    .selectFrom('outbox')
    .select('key')
    // The email to the recipient has the key of its submission.
    .where('key', 'in', (select) =>
      select
        .selectFrom('submissions_by_endpoint')
        .select('submissions_by_endpoint.key')
        .where('submissions_by_endpoint.endpoint_key', '=', endpointKey)
        .where('submissions_by_endpoint.key', '>', submissionKey),
    )
    .where('kind', '=', 'submission')
    .where('destination', 'is', null)
    .where('started_at', 'is', null)
    .where('due_at', 'is not', null)
    .orderBy('key')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!next) {
    await db.updateTable('endpoints').set({ claim_email_at: null }).where('key', '=', endpointKey).execute()
    return
  }
  await db.updateTable('outbox').set({ kind: 'claim' }).where('key', '=', next.key).execute()
  await db.insertInto('claim_emails').values({ endpoint_key: endpointKey, delivery_key: next.key }).execute()
}
