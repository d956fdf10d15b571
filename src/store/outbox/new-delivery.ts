import type { Insertable } from 'kysely'
import type { DeliveryTarget } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'

/** Columns of a delivery that no attempt is in progress of. */
export const RELEASED = { lease: null, leased_by: null, leased_until: null }

/**
 * Returns the row of a new delivery of a submission, due at once or at `dueAt`. The first is stored under the key of its submission,
 * those with an `ordinal` under the keys behind it.
 *
 * @param delivery.destination null for the recipient
 */
export function newDelivery(
  delivery: DeliveryTarget & {
    kind: 'claim' | 'submission'
    endpointKey: number
    submissionKey: number
    destination: string | null
    ordinal: number
    createdAt: Date
    dueAt?: Date
  },
): Insertable<Schema['outbox']> {
  return {
    key: delivery.submissionKey + delivery.ordinal,
    kind: delivery.kind,
    endpoint_key: delivery.endpointKey,
    submission_key: delivery.submissionKey,
    destination: delivery.destination,
    channel: delivery.channel,
    target: delivery.target,
    created_at: delivery.createdAt.getTime(),
    due_at: (delivery.dueAt ?? delivery.createdAt).getTime(),
    attempts: 0,
  }
}

/** Returns the row of a claim email about no submission: it is stored under the key of its notice. */
export function newClaimDelivery(delivery: {
  key: number
  endpointKey: number
  mailboxKey: string
  createdAt: Date
}): Insertable<Schema['outbox']> {
  return {
    key: delivery.key,
    kind: 'claim',
    endpoint_key: delivery.endpointKey,
    submission_key: null,
    destination: null,
    channel: 'email',
    target: delivery.mailboxKey,
    created_at: delivery.createdAt.getTime(),
    due_at: delivery.createdAt.getTime(),
    attempts: 0,
  }
}
