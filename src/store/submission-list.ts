import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { ListedSubmission, ListRequest } from './store.ts'
import { decodeFields } from './submissions.ts'

/**
 * See Store.listSubmissions. A page is found by its key in the index of the endpoint, so the last one costs what the
 * first does. The inbox has no index of its own: it steps over the little spam that is kept.
 */
export async function listSubmissions(
  db: Kysely<Schema>,
  { endpointId, folder, limit, position }: ListRequest,
): Promise<ListedSubmission[]> {
  const upwards = position?.kind === 'after'
  let page = db
    .selectFrom('submissions')
    .select(['key', 'received_at', 'fields', 'spam_reasons'])
    .where('endpoint_key', '=', (select) =>
      select.selectFrom('endpoints').select('key').where('id', '=', endpointId),
    )
    .where('spam_reasons', folder === 'spam' ? 'is not' : 'is', null)
    .orderBy('key', upwards ? 'asc' : 'desc')
    .limit(limit)
  if (position) page = page.where('key', upwards ? '>' : '<', position.key)
  const rows = await page.execute()
  if (upwards) rows.reverse()
  return rows.map((row) => ({
    key: row.key,
    receivedAt: new Date(row.received_at),
    fields: decodeFields(row.fields),
    spamReasons: row.spam_reasons === null ? null : decodeReasons(row.spam_reasons),
  }))
}

function decodeReasons(stored: string): string[] {
  return JSON.parse(stored) as string[]
}
