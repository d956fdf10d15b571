import type { Kysely } from 'kysely'
import { HOUR, later } from '../../domain/time.ts'
import { toDate } from '../engine/dates.ts'
import type { Schema } from '../engine/schema.ts'

/** See OutboxStore.countUnconfirmedEmails. */
export async function countUnconfirmedEmails(db: Kysely<Schema>, now: Date): Promise<number> {
  const row = await db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('emails'))
    .where('budgeted_at', '>', later(now, -HOUR).getTime())
    .executeTakeFirstOrThrow()
  return row.emails
}

/** See EmailReads.lockUnconfirmedEmails. Locks the one row of the instance, which nothing else writes. */
export async function lockUnconfirmedEmails(db: Kysely<Schema>): Promise<void> {
  await db.selectFrom('instance').select('id').forUpdate().executeTakeFirstOrThrow()
}

/** See EmailReads.findUnconfirmedEmailAt. Reads `nth` entries of an index. */
export async function findUnconfirmedEmailAt(
  db: Kysely<Schema>,
  { nth, domain, now }: { nth: number; domain: string | null; now: Date },
): Promise<Date | null> {
  const row = await db
    .selectFrom('outbox')
    .select('budgeted_at')
    .where('budgeted_at', '>', later(now, -HOUR).getTime())
    .$if(domain !== null, (started) => started.where('budget_domain', '=', domain))
    .orderBy('budgeted_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return toDate(row?.budgeted_at ?? null)
}
