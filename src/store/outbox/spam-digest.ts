import type { Kysely } from 'kysely'
import type { Notice } from '../../domain/outbox/notice.ts'
import { isDigested } from '../../domain/outbox/spam-digest.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { getFolder } from '../../domain/submissions/folder.ts'
import type { DeliveredDigest } from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

/**
 * Loads the contents of a weekly email as they are now; null when the owner has turned it off, or has looked at the spam folder
 * since the email was made.
 */
export async function loadSpamDigest(
  db: Kysely<Schema>,
  { notice, createdAt }: { notice: Extract<Notice, { kind: 'spam_digest' }>; createdAt: Date },
): Promise<DeliveredDigest | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['spam_seen_at', 'spam_digest_stopped_at'])
    .where('key', '=', notice.accountKey)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!account || account.spam_digest_stopped_at !== null) return null
  if (account.spam_seen_at !== null && account.spam_seen_at >= createdAt.getTime()) return null
  const ids = notice.forms.map(({ endpointId }) => endpointId)
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('account_key', '=', notice.accountKey)
    .where('id', 'in', ids)
    .execute()
  const endpoints = rows.map((row) => ({ key: row.key, endpoint: toEndpointFacts(row) }))
  const digested = endpoints.filter(({ endpoint }) => isDigested(endpoint))
  return {
    endpoints: digested.map(({ endpoint }) => endpoint),
    newest: await loadNewest(db, { keys: notice.newest, endpointKeys: digested.map(({ key }) => key) }),
  }
}

/** Loads those of these submissions that nobody has read, moved or deleted, newest first. */
async function loadNewest(
  db: Kysely<Schema>,
  { keys, endpointKeys }: { keys: readonly number[]; endpointKeys: readonly number[] },
): Promise<DeliveredDigest['newest']> {
  if (keys.length === 0 || endpointKeys.length === 0) return []
  const rows = await db
    .selectFrom('submissions')
    .select(['received_at', 'fields', 'moved_to', 'spam_reasons'])
    .where('key', 'in', keys)
    .where('endpoint_key', 'in', endpointKeys)
    .where('read_at', 'is', null)
    .orderBy('key', 'desc')
    .execute()
  return rows
    .filter((row) => getFolder({ movedTo: row.moved_to, isSpam: row.spam_reasons !== null }) === 'spam')
    .map((row) => ({ receivedAt: new Date(row.received_at), fields: parseStoredFields(row.fields) }))
}
