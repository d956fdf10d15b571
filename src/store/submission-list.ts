import type { Kysely } from 'kysely'
import { fieldsOfText } from '../domain/fields.ts'
import type { Schema } from './schema.ts'
import type { ListedSubmission, ListRequest } from './store.ts'

/**
 * See Store.listSubmissions. A page is found by its key among those of the endpoint, so the last one costs what the first
 * does.
 */
export async function listSubmissions(
  db: Kysely<Schema>,
  { endpointId, folder, limit, position }: ListRequest,
): Promise<ListedSubmission[]> {
  const upwards = position?.kind === 'after'
  let page = db
    .selectFrom('submissions_by_endpoint')
    .select('key')
    .where('endpoint_key', '=', (select) =>
      select.selectFrom('endpoints').select('key').where('id', '=', endpointId),
    )
    .where('folder', '=', folder)
    .orderBy('key', upwards ? 'asc' : 'desc')
    .limit(limit)
  if (position) page = page.where('key', upwards ? '>' : '<', position.key)
  // NOTE: joined to the view instead, SQLite would read the whole endpoint and sort it.
  const rows = await db
    .selectFrom('submissions')
    .select(['key', 'received_at', 'fields', 'spam_reasons'])
    .where('key', 'in', page)
    .orderBy('key', 'desc')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    receivedAt: new Date(row.received_at),
    fields: fieldsOfText(row.fields),
    spamReasons: row.spam_reasons === null ? null : decodeReasons(row.spam_reasons),
  }))
}

function decodeReasons(stored: string): string[] {
  return JSON.parse(stored) as string[]
}
