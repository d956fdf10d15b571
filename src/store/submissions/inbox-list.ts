import type { Kysely } from 'kysely'
import { getName } from '../../domain/endpoints/endpoint.ts'
import type { StoredFile } from '../../domain/files/stored-file.ts'
import type { DeliveryState } from '../../domain/outbox/delivery.ts'
import type { SubmissionRow } from '../../domain/submissions/columns.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { getFolder } from '../../domain/submissions/folder.ts'
import type { Label } from '../../domain/submissions/label.ts'
import { later, SECOND, toDate } from '../../domain/time.ts'
import { parseStoredSettings } from '../endpoints/stored-settings.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { listFilesOf } from '../files/file-rows.ts'
import { loadDeliveryStates } from '../outbox/delivery-states.ts'
import { countKeys, findNeighbors, type KeyRange, type ListedEndpoint, newestKeys } from './folder-keys.ts'
import type { InboxReads, KeyPage, PageRequest, SubmissionFilter } from './inbox-reads.ts'
import { toAnswer } from './receipts.ts'
import { searchKeys } from './search/search-keys.ts'
import { ASSIGNEE_MAILBOX } from './work/assignees.ts'
import type { MarkedWith } from './work/marked-keys.ts'
import { LABEL_KEYS_OF_SUBMISSION, loadLabels, pickLabels } from './work/work-rows.ts'

/** A page ends with the submission whose fields reach this size. */
const MAX_PAGE_BYTES = 1024 * 1024
/** Maximum difference between the time in a key and the time of its submission (`sequence.ts`). */
const KEY_SLACK_MS = 5 * SECOND

export type SubmissionPage = {
  submissions: readonly InboxSubmission[]
  /** `olderThan` of the next page; null on the last page. */
  next: number | null
}

/** Lists a page of submissions, newest first. It ends early when its fields get too large or a search takes too long. */
export async function listSubmissions(
  reads: InboxReads,
  request: SubmissionFilter & PageRequest,
): Promise<SubmissionPage> {
  const { keys, next } = await loadKeyPage(reads, request)
  const page = await withinSize(reads.db, keys)
  const submissions = await loadSubmissions(reads.db, page)
  return {
    submissions: submissions.filter(({ receivedAt, importedAt }) =>
      isWithin(request, importedAt ?? receivedAt),
    ),
    next: page.length < keys.length ? (page.at(-1) ?? null) : next,
  }
}

/** Lists the keys of the submissions that the filter selects, newest first. */
export async function listKeys(reads: InboxReads, request: SubmissionFilter & PageRequest): Promise<KeyPage> {
  const { keys, next } = await loadKeyPage(reads, request)
  const isDated = request.after !== null || request.before !== null
  if (!isDated || keys.length === 0) return { keys, next }
  const rows = await reads.db
    .selectFrom('submissions')
    .select(['key', 'received_at'])
    .where('key', 'in', keys)
    .orderBy('key', 'desc')
    .execute()
  const within = rows.filter((row) => isWithin(request, new Date(row.received_at)))
  return { keys: within.map((row) => row.key), next }
}

/** Returns the keys of a page; a few may be outside of its dates by seconds. */
async function loadKeyPage(reads: InboxReads, request: SubmissionFilter & PageRequest): Promise<KeyPage> {
  const { limit, terms } = request
  const endpoints = await loadEndpoints(reads.db, request)
  const range = toPageRange(request)
  if (terms.length > 0 || isScanned(request)) {
    return searchKeys(reads, { endpoints, range, terms, ...getMarks(request), limit })
  }
  const found = await newestKeys(reads, endpoints, { ...range, limit: limit + 1 })
  const keys = found.slice(0, limit)
  return { keys, next: keys.length < found.length ? (keys.at(-1) ?? null) : null }
}

/**
 * Counts the unread submissions that the filter selects, ignoring its terms, up to `most`; by star, label or assignee, among
 * as many of its newest as one search scans.
 */
