import type { Kysely, Selectable } from 'kysely'
import type { EndpointFacts } from '../domain/endpoint.ts'
import type { Schema } from './schema.ts'
import type { FoundEndpoint } from './store.ts'

type EndpointRow = Selectable<Schema['endpoints']>

/** An endpoint as loaded: its key, what the rules may know, and its owner. */
export type StoredEndpoint = FoundEndpoint & { key: number; mailboxKey: string; accountKey: number | null }

/** Loads the endpoints with these ids, by id; unknown ids are absent. */
export async function loadEndpoints(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, StoredEndpoint>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .leftJoin('consents', 'consents.mailbox_key', 'endpoints.mailbox_key')
    .selectAll('endpoints')
    .select(['accounts.plan', 'consents.given_at'])
    .where('endpoints.id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        key: row.key,
        mailboxKey: row.mailbox_key,
        accountKey: row.account_key,
        endpoint: factsOf(row),
        plan: row.plan,
        consented: row.given_at !== null,
      },
    ]),
  )
}

/** Saves endpoints, new ones and changed ones. */
export async function saveEndpoints(db: Kysely<Schema>, endpoints: readonly StoredEndpoint[]): Promise<void> {
  if (endpoints.length === 0) return
  await db
    .insertInto('endpoints')
    .values(endpoints.map(rowOf))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({
        last_submission_at: set.ref('excluded.last_submission_at'),
        submission_count: set.ref('excluded.submission_count'),
        counted_month: set.ref('excluded.counted_month'),
        month_count: set.ref('excluded.month_count'),
        claim_letter_at: set.ref('excluded.claim_letter_at'),
        claimed_at: set.ref('excluded.claimed_at'),
        account_key: set.ref('excluded.account_key'),
        retired_at: set.ref('excluded.retired_at'),
        mail_stopped_at: set.ref('excluded.mail_stopped_at'),
      })),
    )
    .execute()
}

/** The facts in a row of `endpoints`. */
export function factsOf(row: Omit<EndpointRow, 'key' | 'mailbox_key' | 'account_key'>): EndpointFacts {
  return {
    id: row.id,
    recipient: row.recipient,
    createdAt: new Date(row.created_at),
    lastSubmissionAt: dateOf(row.last_submission_at),
    submissionCount: row.submission_count,
    countedMonth: row.counted_month,
    monthCount: row.month_count,
    claimLetterAt: dateOf(row.claim_letter_at),
    claimedAt: dateOf(row.claimed_at),
    retiredAt: dateOf(row.retired_at),
    mailStoppedAt: dateOf(row.mail_stopped_at),
  }
}

function rowOf(stored: StoredEndpoint): EndpointRow {
  const facts = stored.endpoint
  return {
    key: stored.key,
    id: facts.id,
    recipient: facts.recipient,
    mailbox_key: stored.mailboxKey,
    created_at: facts.createdAt.getTime(),
    last_submission_at: millisecondsOf(facts.lastSubmissionAt),
    submission_count: facts.submissionCount,
    counted_month: facts.countedMonth,
    month_count: facts.monthCount,
    claim_letter_at: millisecondsOf(facts.claimLetterAt),
    claimed_at: millisecondsOf(facts.claimedAt),
    account_key: stored.accountKey,
    retired_at: millisecondsOf(facts.retiredAt),
    mail_stopped_at: millisecondsOf(facts.mailStoppedAt),
  }
}

export function dateOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds)
}

function millisecondsOf(date: Date | null): number | null {
  return date?.getTime() ?? null
}
