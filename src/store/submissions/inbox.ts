import type { Kysely } from 'kysely'
import { createAccountConcurrencyLimit } from '../accounts/concurrency-limit.ts'
import type { OwnedEndpoint } from '../endpoints/owned-endpoints.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import type { RequestOf } from '../reading/named-reads.ts'
import type { Reader } from '../reading/reader.ts'
import type { ListedEndpoint } from './folder-keys.ts'
import { type ImportOutcome, type ImportRequest, importSubmissions } from './import-submissions.ts'
import * as list from './inbox-list.ts'
import { deleteOwned, type MarkRequest, markSubmissions } from './inbox-marks.ts'
import type { SubmissionFilter } from './inbox-reads.ts'
import { addLabel, changeLabel, deleteLabel, listLabels } from './work/labels.ts'
import { addView, changeView, deleteView, listViews } from './work/views.ts'

/** Maximum number of submissions changed by one transaction: few enough that a new one hardly waits. */
const MAX_SUBMISSIONS_PER_TRANSACTION = 250

/**
 * Submissions as their owners see them. Every method takes the owner's account; submissions of other accounts do not
 * exist for it.
 */
export type InboxStore = ReturnType<typeof createInboxStore>

/** Creates the inbox store on the reading connection, the reader and the write queue. */
export function createInboxStore(parts: {
  reads: Kysely<Schema>
  reader: Reader
  folders: FolderStatements
  search: SearchIndex
  write: QueueWrite
  /** Called after a commit that may have made deliveries due or given a lesson. */
  onDue(cause: 'deliveries' | 'judgements'): void
  /** Called after each commit that changed submissions of the account. */
  onChanged(accountKey: number): void
}) {
  const { reads, reader, write } = parts
  const inboxReads = { db: reads, folders: parts.folders, search: parts.search }

  const limitByAccount = createAccountConcurrencyLimit()

  /** Runs each batch in a transaction of its own, so that other writes go between them. */
  async function inBatches(
    { accountKey, keys }: { accountKey: number; keys: readonly number[] },
    change: (db: Kysely<Schema>, batch: readonly number[]) => Promise<number[]>,
  ): Promise<number[]> {
    const changed: number[] = []
    for (let at = 0; at < keys.length; at += MAX_SUBMISSIONS_PER_TRANSACTION) {
      const batch = keys.slice(at, at + MAX_SUBMISSIONS_PER_TRANSACTION)
      const these = await write(({ db }) => change(db, batch))
      if (these.length > 0) parts.onChanged(accountKey)
      for (const key of these) changed.push(key)
    }
    return changed
  }

  return {
    ...bindReads(reads, { listLabels, listViews }),
    ...bindWrites(write, { changeLabel, changeView, deleteView }),
    ...bindKeyedWrites(write, { addLabel, addView }),
    deleteLabel: (label: { accountKey: number; key: number }) => deleteLabel(write, label),
    countUnread: (endpoints: readonly OwnedEndpoint[], most: number) =>
      reader.read('countUnread', { endpoints: toListedEndpoints(endpoints), most }),
    countDays: (endpoints: readonly OwnedEndpoint[], span: { today: Date; days: number }) =>
      reader.read('countDays', { endpoints: toListedEndpoints(endpoints), ...span }),
    listSubmissions: (request: RequestOf<'listSubmissions'>) =>
      limitByAccount(request.accountKey, () => reader.read('listSubmissions', request)),
    countUnreadIn: (filter: SubmissionFilter, most: number) =>
      reader.read('countUnreadIn', { ...filter, most }),
    listKeys: (request: RequestOf<'listKeys'>) =>
      limitByAccount(request.accountKey, () => reader.read('listKeys', request)),
    findSubmission: (accountKey: number, key: number) => list.findSubmission(reads, accountKey, key),
    loadNeighbors: (submission: list.InboxSubmission) => list.loadNeighbors(inboxReads, submission),
    async mark(request: MarkRequest): Promise<number[]> {
      const changed = await inBatches(request, (db, keys) => markSubmissions(db, { ...request, keys }))
      const { kind } = request.mark
      if (['folder', 'restored', 'verdict'].includes(kind) && changed.length > 0) {
        parts.onDue('deliveries')
        parts.onDue('judgements')
      }
      return changed
    },
    async import(request: ImportRequest): Promise<ImportOutcome> {
      const { rows, audit, now } = request
      const maxKeys = rows.length + (audit ? 1 : 0)
      const outcome = await write((context) => importSubmissions(context, request), {
        keysAt: now,
        maxKeys,
        submissions: rows.length,
      })
      if (outcome.kind === 'imported' && outcome.count > 0) parts.onChanged(request.accountKey)
      return outcome
    },
    delete: (request: { accountKey: number; keys: readonly number[] }) =>
      inBatches(request, (db, keys) => deleteOwned(db, { ...request, keys })),
  }
}

function toListedEndpoints(endpoints: readonly OwnedEndpoint[]): ListedEndpoint[] {
  return endpoints.map(({ key, newestKey }) => ({ key, newestKey }))
}
