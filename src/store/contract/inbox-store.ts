import type { DeliveryState } from '../../domain/outbox/delivery.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { SearchTerm } from '../../domain/submissions/search.ts'
import type { FoundEndpoint } from './changes.ts'
import type { DeliveryTarget } from './outbox-store.ts'
import type { OwnedEndpoint } from './owned-store.ts'

/**
 * Submissions as their owners see them. Every method takes the account that asks; submissions of other accounts do not
 * exist for it.
 */
export type InboxStore = {
  /** Counts the unread submissions in the inbox of each of these, up to `most` each. */
  countUnread(endpoints: readonly OwnedEndpoint[], most: number): Promise<Map<number, number>>
  /** Counts the submissions outside spam that each of these received on each day, oldest first; days are UTC. */
  countDays(
    endpoints: readonly OwnedEndpoint[],
    span: { today: Date; days: number },
  ): Promise<Map<number, number[]>>

  /** A page of submissions, newest first. It ends early where its fields would grow too large, or a search too long. */
  listSubmissions(request: SubmissionFilter & PageRequest): Promise<SubmissionPage>
  /** Counts the unread submissions that the filter selects, ignoring its terms, up to `most`. */
  countUnreadIn(filter: SubmissionFilter, most: number): Promise<number>
  /** The keys of the submissions that the filter meets, newest first. */
  listKeys(request: SubmissionFilter & PageRequest): Promise<KeyPage>
  findSubmission(accountKey: number, key: number): Promise<InboxSubmission | null>
  /** The submissions next to this one, in its endpoint and its folder. */
  loadNeighbors(submission: InboxSubmission): Promise<{ newer: number | null; older: number | null }>

  /** Marks those of these submissions that are the account's and not marked so yet. Returns the keys of what changed. */
  mark(request: {
    accountKey: number
    keys: readonly number[]
    mark: Mark
    now: Date
    /** Lists the deliveries that a submission that was spam on arrival gets with its move to the inbox, if it never had one. */
    deliveriesFor(found: FoundEndpoint): readonly NewDelivery[]
  }): Promise<number[]>
  /** Deletes those of these submissions that are the account's, with their deliveries. Returns the keys of what is gone. */
  delete(request: { accountKey: number; keys: readonly number[] }): Promise<number[]>
}

/** A mark on a submission. */
export type Mark = { kind: 'read' } | { kind: 'unread' } | { kind: 'folder'; folder: Folder }

/** A delivery to be made: to the recipient, or to the destination with this id. */
export type NewDelivery = DeliveryTarget & { destination: string | null }

/** Which submissions of an account are meant. */
export type SubmissionFilter = {
  accountKey: number
  /** Null: of all its endpoints. */
  endpointId: string | null
  /** None of them: nothing is meant. */
  folders: readonly Folder[]
  /** Terms that its fields must all contain; empty for any. */
  terms: readonly SearchTerm[]
  /** Null: whether read or not. */
  unread: boolean | null
  /** Received at this instant or later. */
  after: Date | null
  /** Received before this instant. */
  before: Date | null
}

export type PageRequest = {
  limit: number
  /** The page begins behind the submission with this key; null: with the newest. */
  olderThan: number | null
}

export type SubmissionPage = {
  submissions: readonly InboxSubmission[]
  /** Key behind which the next page begins; null on the last page. */
  next: number | null
}

/** The same as keys alone. */
export type KeyPage = { keys: readonly number[]; next: number | null }

export type InboxSubmission = {
  key: number
  endpointKey: number
  endpointId: string
  endpointName: string | null
  receivedAt: Date
  folder: Folder
  readAt: Date | null
  /** The verdict when it arrived; null for real submissions. */
  spamReasons: readonly string[] | null
  /** In the order sent. */
  fields: readonly Field[]
  /** The state of its deliveries in one word; null where there are none. */
  delivery: DeliveryState | null
}