export async function countUnreadIn(
  reads: InboxReads,
  { most, ...filter }: SubmissionFilter & { most: number },
): Promise<number> {
  if (filter.unread === false) return 0
  if (isScanned(filter)) {
    const range = { ...toKeyRange(filter), unread: true }
    const endpoints = await loadEndpoints(reads.db, filter)
    const search = { endpoints, range, terms: [], ...getMarks(filter), limit: most }
    return (await searchKeys(reads, search)).keys.length
  }
  return countKeys(reads, await loadEndpoints(reads.db, filter), {
    ...toKeyRange(filter),
    unread: true,
    most,
  })
}

/** Finds a submission of the account; null when it has none with this key. */
export async function findSubmission(
  db: Kysely<Schema>,
  accountKey: number,
  key: number,
): Promise<InboxSubmission | null> {
  const [submission] = await loadSubmissions(db, [key], accountKey)
  return submission ?? null
}

/** Loads the keys of the submissions next to this one in its endpoint and folder. */
export function loadNeighbors(
  reads: InboxReads,
  { endpointKey, folder, key }: InboxSubmission,
): Promise<{ newer: number | null; older: number | null }> {
  return findNeighbors(reads, { endpointKey, folder, key })
}

/** Returns true for a filter that no index of folders answers. */
function isScanned({ starred = false, labelKey = null, assignee = null }: SubmissionFilter): boolean {
  return starred || labelKey !== null || assignee !== null
}

/** Returns the marks that the filter asks for. */
function getMarks(filter: SubmissionFilter): { marks: MarkedWith | null; unassigned: boolean } {
  const { accountKey, starred = false, labelKey = null } = filter
  const unassigned = filter.assignee === 'nobody'
  const assignee = filter.assignee === 'nobody' ? null : (filter.assignee ?? null)
  const isMarked = starred || labelKey !== null || assignee !== null
  return { marks: isMarked ? { accountKey, starred, labelKey, assignee } : null, unassigned }
}

/** Loads the endpoints of the filter; none where they belong to another account. */
async function loadEndpoints(
  db: Kysely<Schema>,
  filter: Pick<SubmissionFilter, 'accountKey' | 'endpointId' | 'folders'>,
): Promise<ListedEndpoint[]> {
  if (filter.folders.length === 0) return []
  let endpoints = db
    .selectFrom('endpoints')
    .select(['key', 'newest_key'])
    .where('account_key', '=', filter.accountKey)
  if (filter.endpointId !== null) endpoints = endpoints.where('id', '=', filter.endpointId)
  const rows = await endpoints.execute()
  return rows.map((row) => ({ key: row.key, newestKey: row.newest_key }))
}

/** Returns the keys that may match the filter; the exact time of each is compared later. */
function toKeyRange({ folders, unread, after, before }: SubmissionFilter): KeyRange {
  return {
    folders,
    unread,
    above: after === null ? 0 : keyAt(later(after, -KEY_SLACK_MS)),
    upTo: before === null ? Number.MAX_SAFE_INTEGER : keyAt(later(before, KEY_SLACK_MS)),
  }
}

function toPageRange(request: SubmissionFilter & PageRequest): KeyRange {
  const range = toKeyRange(request)
  const { olderThan } = request
  return olderThan === null ? range : { ...range, upTo: Math.min(range.upTo, olderThan - 1) }
}

function isWithin({ after, before }: SubmissionFilter, receivedAt: Date): boolean {
  return (after === null || receivedAt >= after) && (before === null || receivedAt < before)
}

