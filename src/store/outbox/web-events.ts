import type { Kysely, Selectable } from 'kysely'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import type { DeliveredEvent, DeliveredSecret, SubmissionContent } from '../contract/outbox-store.ts'
import type { NewWebEvent, StoredEvent } from '../contract/web-event.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import { deleteNotices } from './notices.ts'

type OutboxRow = Selectable<Schema['outbox']>

/** Longer than all attempts of a delivery. */
const KEPT_DAYS = 7
const MAX_ROWS_PER_STATEMENT = 1000

/**
 * Saves an event with its deliveries, on the keys of one slot. Each is stored among the notices, with an empty mailbox.
 */
export async function saveWebEvent(
  db: Kysely<Schema>,
  nextKey: NextKey,
  { event, to, endpointKey, now }: NewWebEvent & { endpointKey: number; now: Date },
): Promise<void> {
  const first = nextKey()
  const created_at = now.getTime()
  const expires_at = later(now, KEPT_DAYS * DAY).getTime()
  const data = JSON.stringify(event)
  await db
    .insertInto('notices')
    .values(
      to.map((_, n) => ({ key: first + n, kind: 'web_event', mailbox: '', data, created_at, expires_at })),
    )
    .execute()
  await db
    .insertInto('outbox')
    .values(
      to.map(({ destinationId, target }, n) => ({
        key: first + n,
        kind: 'notice',
        endpoint_key: endpointKey,
        destination: destinationId,
        channel: 'web',
        target,
        created_at,
        due_at: created_at,
        attempts: 0,
      })),
    )
    .execute()
}

/** See WebReads.loadEvent. */
export async function loadEvent(db: Kysely<Schema>, delivery: OutboxRow): Promise<DeliveredEvent> {
  const row = await db
    .selectFrom('notices')
    .select(['data', 'created_at'])
    .where('key', '=', delivery.key)
    .executeTakeFirstOrThrow()
  const endpoint = await db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select(['accounts.plan', 'accounts.encrypted_only_at'])
    .where('endpoints.key', '=', delivery.endpoint_key)
    .executeTakeFirstOrThrow()
  const event = JSON.parse(row.data) as StoredEvent
  const spam = event.type === 'submission.spam' ? await loadSpam(db, endpoint, event.submissionKey) : null
  const { plan } = endpoint
  return {
    endpoint: toEndpointFacts(endpoint),
    plan,
    event,
    createdAt: new Date(row.created_at),
    spam,
    isEncryptedOnly: endpoint.encrypted_only_at !== null,
  }
}

async function loadSpam(
  db: Kysely<Schema>,
  endpoint: { key: number; test_key: number | null },
  key: number,
): Promise<SubmissionContent | null> {
  const row = await db
    .selectFrom('submissions')
    .select(['received_at', 'fields', 'file_count', 'ciphertext', 'unjudged_at'])
    .select(['spam_reasons', 'moved_to', 'withdrawn_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row && row.withdrawn_at === null
    ? toSubmissionContent({ ...row, key, test_key: endpoint.test_key })
    : null
}

/** Converts the columns of a submission to what a destination is told. */
export function toSubmissionContent(
  row: Pick<
    Selectable<Schema['submissions']>,
    | 'key'
    | 'received_at'
    | 'fields'
    | 'file_count'
    | 'ciphertext'
    | 'unjudged_at'
    | 'spam_reasons'
    | 'moved_to'
  > & {
    test_key: number | null
  },
): SubmissionContent {
  const isSpam = row.moved_to === null ? row.spam_reasons !== null : row.moved_to === 'spam'
  return {
    key: row.key,
    receivedAt: new Date(row.received_at),
    fields: parseStoredFields(row.fields),
    isTest: row.test_key === row.key,
    fileCount: row.file_count ?? 0,
    ciphertext: row.ciphertext,
    isUnjudged: row.unjudged_at !== null,
    spamReasons: isSpam ? JSON.parse(row.spam_reasons ?? '[]') : null,
  }
}

/** Loads the sealed secrets of the destinations of these deliveries, by the ids of the destinations, which are random. */
export async function loadAllSecrets(
  db: Kysely<Schema>,
  deliveries: readonly OutboxRow[],
): Promise<ReadonlyMap<string, DeliveredSecret>> {
  const endpointKeys = [...new Set(deliveries.map((row) => row.endpoint_key))]
  const rows = await db
    .selectFrom('destination_secrets')
    .select(['destination_id', 'address', 'signing', 'failing_since'])
    .where('endpoint_key', 'in', endpointKeys)
    .execute()
  return new Map(
    rows.map(({ destination_id, address, signing, failing_since }) => [
      destination_id,
      { address, signing, failingSince: toDate(failing_since) },
    ]),
  )
}

/** Deletes the events of endpoints, with their deliveries. */
export async function deleteWebEvents(db: Kysely<Schema>, endpointKeys: readonly number[]): Promise<void> {
  if (endpointKeys.length === 0) return
  for (;;) {
    const rows = await db
      .selectFrom('notices')
      .innerJoin('outbox', 'outbox.key', 'notices.key')
      .select('notices.key')
      .where('notices.kind', '=', 'web_event')
      .where('outbox.endpoint_key', 'in', endpointKeys)
      .limit(MAX_ROWS_PER_STATEMENT)
      .execute()
    await deleteNotices(
      db,
      rows.map(({ key }) => key),
    )
    if (rows.length < MAX_ROWS_PER_STATEMENT) return
  }
}
