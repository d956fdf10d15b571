import type { Kysely } from 'kysely'
import { HOUR, later, toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'

/** Maximum number of rows changed by one statement. */
const MAX_ROWS_PER_STATEMENT = 500

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

/** See EmailReads.findCreatingNetwork. */
export async function findCreatingNetwork(db: Kysely<Schema>, endpointKey: number): Promise<string | null> {
  const row = await db
    .selectFrom('endpoints')
    .select('network_key')
    .where('key', '=', endpointKey)
    .executeTakeFirst()
  return row?.network_key ?? null
}

/** See EmailReads.findEmailOfNetworkAt. Reads the emails of the network within an hour at most. */
export async function findEmailOfNetworkAt(
  db: Kysely<Schema>,
  request: { network: string; kind: 'claim' | 'submission'; domain: string | null; now: Date },
): Promise<Date | null> {
  const { network, kind, domain, now } = request
  const row = await db
    .selectFrom('outbox')
    .select('budgeted_at')
    .where('budget_network', '=', network)
    .where('kind', '=', kind)
    .where('budgeted_at', '>', later(now, -HOUR).getTime())
    .$if(domain !== null, (started) => started.where('budget_domain', '=', domain))
    .orderBy('budgeted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return toDate(row?.budgeted_at ?? null)
}

/** Forgets the networks of a batch of emails that no limit counts any more. Returns the number of changed rows. */
export async function forgetNetworks(db: Kysely<Schema>, now: Date): Promise<number> {
  const forgotten = await db
    .updateTable('outbox')
    .set({ budget_network: null })
    .where('key', 'in', (select) =>
      select
        .selectFrom('outbox')
        .select('key')
        .where('budget_network', 'is not', null)
        .where('budgeted_at', '<=', later(now, -HOUR).getTime())
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows)
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
