import type { Kysely } from 'kysely'
import { EXPIRED_KEY_DAYS } from '../../domain/accounts/api-key.ts'
import { SESSION_DAYS, SESSION_IDLE_DAYS, sessionExpiresAt } from '../../domain/accounts/session.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordAudit } from './audit.ts'

/** Maximum number of keys in one statement. */
const MAX_ROWS_PER_STATEMENT = 1000
/** Row keys of a write of `bindKeyedWrites`. */
const KEYS_PER_WRITE = 2

/** Deletes a batch of sign-ins that no limit counts any more. Returns true when there may be more. */
export async function purgeSignIns(db: Kysely<Schema>, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('sign_ins')
    .where('key', 'in', (select) =>
      select
        .selectFrom('sign_ins')
        .select('key')
        .where('created_at', '<=', later(now, -DAY).getTime())
        .orderBy('created_at')
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return result.numDeletedRows >= MAX_ROWS_PER_STATEMENT
}

/**
 * Deletes a few expired sessions and records it: as many per write as it has row keys for their entries. Returns false when
 * none was left.
 */
export async function endExpiredSessions(context: WriteContext, { now }: { now: Date }): Promise<boolean> {
  const { db } = context
  const expired = await db
    .selectFrom('sessions')
    .select(['key', 'account_key', 'device', 'created_at', 'seen_at'])
    .where((where) =>
      where.or([
        where('seen_at', '<=', later(now, -SESSION_IDLE_DAYS * DAY).getTime()),
        where('created_at', '<=', later(now, -SESSION_DAYS * DAY).getTime()),
      ]),
    )
    .limit(KEYS_PER_WRITE)
    .forUpdate()
    .execute()
  for (const session of expired) {
    const { account_key: accountKey, device: detail } = session
    const dates = { createdAt: new Date(session.created_at), seenAt: new Date(session.seen_at) }
    await recordAudit(context, {
      ...{ accountKey, by: null, now: sessionExpiresAt(dates) },
      ...{ action: 'session_expired', subject: null, detail },
    })
    await db.deleteFrom('sessions').where('key', '=', session.key).execute()
  }
  return expired.length > 0
}

/** Deletes a batch of the keys that expired long ago. Returns true when there may be more. */
export async function purgeKeys(
  db: Kysely<Schema>,
  { table, now }: { table: 'api_keys' | 'endpoint_keys'; now: Date },
): Promise<boolean> {
  const result = await db
    .deleteFrom(table)
    .where('key', 'in', (select) =>
      select
        .selectFrom(table)
        .select('key')
        .where('expires_at', '<=', later(now, -EXPIRED_KEY_DAYS * DAY).getTime())
        .orderBy('expires_at')
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return result.numDeletedRows >= MAX_ROWS_PER_STATEMENT
}
