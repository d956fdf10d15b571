import type { DeliveryState } from '../../domain/outbox/delivery.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { ReceiptAnswer } from '../../domain/submissions/receipt.ts'
import type { SearchTerm } from '../../domain/submissions/search.ts'
import type { AuditRequest } from './audit-store.ts'
import type { FoundEndpoint } from './changes.ts'
import type { DeliveryTarget } from './outbox-store.ts'
import type { OwnedEndpoint } from './owned-store.ts'

/**
 * Submissions as their owners see them. Every method takes the owner's account; submissions of other accounts do not
 * exist for it.
 */
export type InboxStore = {
  /** Counts the unread submissions in the inbox of each of these endpoints, up to `most` each. No count includes test submissions. */
  countUnread(endpoints: readonly OwnedEndpoint[], most: number): Promise<Map<number, number>>
  /** Counts the submissions outside spam of each of these endpoints on each day, oldest first; days are UTC. */
  countDays(
    endpoints: readonly OwnedEndpoint[],
    span: { today: Date; days: number },
  ): Promise<Map<number, number[]>>

  /** Lists a page of submissions, newest first. It ends early when its fields get too large or a search takes too long. */
  listSubmissions(request: SubmissionFilter & PageRequest): Promise<SubmissionPage>
  /** Counts the unread submissions that the filter selects, ignoring its terms, up to `most`. */
  countUnreadIn(filter: SubmissionFilter, most: number): Promise<number>
  /** Lists the keys of the submissions that the filter selects, newest first. */
  listKeys(request: SubmissionFilter & PageRequest): Promise<KeyPage>
  findSubmission(accountKey: number, key: number): Promise<InboxSubmission | null>
  /** Loads the keys of the submissions next to this one in its endpoint and folder. */
  loadNeighbors(submission: InboxSubmission): Promise<{ newer: number | null; older: number | null }>

  /** Marks those of these submissions that belong to the account and that the mark changes. Returns their keys. */
  mark(request: {
    accountKey: number
    keys: readonly number[]
    mark: Mark
    now: Date
    /** Lists the deliveries that a submission that was spam on arrival gets with its move to the inbox, if it never had one. */
    deliveriesFor(found: FoundEndpoint): readonly NewDelivery[]
  }): Promise<number[]>
  /** Imports submissions into an endpoint of the account, in one transaction with the entry in the audit log. */
  import(request: ImportRequest): Promise<ImportOutcome>
  /** Deletes those of these submissions that belong to the account, with their deliveries. Returns their keys. */
  delete(request: { accountKey: number; keys: readonly number[] }): Promise<number[]>
}

/** A mark on a submission. `restored`: moved from the trash to the folder it was in before. */
export type Mark =
  /** `isOpened`: the owner has looked at each, and did not mark a list. */
  | { kind: 'read'; isOpened?: boolean }
  | { kind: 'unread' }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'restored' }

/** A submission that another service received. */
export type ImportedSubmission = {
  /** Its fields as `stringifyFields` writes them. */
  text: string
  /** Null when its file does not say. */
  sentAt: Date | null
  /** Hash of its content: an endpoint holds one import of each. */
  hash: string
}

export type ImportRequest = {
  accountKey: number
  endpointId: string
  rows: readonly ImportedSubmission[]
  /** Maximum number of imported submissions that the endpoint holds. */
  maxStored: number
  /** Entry in the audit log, made if anything is imported; null for none. */
  audit: Pick<AuditRequest, 'by' | 'detail'> | null
  now: Date
}

/** `count`: number of those that were new. `full`: nothing was imported, because the endpoint would hold too many. */
export type ImportOutcome = { kind: 'imported'; count: number } | { kind: 'full' } | { kind: 'unknown' }

/** A delivery to be created: to the recipient, or to the destination with this id. */
export type NewDelivery = DeliveryTarget & { destination: string | null }

/** A selection of the submissions of an account. */
export type SubmissionFilter = {
  accountKey: number
  /** Null for all endpoints of the account. */
  endpointId: string | null
  /** Empty: selects nothing. */
  folders: readonly Folder[]
  /** Terms that its fields must all contain; empty for any. */
  terms: readonly SearchTerm[]
  /** Null for read and unread ones. */
  unread: boolean | null
  /** Received at this instant or later; imported ones count from their import. */
  after: Date | null
  /** Received before this instant. */
  before: Date | null
}

export type PageRequest = {
  limit: number
  /** Key of the last submission of the previous page; null for the first page. */
  olderThan: number | null
}

export type SubmissionPage = {
  submissions: readonly InboxSubmission[]
  /** `olderThan` of the next page; null on the last page. */
  next: number | null
}

/** A page of keys. */
export type KeyPage = { keys: readonly number[]; next: number | null }

export type InboxSubmission = {
  key: number
  endpointKey: number
  endpointId: string
  endpointName: string | null
  /** An imported submission was received by another service. */
  receivedAt: Date
  /** When it was imported; null for all others. */
  importedAt: Date | null
  folder: Folder
  readAt: Date | null
  /** When it was moved to the trash; null outside of it. */
  trashedAt: Date | null
  /** The verdict when it arrived; null for real submissions. */
  spamReasons: readonly string[] | null
  /** True for the test submission that its form holds. */
  isTest: boolean
  /** Time at which its visitor withdrew it, which deleted its fields; null for all others. */
  withdrawnAt: Date | null
  /** true: it went out because the second tier of the spam filter gave no verdict in time. */
  unjudged: boolean
  /** Its visitor was led to the receipt, where an answer is read. */
  receiptShown: boolean
  /** The owner's answer on its receipt. */
  answer: ReceiptAnswer | null
  /** In the order sent. */
  fields: readonly Field[]
  /** The combined state of its deliveries; null without any. */
  delivery: DeliveryState | null
}
