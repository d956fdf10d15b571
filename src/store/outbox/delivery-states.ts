import type { Kysely, Selectable } from 'kysely'
import {
  type DeliveryState,
  type SubmissionDelivery,
  summarizeDeliveries,
} from '../../domain/outbox/delivery.ts'
import type { ReceiptEmail } from '../../domain/submissions/receipt.ts'
import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'

type StateColumns = Pick<
  Selectable<Schema['outbox']>,
  | 'key'
  | 'destination'
  | 'created_at'
  | 'started_at'
  | 'held_at'
  | 'settled_at'
  | 'outcome'
  | 'channel'
  | 'bounced_at'
  | 'attempts'
  | 'lease'
>

/** Summarizes the deliveries of each of these submissions in one state; none for those without deliveries. */
export async function loadDeliveryStates(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<Map<number, DeliveryState>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('outbox', (join) =>
      join.on((on) =>
        on.and([
          on('outbox.key', '>=', on.ref('submissions.key')),
          on('outbox.key', '<', on('submissions.key', '+', KEYS_IN_A_SLOT)),
        ]),
      ),
    )
    .select([
      'submissions.key as submission_key',
      'outbox.key',
      'outbox.destination',
      'outbox.created_at',
      'outbox.started_at',
      'outbox.held_at',
      'outbox.settled_at',
      'outbox.outcome',
      'outbox.channel',
      'outbox.bounced_at',
      'outbox.attempts',
      'outbox.lease',
    ])
    .where('submissions.key', 'in', keys)
    .execute()
  const states = new Map<number, DeliveryState>()
  for (const [key, deliveries] of Map.groupBy(rows, (row) => row.submission_key)) {
    const state = summarizeDeliveries(deliveries.map((row) => toSubmissionDelivery(row, key)))
    if (state) states.set(key, state)
  }
  return states
}

/** Lists the deliveries of a submission to its recipient, oldest first. */
export async function listRecipientEmails(
  db: Kysely<Schema>,
  submissionKey: number,
): Promise<ReceiptEmail[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('key', '>=', submissionKey)
    .where('key', '<', submissionKey + KEYS_IN_A_SLOT)
    .where('destination', 'is', null)
    .orderBy('key')
    .execute()
  // A visitor is not told that an email bounced after the mail server had accepted it: that would reveal which mailboxes exist.
  return rows.map((row) => ({
    state: toState({ ...row, bounced_at: null }),
    createdAt: new Date(row.created_at),
    settledAt: toDate(row.settled_at),
  }))
}

/** Converts the columns of a delivery to its number and state. */
export function toSubmissionDelivery(row: StateColumns, submissionKey: number): SubmissionDelivery {
  return {
    ordinal: row.key - submissionKey,
    destination: row.destination,
    createdAt: new Date(row.created_at),
    state: toState(row),
  }
}

function toState(row: StateColumns): DeliveryState {
  if (row.bounced_at !== null) return 'bounced'
  if (row.settled_at === null) {
    if (row.held_at !== null) return 'held'
    const isFirstAttempt = row.lease !== null && row.attempts <= 1
    return row.started_at === null || isFirstAttempt ? 'queued' : 'delayed'
  }
  switch (row.outcome) {
    case 'sent':
    case 'kept':
    case 'suppressed':
      return row.outcome
    case 'bounced':
      return row.channel === 'email' ? 'bounced' : 'failed'
    case 'given_up':
    case 'expired':
    case null:
      return 'failed'
  }
}
