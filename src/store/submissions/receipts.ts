import type { Kysely } from 'kysely'
import { type EndpointFacts, getConfirmedName } from '../../domain/endpoints/endpoint.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { EMPTIED_BY_WITHDRAWAL } from '../../domain/submissions/columns.ts'
import {
  getWithdrawEnd,
  type NamedAnswer,
  type ReceiptAnswer,
  type ReceiptEmail,
  type ReceiptFacts,
} from '../../domain/submissions/receipt.ts'
import { toDate } from '../../domain/time.ts'
import { type AuditRequest, recordAudit } from '../accounts/audit.ts'
import { lockEndpoints, toEndpointFacts } from '../endpoints/endpoints.ts'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { deleteFilesOf } from '../files/deleted-files.ts'
import { recordLikelyReal } from '../judging/lessons.ts'
import { listRecipientEmails } from '../outbox/delivery-states.ts'
import { stopDeliveries } from '../outbox/withdrawn-deliveries.ts'
import { deleteRoutedMessage } from '../queues/purge-messages.ts'
import { findNeighbors } from './folder-keys.ts'

/** Maximum number of withdrawn submissions that the search for an earlier one passes over. */
const MAX_WITHDRAWN_PASSED = 5

/** `over`: received too long ago. `gone`: deleted. */
type WithdrawOutcome = 'withdrawn' | 'over' | 'gone'

type FoundReceipt = Omit<ReceiptFacts, 'keepsEmails' | 'chance'> & { answer: NamedAnswer | null }

/** Facts on which an answer is decided. */
type AnswerableSubmission = {
  endpoint: EndpointFacts
  receivedAt: Date
  withdrawnAt: Date | null
  /** Imported, or a test of the owner: nobody got the link to its receipt. */
  hasVisitor: boolean
}

type AnswerRequest = {
  accountKey: number
  submissionKey: number
  text: string | null
  audit: Pick<AuditRequest, 'by'>
  now: Date
  /** Returns null to allow the change. `found` is null for a submission that the account does not have. */
  refuse(found: AnswerableSubmission | null): Refusal | null
}

/** Receipts of submissions: what their visitors see and do. They are named by the key of the submission. */
export type ReceiptStore = ReturnType<typeof createReceiptStore>

/** Creates the receipts on the reading connection and the write queue. */
export function createReceiptStore(deps: {
  reads: Kysely<Schema>
  folders: FolderStatements
  write: QueueWrite
  /** Called with the account whose submission has changed. */
  onChanged(accountKey: number): void
}) {
  const { reads, folders, write } = deps
  return {
    find: (submissionKey: number) => findReceipt({ db: reads, folders }, submissionKey),
    async withdraw(request: { submissionKey: number; now: Date }): Promise<WithdrawOutcome> {
      const { outcome, accountKey } = await write((context) => withdraw(context, request))
      if (accountKey !== null) deps.onChanged(accountKey)
      return outcome
    },
    async answer(request: AnswerRequest): Promise<Refusal | null> {
      const refused = await write((context) => answer(context, request), { keysAt: request.now })
      if (refused === null) deps.onChanged(request.accountKey)
      return refused
    },
  }
}

/** Finds the facts of a receipt; null once the submission is deleted. */
async function findReceipt(
  reads: { db: Kysely<Schema>; folders: FolderStatements },
  submissionKey: number,
): Promise<FoundReceipt | null> {
  const { db } = reads
  const row = await db
    .selectFrom('submissions')
    .select(['endpoint_key', 'received_at', 'spam_reasons', 'withdrawn_at', 'answer', 'answered_at'])
    .where('key', '=', submissionKey)
    .executeTakeFirst()
  if (!row) return null
  // Real submissions and spam cost the same reads, so that the time of the answer does not tell them apart.
  const [emails, earlier] = await Promise.all([
    listRecipientEmails(db, submissionKey),
    findEarlier(reads, { endpointKey: row.endpoint_key, submissionKey }),
  ])
  return {
    receivedAt: new Date(row.received_at),
    isSpam: row.spam_reasons !== null,
    emails,
    earlier,
    withdrawnAt: toDate(row.withdrawn_at),
    answer: await nameAnswer(db, toAnswer(row), row.endpoint_key),
  }
}

/** Adds the name of the form, which only an answer is shown with. */
async function nameAnswer(
  db: Kysely<Schema>,
  answer: ReceiptAnswer | null,
  endpointKey: number,
): Promise<NamedAnswer | null> {
  if (answer === null) return null
  const row = await db.selectFrom('endpoints').selectAll().where('key', '=', endpointKey).executeTakeFirst()
  return { ...answer, formName: row ? getConfirmedName(toEndpointFacts(row)) : null }
}

