import type { Kysely, Selectable } from 'kysely'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import type { EmailBudget, StartedEmail } from '../../domain/outbox/email-budget.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import { loadLater } from '../../runtime/load-later.ts'
import { findDeliveredKey } from '../accounts/delivered-keys.ts'
import { isSuppressed } from '../accounts/suppressions.ts'
import type {
  DeliveredSubmission,
  DeliveryReads,
  EmailReads,
  MailboxFacts,
} from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { loadAssignees } from '../submissions/work/assignees.ts'
import { loadLabelNames } from '../submissions/work/work-rows.ts'
import { loadNotice } from './notices.ts'
import {
  findCreatingNetwork,
  findEmailOfNetworkAt,
  findUnconfirmedEmailAt,
  lockUnconfirmedEmails,
} from './unconfirmed-emails.ts'
import { loadAllSecrets, loadEvent, toSubmissionContent } from './web-events.ts'

const loadDigests = loadLater(() => import('./submission-digest.ts'))

type OutboxRow = Selectable<Schema['outbox']>

/**
 * Creates the reads of each of these locked deliveries, in the transaction of `db`. What the deliveries have in common is
 * loaded at once for all of them, when the first needs it.
 */
export function createDeliveryReads(
  db: Kysely<Schema>,
  rows: readonly OutboxRow[],
  now: Date,
): (row: OutboxRow) => DeliveryReads {
  const loadSubmissions = once(() => loadRows(db, rows))
  const loadSecrets = once(() => loadAllSecrets(db, rows))
  const loadWork = once(async () => {
    const keys = rows.flatMap((row) => row.submission_key ?? [])
    return { labels: await loadLabelNames(db, keys), assignees: await loadAssignees(db, keys) }
  })
  const lockAllMailboxes = once(() => lockMailboxes(db, new Set(rows.map((row) => row.target)), now))
  return (row) => ({
    loadSubmission: async () => {
      const { submission_key: key } = row
      return key === null ? null : toDeliveredSubmission(db, row, (await loadSubmissions()).get(key))
    },
    web: {
      loadEvent: () => loadEvent(db, row),
      loadSecret: async () => (await loadSecrets()).get(row.destination ?? '') ?? null,
      async loadWork() {
        const { labels, assignees } = await loadWork()
        const key = row.submission_key ?? 0
        return { labels: labels.get(key) ?? [], assignee: assignees.get(key) ?? null }
      },
    },
    email: createEmailReads(db, row, { now, lockMailboxes: lockAllMailboxes }),
  })
}

/** Creates the reads that only email needs: its target is the key of a mailbox. */
function createEmailReads(
  db: Kysely<Schema>,
  delivery: Selectable<Schema['outbox']>,
  { now, lockMailboxes }: { now: Date; lockMailboxes(): Promise<ReadonlyMap<string, MailboxFacts>> },
): EmailReads {
  const { key, target: mailboxKey, endpoint_key: endpointKey } = delivery
  return {
    lockRhythm: async () => (await loadDigests()).lockRhythm(db, delivery, now),
    recordEmail: async () => (await loadDigests()).recordEmail(db, delivery, { now }),
    loadNotice: () => loadNotice(db, { key, mailboxKey, now }),
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

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load()
    return loading
  }
}

type SubmissionRow = Selectable<Schema['endpoints']> &
  Pick<
    Selectable<Schema['submissions']>,
    | 'received_at'
    | 'withdrawn_at'
    | 'trashed_at'
    | 'spam_reasons'
    | 'moved_to'
    | 'unjudged_at'
    | 'fields'
    | 'file_count'
    | 'ciphertext'
  > & {
    submission_key: number
    plan: string | null
    email_key: number | null
    encrypted_only_at: number | null
  }

/** Loads the submissions of these deliveries with their endpoints, by the keys of the submissions. */
async function loadRows(
  db: Kysely<Schema>,
  deliveries: readonly OutboxRow[],
): Promise<ReadonlyMap<number, SubmissionRow>> {
  const keys = deliveries.flatMap((row) => row.submission_key ?? [])
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select([
      'submissions.key as submission_key',
      'submissions.received_at',
      'submissions.withdrawn_at',
      'submissions.trashed_at',
      'submissions.spam_reasons',
      'submissions.moved_to',
      'submissions.unjudged_at',
      'submissions.fields',
      'submissions.file_count',
      'submissions.ciphertext',
      'accounts.plan',
      'accounts.email_key',
      'accounts.encrypted_only_at',
    ])
    .where('submissions.key', 'in', keys)
    .execute()
  return new Map(rows.map((row) => [row.submission_key, row]))
}

async function toDeliveredSubmission(
  db: Kysely<Schema>,
  delivery: OutboxRow,
  row: SubmissionRow | undefined,
): Promise<DeliveredSubmission> {
  if (!row) throw new Error('The submission of the delivery is gone.')
  const { submission_key: key, email_key: emailKey } = row
  const isToRecipient = delivery.channel === 'email' && delivery.destination === null
  return {
    ...toSubmissionContent({ ...row, key }),
    withdrawnAt: toDate(row.withdrawn_at),
    trashedAt: toDate(row.trashed_at),
    ordinal: delivery.key - key,
    resends: await countEarlier(db, {
      key: delivery.key,
      destination: delivery.destination,
      submissionKey: key,
    }),
    endpoint: toEndpointFacts(row),
    plan: row.plan,
    emailKey: emailKey !== null && isToRecipient ? await findDeliveredKey(db, emailKey) : null,
    isEncryptedOnly: row.encrypted_only_at !== null,
  }
}

/** Counts the deliveries of the same submission to the same destination that were made before. The first one has none. */
async function countEarlier(
  db: Kysely<Schema>,
  delivery: { key: number; destination: string | null; submissionKey: number },
): Promise<number> {
  const { key, destination, submissionKey } = delivery
  if (key === submissionKey) return 0
  const row = await db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('earlier'))
    .where('key', '>=', submissionKey)
    .where('key', '<', key)
    .where('destination', destination === null ? 'is' : '=', destination)
    .executeTakeFirstOrThrow()
  return row.earlier
}

/** The wishes of an address that never told any. */
const UNKNOWN_MAILBOX: MailboxFacts = {
  suppressed: false,
  refusesConfirmations: false,
  isUndeliverable: false,
  hasBounced: false,
}

/** Locks these mailboxes and returns what is known of them, by key. */
async function lockMailboxes(
  db: Kysely<Schema>,
  mailboxKeys: ReadonlySet<string>,
  now: Date,
): Promise<ReadonlyMap<string, MailboxFacts>> {
  const rows = await db
    .selectFrom('mailboxes')
    .selectAll()
    .select((select) => isSuppressed(select).as('suppressed'))
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
        isUndeliverable:
          row.undeliverable_at !== null &&
          (row.undeliverable_until === null || row.undeliverable_until > now.getTime()),
        hasBounced: row.recent_emails !== null,
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
