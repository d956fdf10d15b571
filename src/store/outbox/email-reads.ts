import type { Kysely, Selectable } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { type Language, readLanguage } from '../../domain/language.ts'
import type { EmailBudget, StartedEmail } from '../../domain/outbox/email-budget.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import { isSuppressed } from '../accounts/suppressions.ts'
import type { DeliveredNotice, EmailReads, MailboxFacts } from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoint-row.ts'
import type { Schema } from '../engine/schema.ts'
import { parseNotice } from './notices.ts'
import { loadSpamDigest } from './spam-digest.ts'
import {
  findCreatingNetwork,
  findEmailOfNetworkAt,
  findUnconfirmedEmailAt,
  lockUnconfirmedEmails,
} from './unconfirmed-emails.ts'

/** Creates the reads that only email needs: its target is the key of a mailbox. */
export function createEmailReads(
  db: Kysely<Schema>,
  delivery: Selectable<Schema['outbox']>,
  { now, lockMailboxes }: { now: Date; lockMailboxes(): Promise<ReadonlyMap<string, MailboxFacts>> },
): EmailReads {
  const { key, target: mailboxKey, endpoint_key: endpointKey } = delivery
  return {
    loadNotice: () => loadNotice(db, { key, mailboxKey }),
    lockMailbox: async () => (await lockMailboxes()).get(mailboxKey) ?? UNKNOWN_MAILBOX,
    listStartedEmails: (budget) => listStartedEmails(db, { delivery, budget, now }),
    countUnconfirmedForms: () => countUnconfirmedForms(db, mailboxKey),
    lockUnconfirmedEmails: () => lockUnconfirmedEmails(db),
    findUnconfirmedEmailAt: (request) => findUnconfirmedEmailAt(db, { ...request, now }),
    findCreatingNetwork: async () => (endpointKey === null ? null : findCreatingNetwork(db, endpointKey)),
    findEmailOfNetworkAt: (request) => findEmailOfNetworkAt(db, { ...request, now }),
    findClaimEmailDueAt: async () => (endpointKey === null ? null : findClaimEmailDueAt(db, endpointKey)),
  }
}

async function loadNotice(
  db: Kysely<Schema>,
  { key, mailboxKey }: { key: number; mailboxKey: string },
): Promise<DeliveredNotice> {
  const row = await db.selectFrom('notices').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  const notice = parseNotice(row)
  const endpoint = await findNoticeEndpoint(db, notice)
  const createdAt = new Date(row.created_at)
  return {
    key,
    notice,
    endpoint,
    digest: notice.kind === 'spam_digest' ? await loadSpamDigest(db, { notice, createdAt }) : null,
    language: endpoint?.language ?? (await findOwnerLanguage(db, { mailboxKey, notice })),
    createdAt,
    address: row.mailbox,
    expiresAt: new Date(row.expires_at),
  }
}

/**
 * Returns the language of the newest claimed endpoint of an address that has one. A warning about a quota that all
 * endpoints of a kind share is in the language of one of that kind, where one is known, and a weekly email about spam in
 * that of a form.
 */
async function findOwnerLanguage(
  db: Kysely<Schema>,
  { mailboxKey, notice }: { mailboxKey: string; notice: Notice },
): Promise<Language | null> {
  const preferred = `${findPreferredPrefix(notice)}%`
  const row = await db
    .selectFrom('endpoints')
    .select('language')
    .where('mailbox_key', '=', mailboxKey)
    .where('claimed_at', 'is not', null)
    .where('language', 'is not', null)
    .orderBy(({ eb }) => eb.case().when('id', 'like', preferred).then(0).else(1).end())
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return readLanguage(row?.language ?? null)
}

function findPreferredPrefix(notice: Notice): string {
  switch (notice.kind) {
    case 'quota_warning':
      return KINDS[notice.what].idPrefix
    case 'spam_digest':
      return KINDS.form.idPrefix
    default:
      return ''
  }
}

/** The wishes of an address that never told any. */
const UNKNOWN_MAILBOX: MailboxFacts = { suppressed: false, refusesConfirmations: false }

/** Locks these mailboxes and returns what is known of them, by key. */
export async function lockMailboxes(
  db: Kysely<Schema>,
  mailboxKeys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, MailboxFacts>> {
  const rows = await db
    .selectFrom('mailboxes')
    .select((select) => ['mailbox_key', 'confirmations_refused_at', isSuppressed(select).as('suppressed')])
    .where('mailbox_key', 'in', [...mailboxKeys])
    // So that two nodes cannot deadlock.
    .orderBy('mailbox_key')
    .forUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.mailbox_key,
      {
        suppressed: Boolean(row.suppressed),
        refusesConfirmations: typeof row.confirmations_refused_at === 'number',
      },
    ]),
  )
}

async function listStartedEmails(
  db: Kysely<Schema>,
  request: { delivery: Selectable<Schema['outbox']>; budget: EmailBudget; now: Date },
): Promise<StartedEmail[]> {
  const { delivery, budget, now } = request
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'budgeted_at as at', 'endpoint_key'])
    .where('target', '=', delivery.target)
    .where('budgeted_at', '>', later(now, -DAY).getTime())
    .where('budget', '=', budget)
    .where('kind', '!=', 'notice')
    .$narrowType<{ kind: 'claim' | 'submission'; at: number }>()
    .orderBy('budgeted_at')
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    at: new Date(row.at),
    endpoint: row.endpoint_key === delivery.endpoint_key ? 'same' : 'other',
  }))
}

async function countUnconfirmedForms(db: Kysely<Schema>, mailboxKey: string): Promise<number> {
  const row = await db
    .selectFrom('endpoints')
    .select((select) => select.fn.countAll<number>().as('forms'))
    .where('mailbox_key', '=', mailboxKey)
    .where('claimed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('retired_at', 'is', null)
    .where('id', 'like', `${KINDS.form.idPrefix}%`)
    .executeTakeFirstOrThrow()
  return row.forms
}

async function findClaimEmailDueAt(db: Kysely<Schema>, endpointKey: number): Promise<Date | null> {
  const row = await db
    .selectFrom('claim_emails')
    .innerJoin('outbox', 'outbox.key', 'claim_emails.delivery_key')
    .select('outbox.due_at')
    .where('claim_emails.endpoint_key', '=', endpointKey)
    .where('outbox.started_at', 'is', null)
    .executeTakeFirst()
  return toDate(row?.due_at ?? null)
}

async function findNoticeEndpoint(db: Kysely<Schema>, notice: Notice): Promise<EndpointFacts | null> {
  const id = 'endpointId' in notice ? notice.endpointId : null
  if (id === null) return null
  const row = await db.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toEndpointFacts(row) : null
}
