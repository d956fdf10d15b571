import type { Kysely, Selectable } from 'kysely'
import { toDate } from '../../domain/time.ts'
import type { NewDigest } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import { isWanted } from './gathered-submissions.ts'
import { RELEASED } from './new-delivery.ts'
import { saveNotice } from './notices.ts'
import { isWithoutLease } from './waiting-targets.ts'

type OutboxRow = Selectable<Schema['outbox']>

/**
 * See EmailReads.lockRhythm. The lock makes nodes decide one after the other: the second one finds what the first one began.
 */
export async function lockRhythm(
  db: Kysely<Schema>,
  row: OutboxRow,
  now: Date,
): Promise<{ emailedAt: Date | null; waiting: number }> {
  const rhythm = await lock(db, toEndpointKey(row))
  const { waiting } = await selectWaiting(db, row, now)
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const joins = (await findOpenDigest(db, row)) === null ? 0 : 1
  return { emailedAt: toDate(rhythm.emailed_at), waiting: Number(waiting) + joins }
}

async function lock(db: Kysely<Schema>, endpointKey: number): Promise<Schema['email_rhythms']> {
  await db
    .insertInto('email_rhythms')
    .values({ endpoint_key: endpointKey, emailed_at: null, digest_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('email_rhythms')
    .selectAll()
    .where('endpoint_key', '=', endpointKey)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** See EmailReads.recordEmail. */
export async function recordEmail(
  db: Kysely<Schema>,
  row: OutboxRow,
  { now, digestKey }: { now: Date; digestKey?: number },
): Promise<void> {
  await db
    .updateTable('email_rhythms')
    .set({ emailed_at: now.getTime(), ...(digestKey === undefined ? {} : { digest_key: digestKey }) })
    .where('endpoint_key', '=', toEndpointKey(row))
    .execute()
}

/**
 * Makes a delivery, and all others that wait with it, part of a digest: of the form's newest one if its first attempt has not
 * begun, or else of a new one. From then on the outbox holds one email for them, which is due immediately, and they share its
 * outcome. Returns the keys of the others.
 */
export async function gather(
  { db, nextKey }: { db: Kysely<Schema>; nextKey: NextKey },
  row: OutboxRow,
  { digest, now }: { digest: NewDigest; now: Date },
): Promise<number[]> {
  const digestKey = (await findOpenDigest(db, row)) ?? (await createDigest({ db, nextKey }, digest, now))
  await recordEmail(db, row, { now, digestKey })
  const part = { ...RELEASED, held_at: now.getTime(), due_at: null, digest_key: digestKey }
  await db.updateTable('outbox').set(part).where('key', '=', row.key).execute()
  const others = await db
    .updateTable('outbox')
    .set(part)
    .where('key', 'in', selectWaiting(db, row, now).select('outbox.key').forUpdate().skipLocked())
    .returning('key')
    .execute()
  return others.map(({ key }) => key)
}

async function findOpenDigest(db: Kysely<Schema>, row: OutboxRow): Promise<number | null> {
  const open = await db
    .selectFrom('outbox')
    .select('key')
    .where('key', '=', (select) =>
      select.selectFrom('email_rhythms').select('digest_key').where('endpoint_key', '=', toEndpointKey(row)),
    )
    .where('started_at', 'is', null)
    .where('settled_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return open?.key ?? null
}

async function createDigest(
  { db, nextKey }: { db: Kysely<Schema>; nextKey: NextKey },
  digest: NewDigest,
  now: Date,
): Promise<number> {
  const key = nextKey()
  await saveNotice(db, () => key, { ...digest, now })
  return key
}

/** Selects the other emails of a form that wait for a digest, are due, and are still wanted. */
function selectWaiting(db: Kysely<Schema>, row: OutboxRow, now: Date) {
  return db
    .selectFrom('outbox')
    .where('outbox.digest_key', '=', 0)
    .where('outbox.endpoint_key', '=', toEndpointKey(row))
    .where('outbox.key', '!=', row.key)
    .where('outbox.destination', 'is', null)
    .where('outbox.due_at', '<=', now.getTime())
    .where('outbox.started_at', 'is', null)
    .where(isWithoutLease(now))
    .where(isWanted)
}

function toEndpointKey({ endpoint_key: key }: OutboxRow): number {
  if (key === null) throw new Error('Only emails about an endpoint wait for a digest.')
  return key
}