/** Converts the columns of an answer; null without one. */
export function toAnswer(row: { answer: string | null; answered_at: number | null }): ReceiptAnswer | null {
  if (row.answer === null || row.answered_at === null) return null
  return { text: row.answer, answeredAt: new Date(row.answered_at) }
}

/**
 * Finds the first email of the newest submission in the inbox of the form before this one. Withdrawn ones are passed over:
 * theirs was stopped, which would tell the two apart.
 */
async function findEarlier(
  reads: { db: Kysely<Schema>; folders: FolderStatements },
  { endpointKey, submissionKey }: { endpointKey: number; submissionKey: number },
): Promise<ReceiptEmail | null> {
  let key = submissionKey
  for (let passed = 0; passed < MAX_WITHDRAWN_PASSED; passed += 1) {
    const { older } = await findNeighbors(reads, { endpointKey, folder: 'inbox', key })
    if (older === null) return null
    const withdrawn = await reads.db
      .selectFrom('submissions')
      .select('key')
      .where('key', '=', older)
      .where('withdrawn_at', 'is not', null)
      .executeTakeFirst()
    if (!withdrawn) {
      const [email = null] = await listRecipientEmails(reads.db, older)
      return email
    }
    key = older
  }
  return null
}

/**
 * Deletes the content of a submission, and all that can still be stopped: emails that have not begun, the message in a
 * queue, the words in the search index. The row remains, with the time. A second withdrawal changes nothing. The endpoint
 * is locked first, as by everything that writes to it.
 */
async function withdraw(
  { db, getTally }: WriteContext,
  { submissionKey, now }: { submissionKey: number; now: Date },
): Promise<{ outcome: WithdrawOutcome; accountKey: number | null }> {
  const named = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .select('endpoints.id')
    .where('submissions.key', '=', submissionKey)
    .executeTakeFirst()
  const endpoint = named && (await lockEndpoints(db, [named.id])).get(named.id)
  // Against deletion, and against the search index, which would add its words afterwards.
  const submission = await db
    .selectFrom('submissions')
    .select(['received_at', 'withdrawn_at'])
    .where('key', '=', submissionKey)
    .forUpdate()
    .executeTakeFirst()
  if (!endpoint || !submission) return { outcome: 'gone', accountKey: null }
  if (submission.withdrawn_at !== null) return { outcome: 'withdrawn', accountKey: null }
  if (!getWithdrawEnd(new Date(submission.received_at), now)) return { outcome: 'over', accountKey: null }
  await db
    .updateTable('submissions')
    .set({ ...EMPTIED_BY_WITHDRAWAL, withdrawn_at: now.getTime() })
    .where('key', '=', submissionKey)
    .execute()
  for (const table of ['judgements', 'spam_lessons'] as const) {
    await db.deleteFrom(table).where('submission_key', '=', submissionKey).execute()
  }
  await deleteFilesOf(db, [submissionKey])
  await stopDeliveries(db, { submissionKey, endpointKey: endpoint.key, now })
  await deleteRoutedMessage(db, getTally(), submissionKey)
  return { outcome: 'withdrawn', accountKey: endpoint.accountKey }
}

/**
 * Saves or deletes (null) the owner's answer unless `refuse` objects, in the transaction that loaded the facts, with the
 * entry in the audit log. Returns the refusal; null when the answer is as asked.
 */
async function answer({ db, nextKey }: WriteContext, request: AnswerRequest): Promise<Refusal | null> {
  const { accountKey, submissionKey, text, now } = request
  const row = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .selectAll('endpoints')
    .select([
      'submissions.received_at',
      'submissions.withdrawn_at',
      'submissions.import_hash',
      'submissions.answer',
    ])
    .where('submissions.key', '=', submissionKey)
    .where('endpoints.account_key', '=', accountKey)
    .forUpdate('submissions')
    .executeTakeFirst()
  const refused = request.refuse(
    row
      ? {
          endpoint: toEndpointFacts(row),
          receivedAt: new Date(row.received_at),
          withdrawnAt: toDate(row.withdrawn_at),
          hasVisitor: row.import_hash === null && row.test_key !== submissionKey,
        }
      : null,
  )
  if (refused !== null || !row || row.answer === text) return refused
  await db
    .updateTable('submissions')
    .set({ answer: text, answered_at: text === null ? null : now.getTime() })
    .where('key', '=', submissionKey)
    .execute()
  if (text !== null && toEndpointFacts(row).settings.spam.level !== 'off') {
    await recordLikelyReal(db, { accountKey, keys: [submissionKey], learnAt: now })
  }
  await recordAudit(
    { db, nextKey },
    {
      accountKey,
      ...request.audit,
      action: text === null ? 'answer_deleted' : 'answer_written',
      subject: row.id,
      detail: null,
      now,
    },
  )
  return null
}
