import type { Kysely } from 'kysely'
import type { Actor, AuditedAction } from '../../domain/accounts/audit.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'

const MAX_ROWS_PER_STATEMENT = 1000

/** The audit logs of accounts. What changes an account or an endpoint writes its entry in the same transaction. */
export type AuditStore = ReturnType<typeof createAuditStore>

/** An action, and who did it: a session or key, or null for the service. */
export type AuditRequest = AuditedAction & { accountKey: number; by: Actor | null; now: Date }

/** The session or key that acts, for the audit log; null for the service. */
export type By = { by: Actor | null; now: Date }

export type AuditEntry = AuditedAction & {
  key: number
  at: Date
  /** With the name of the key, the browser of the session, or the address of the member, at that time. */
  actor: (Actor & { name: string }) | null
  /** Name of the endpoint that it is about, as it is now; null without one. */
  subjectName: string | null
}

/** Creates the store of audit logs on the write queue and the reading connection. */
export function createAuditStore(write: QueueWrite, reads: Kysely<Schema>) {
  return {
    ...bindReads(reads, { list }),
    ...bindKeyedWrites(write, { record: recordAudit, recordExpiredKeys }),
    ...bindWrites(write, { setDetail }),
    /** Deletes a batch of entries recorded before this time. Returns true when there may be more. */
    purge: (before: Date) => throttledWrite(write)(({ db }) => purge(db, before)),
  }
}

/** Inserts an entry in the transaction of what it records. Returns its key. */
export async function recordAudit(
  { db, nextKey }: Pick<WriteContext, 'db' | 'nextKey'>,
  { accountKey, by, now, action, subject, detail }: AuditRequest,
): Promise<number> {
  const key = nextKey()
  const entry = {
    key,
    account_key: accountKey,
    at: now.getTime(),
    action,
    actor_kind: by?.kind ?? null,
    actor_key: by?.key ?? null,
    actor_name: by && (await findName(db, by, accountKey)),
    subject,
    detail,
  }
  await db.insertInto('audit_entries').values(entry).execute()
  return key
}

/** Replaces the detail of an entry, once more is known. */
async function setDetail(
  db: Kysely<Schema>,
  { key, detail }: { key: number; detail: string },
): Promise<void> {
  await db.updateTable('audit_entries').set({ detail }).where('key', '=', key).execute()
}

/** Returns the name of the key, the browser of the session, or the address of a member whose session it is. */
async function findName(db: Kysely<Schema>, { kind, key }: Actor, accountKey: number): Promise<string> {
  if (kind === 'session') {
    const session = await db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.key', 'sessions.account_key')
      .select(['sessions.device', 'sessions.account_key', 'accounts.mailbox'])
      .where('sessions.key', '=', key)
      .executeTakeFirst()
    if (!session) return ''
    return session.account_key === accountKey ? session.device : session.mailbox
  }
  const found = await db.selectFrom('api_keys').select('name').where('key', '=', key).executeTakeFirst()
  return found?.name ?? ''
}

/** Lists a page of the log of an account, newest first; `next` is the key to go on before. */
async function list(
  db: Kysely<Schema>,
  { accountKey, before, limit }: { accountKey: number; before: number | null; limit: number },
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_key', '=', accountKey)
    .$if(before !== null, (query) => query.where('key', '<', before ?? 0))
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const names = await findEndpointNames(db, {
    accountKey,
    ids: shown.flatMap(({ subject }) => subject ?? []),
  })
  const entries = shown.map((row) => toEntry(row, names))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.key ?? null) : null }
}

/** Returns the names of those of these endpoints that the account owns and that have one, by id. */
async function findEndpointNames(
  db: Kysely<Schema>,
  { accountKey, ids }: { accountKey: number; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('account_key', '=', accountKey)
    .execute()
  const named = rows.map((row) => [row.id, getName(toEndpointFacts(row))] as const)
  return new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])))
}

function toEntry(row: Schema['audit_entries'], names: ReadonlyMap<string, string>): AuditEntry {
  const { key, action, subject, detail, actor_kind: kind, actor_key: actorKey, actor_name: name } = row
  const actor = kind === null || actorKey === null ? null : { kind, key: actorKey, name: name ?? '' }
  const subjectName = (subject && names.get(subject)) ?? null
  return { key, at: new Date(row.at), action, subject, subjectName, detail, actor }
}

/**
 * Records the expiry of one key of an account and one of an endpoint, because a write has two row keys. Returns false when
 * none is left.
 */
async function recordExpiredKeys(context: WriteContext, { now }: { now: Date }): Promise<boolean> {
  const { db } = context
  const ofAccount = await db
    .selectFrom('api_keys')
    .select(['key', 'name', 'account_key', 'expires_at'])
    .where('expires_at', '<=', now.getTime())
    .where('expiry_recorded_at', 'is', null)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (ofAccount) await record('api_keys', { ...ofAccount, subject: null })
  const ofEndpoint = await db
    .selectFrom('endpoint_keys')
    .innerJoin('endpoints', 'endpoints.key', 'endpoint_keys.endpoint_key')
    .select(['endpoint_keys.key', 'name', 'endpoints.account_key', 'endpoints.id as subject', 'expires_at'])
    .where('expires_at', '<=', now.getTime())
    .where('expiry_recorded_at', 'is', null)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate('endpoint_keys')
    .executeTakeFirst()
  if (ofEndpoint) await record('endpoint_keys', ofEndpoint)
  return ofAccount !== undefined || ofEndpoint !== undefined

  async function record(
    table: 'api_keys' | 'endpoint_keys',
    key: {
      key: number
      name: string
      account_key: number | null
      subject: string | null
      expires_at: number | null
    },
  ): Promise<void> {
    await db
      .updateTable(table)
      .set({ expiry_recorded_at: now.getTime() })
      .where('key', '=', key.key)
      .execute()
    if (key.account_key === null) return
    await recordAudit(context, {
      accountKey: key.account_key,
      by: null,
      now: new Date(key.expires_at ?? now),
      action: 'key_expired',
      subject: key.subject,
      detail: key.name,
    })
  }
}

async function purge(db: Kysely<Schema>, before: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('audit_entries')
    .where('key', 'in', (select) =>
      select
        .selectFrom('audit_entries')
        .select('key')
        .where('at', '<', before.getTime())
        .orderBy('at')
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return result.numDeletedRows >= MAX_ROWS_PER_STATEMENT
}
