import type { Kysely } from 'kysely'
import { EXPIRED_KEY_DAYS } from '../../domain/accounts/api-key.ts'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '../../domain/accounts/session.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'

/** Maximum number of keys in one statement. */
const MAX_ROWS_PER_STATEMENT = 1000

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

/** Deletes a batch of expired sessions. Returns true when there may be more. */
export async function purgeSessions(db: Kysely<Schema>, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('key', 'in', (select) =>
      select
        .selectFrom('sessions')
        .select('key')
        .where((where) =>
          where.or([
            where('seen_at', '<=', later(now, -SESSION_IDLE_DAYS * DAY).getTime()),
            where('created_at', '<=', later(now, -SESSION_DAYS * DAY).getTime()),
          ]),
        )
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return result.numDeletedRows >= MAX_ROWS_PER_STATEMENT
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
