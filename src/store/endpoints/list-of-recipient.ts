import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Schema } from '../engine/schema.ts'
import { toEndpointFacts } from './endpoints.ts'

const MAX_ENDPOINTS_PER_LIST = 100

/** See Store.listOfRecipient. */
export async function listOfRecipient(
  db: Kysely<Schema>,
  request: { mailboxKey: string; recipient: string },
): Promise<EndpointFacts[]> {
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('mailbox_key', '=', request.mailboxKey)
    .where(hasRecipient(request.recipient))
    .where('retired_at', 'is', null)
    .orderBy(sql`case when claimed_at is null then 1 else 0 end`)
    .orderBy('key', 'desc')
    .limit(MAX_ENDPOINTS_PER_LIST)
    .execute()
  return rows.map((row) => toEndpointFacts(row))
}

/**
 * Compares the recipient of a row in any case. It is ASCII (`readPlainAddress`), and its letters I are replaced before: a
 * PostgreSQL database with a Turkish locale lowers them to ı.
 *
 * @param recipient a `mailboxIdentity`
 */
export function hasRecipient(recipient: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(replace(recipient, 'I', 'i')) = ${recipient}`
}
