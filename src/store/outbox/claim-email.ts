import type { Kysely } from 'kysely'
import type { ClaimEmailState } from '../../domain/outbox/claim-email-state.ts'
import type { Schema } from '../engine/schema.ts'

/**
 * Returns the state of the claim email of an endpoint; null without one, or once its delivery was purged. One that was stopped
 * before its first attempt looks held: strangers are not told that its recipient has opted out.
 */
export async function findClaimEmailState(
  db: Kysely<Schema>,
  endpointId: string,
): Promise<ClaimEmailState | null> {
  const row = await db
    .selectFrom('endpoints')
    .innerJoin('claim_emails', 'claim_emails.endpoint_key', 'endpoints.key')
    .innerJoin('outbox', 'outbox.key', 'claim_emails.delivery_key')
    .select(['outbox.started_at', 'outbox.held_at', 'outbox.settled_at'])
    .where('endpoints.id', '=', endpointId)
    .executeTakeFirst()
  if (!row) return null
  if (row.started_at !== null) return 'sent'
  return row.held_at === null && row.settled_at === null ? 'queued' : 'held'
}
