import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/**
 * Returns true when an endpoint that is not retired has a recipient at this domain. Reads all endpoints at worst: for
 * operators only.
 *
 * @param domain lower-case A-labels, as recipients are stored
 */
export async function hasRecipientAt(db: Kysely<Schema>, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('endpoints')
    .select('key')
    .where('recipient', 'like', `%@${domain}`)
    .where('retired_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