/** Returns as many of these keys as a page may hold, at least one. */
export async function withinSize(db: Kysely<Schema>, keys: readonly number[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('submissions')
    .select((select) => [
      'key',
      select.fn<number>('octet_length', ['fields']).as('bytes'),
      select.fn<number | null>('octet_length', ['ciphertext']).as('encrypted'),
    ])
    .where('key', 'in', keys)
    .execute()
  const sizes = new Map(rows.map((row) => [row.key, row.bytes + (row.encrypted ?? 0)]))
  const page: number[] = []
  let bytes = 0
  for (const key of keys) {
    page.push(key)
    bytes += sizes.get(key) ?? 0
    if (bytes >= MAX_PAGE_BYTES) break
  }
  return page
}

/** @param accountKey the owner; absent where ownership is checked already */
async function loadSubmissions(
  db: Kysely<Schema>,
  keys: readonly number[],
  accountKey?: number,
): Promise<InboxSubmission[]> {
  if (keys.length === 0) return []
  let submissions = db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .leftJoin('submission_work', 'submission_work.submission_key', 'submissions.key')
    .selectAll('submissions')
    .select(['endpoints.id', 'endpoints.settings', 'endpoints.site_host', 'endpoints.test_key'])
    .select(['submission_work.starred_at', 'submission_work.note', 'submission_work.assignee'])
    .select([LABEL_KEYS_OF_SUBMISSION.as('label_keys'), ASSIGNEE_MAILBOX.as('assignee_mailbox')])
    .where('submissions.key', 'in', keys)
    .orderBy('submissions.key', 'desc')
  if (accountKey !== undefined) submissions = submissions.where('endpoints.account_key', '=', accountKey)
  const rows = await submissions.execute()
  const deliveries = await loadDeliveryStates(
    db,
    rows.map((row) => row.key),
  )
  const labelKeys = rows.map((row) => row.label_keys).filter((keys) => keys !== null)
  const labels = labelKeys.length === 0 ? null : await loadLabels(db, labelKeys)
  const withFiles = rows.filter((row) => row.file_count !== null).map((row) => row.key)
  const files = withFiles.length === 0 ? [] : await listFilesOf(db, withFiles)
  return rows.map((row) =>
    toInboxSubmission(row, {
      delivery: deliveries.get(row.key) ?? null,
      labels: labels === null || row.label_keys === null ? [] : pickLabels(labels, row.label_keys),
      files: row.file_count === null ? [] : files.filter((file) => file.submissionKey === row.key),
    }),
  )
}

type InboxRow = SubmissionRow & {
  id: string
  settings: string | null
  site_host: string | null
  test_key: number | null
  starred_at: number | null
  note: string | null
  assignee: number | null
  assignee_mailbox: string | null
}

/** A submission as its owner sees it. */
export type InboxSubmission = ReturnType<typeof toInboxSubmission>

function toInboxSubmission(
  row: InboxRow,
  {
    delivery,
    files,
    labels,
  }: { delivery: DeliveryState | null; files: readonly StoredFile[]; labels: readonly Label[] },
) {
  return {
    key: row.key,
    endpointKey: row.endpoint_key,
    endpointId: row.id,
    endpointName: getName({ settings: parseStoredSettings(row.settings), siteHost: row.site_host }),
    /** An imported submission was received by another service. */
    receivedAt: new Date(row.sent_at ?? row.received_at),
    /** When it was imported; null for all others. */
    importedAt: row.import_hash === null ? null : new Date(row.received_at),
    folder: getFolder({ movedTo: row.moved_to, isSpam: row.spam_reasons !== null }),
    /** False while it is where it arrived, and its owner has not said whether it is spam. */
    isMoved: row.moved_to !== null,
    readAt: toDate(row.read_at),
    /** When it was moved to the trash; null outside of it. */
    trashedAt: toDate(row.trashed_at),
    /** The verdict when it arrived; null for real submissions. */
    spamReasons: row.spam_reasons === null ? null : parseReasons(row.spam_reasons),
    /** True for the test submission that its form holds. */
    isTest: row.key === row.test_key,
    /** Time at which its visitor withdrew it, which deleted its fields; null for all others. */
    withdrawnAt: toDate(row.withdrawn_at),
    /** True: it went out because the second tier of the spam filter gave no verdict in time. */
    unjudged: row.unjudged_at !== null,
    /** Its visitor was led to the receipt, where an answer is read. */
    receiptShown: row.receipt_shown !== null,
    /** The owner's answer on its receipt. */
    answer: toAnswer(row),
    /** In the order sent. */
    fields: parseStoredFields(row.fields),
    ciphertext: row.ciphertext,
    /** In the order sent. */
    files,
    /** The combined state of its deliveries; null without any. */
    delivery,
    starred: row.starred_at !== null,
    /** By name. */
    labels,
    /** The owner's private note. */
    note: row.note,
    /** The member (or `HOLDER_KEY`) to whom it is assigned; null for nobody. */
    assignee: toAssignee(row),
  }
}

function toAssignee({ assignee, assignee_mailbox: mailbox }: InboxRow) {
  return assignee === null || mailbox === null ? null : { key: assignee, mailbox }
}

function parseReasons(stored: string): string[] {
  return JSON.parse(stored) as string[]
}
