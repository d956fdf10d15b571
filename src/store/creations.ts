import type { Kysely } from 'kysely'
import { HOUR, later } from '../domain/time.ts'
import { saveEndpoints } from './endpoints.ts'
import { openRememberedAnswers } from './remembered-answers.ts'
import type { Schema } from './schema.ts'
import type { Sequences } from './sequences.ts'
import type { CreateRequest, FoundCreations, Once } from './store.ts'

/** Carries out one creation inside the transaction it shares with other writes. */
export async function applyCreation(
  db: Kysely<Schema>,
  sequences: Sequences,
  request: CreateRequest<unknown>,
): Promise<Once<unknown>> {
  const { now, once } = request
  const remembered = await openRememberedAnswers(db, [once])
  const earlierAnswer = remembered.recall(once, now)
  if (earlierAnswer) return earlierAnswer

  const { answer, endpoint } = request.decide(await findCreations(db, request))
  if (endpoint) {
    const key = sequences.next('endpoint')
    const { mailboxKey } = request
    await saveEndpoints(db, [{ key, mailboxKey, accountKey: null, endpoint, plan: null, consented: false }])
    await db
      .insertInto('creations')
      .values({ key, address_key: request.addressKey, created_at: now.getTime() })
      .execute()
    if (once) remembered.remember({ once, answer, now })
    await remembered.save()
  }
  return { kind: 'fresh', answer }
}

export async function findCreations(
  db: Kysely<Schema>,
  request: { addressKey: string; mailboxKey: string; now: Date },
): Promise<FoundCreations> {
  const rows = await db
    .selectFrom('creations')
    .select('created_at')
    .where('address_key', '=', request.addressKey)
    .where('created_at', '>', later(request.now, -HOUR).getTime())
    .orderBy('created_at')
    .execute()
  const suppression = await db
    .selectFrom('suppressions')
    .select('mailbox_key')
    .where('mailbox_key', '=', request.mailboxKey)
    .executeTakeFirst()
  return { earlier: rows.map((row) => new Date(row.created_at)), suppressed: suppression !== undefined }
}

/** Forgets who created what before then. */
export async function deleteCreations(db: Kysely<Schema>, before: Date): Promise<number> {
  const gone = await db.deleteFrom('creations').where('created_at', '<=', before.getTime()).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
