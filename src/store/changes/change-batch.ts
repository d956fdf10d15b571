import type { Insertable } from 'kysely'
import { getSpamClass } from '../../domain/spam/spam-class.ts'
import type { AccountCounts } from '../accounts/account-counts.ts'
import type { Consequence } from '../contract/changes.ts'
import type { StoredEndpoint } from '../endpoints/endpoints.ts'
import type { Transaction } from '../engine/connection.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import type { SpentChallenges } from '../engine/spent-challenges.ts'
import type { StoredBytes } from '../files/stored-bytes.ts'
import type { OpenJudgements } from '../judging/judgements.ts'
import type { SavedVerdict } from '../judging/verdicts.ts'
import type { Decision } from '../live/notifications.ts'
import type { AcceptedEvents, SeenEventIds } from '../telemetry/accepted-events.ts'

/** The collected rows and effects of the changes of one transaction, to be saved together. */
export type ChangeBatch = {
  rows: ChangeRows
  /** Endpoints whose counters are to be updated. */
  changedEndpoints: Set<StoredEndpoint>
  /** Those whose state is to be updated too. */
  changedStates: Set<StoredEndpoint>
  /** Endpoints that received spam, with its classes. */
  spammedEndpoints: Map<number, Set<string>>
  /** Rare work that runs in order after the rows have been saved. */
  effects: ((tx: Transaction) => Promise<void>)[]
  /** Decisions by endpoint, for subscribers. */
  decisions: Decision[]
  /** The locked endpoints of the transaction, by id. */
  endpoints: ReadonlyMap<string, StoredEndpoint>
  /** Counts of the accounts that own the endpoints; null when none of them is counted by account. */
  counts: AccountCounts | null
  /** Returns the tally of the transaction, made on the first call. */
  getTally(): QueueTally
  nextKey: NextKey
  seenEventIds: SeenEventIds
  /** Null when no request names a challenge. */
  spent: SpentChallenges | null
  /** Null when no change ends a judgement. */
  judgements: OpenJudgements | null
  /** Verdicts that end judgements, saved after the rows. */
  verdicts: SavedVerdict[]
  /** Endpoints whose watches are to be saved. */
  watchedEndpoints: Set<StoredEndpoint>
  /** Null when no request has files. */
  storedBytes: StoredBytes | null
  /** Telemetry events accepted by the transaction; null before the first. */
  events: AcceptedEvents | null
  /** Collects consequences for an endpoint, and records them as one decision. */
  collect(consequences: readonly Consequence[], target: { stored: StoredEndpoint; now: Date }): void
}

/** New rows by table, in the order in which they are saved. */
type ChangeRows = {
  [Table in
    | 'submissions'
    | 'messages'
    | 'routings'
    | 'judgements'
    | 'files'
    | 'event_batches'
    | 'notices'
    | 'outbox'
    | 'claim_emails']: Insertable<Schema[Table]>[]
}

/** The endpoint that a consequence is for, and the batch that it joins. */
export type ChangeTarget = { stored: StoredEndpoint; now: Date; batch: ChangeBatch }

export type ConsequenceKind = Consequence['kind']
export type ConsequenceOfKind = { [Kind in ConsequenceKind]: Extract<Consequence, { kind: Kind }> }

/** Saves one kind of consequence: as rows with all others, by rare work after them, or both. */
export type ConsequenceHandler<Kind extends ConsequenceKind> = {
  /** Adds rows to the batch, and changes what later requests of the transaction see. */
  collect?(consequence: ConsequenceOfKind[Kind], target: ChangeTarget): void
  /** Runs after the rows of the batch have been saved. A later request about the same mailboxes waits for it. */
  effect?(consequence: ConsequenceOfKind[Kind], target: ChangeTarget, tx: Transaction): Promise<void>
}

/** Remembers that an endpoint received spam of the class of these reasons, the oldest of which may have to go. */
export function addSpam(
  { spammedEndpoints }: ChangeBatch,
  { endpointKey, reasons }: { endpointKey: number; reasons: readonly string[] },
): void {
  const classes = spammedEndpoints.get(endpointKey) ?? new Set()
  spammedEndpoints.set(endpointKey, classes.add(getSpamClass(reasons)))
}
