import type { Keys } from '../../domain/keys.ts'
import type { LeasedMessage } from '../../store/queues/settle-messages.ts'

const PREFIX = 'lease_'
const MESSAGE_PREFIX = 'msg_'
/** The sealed key of the message, then the token of the pull. */
const LEASE_ID = /^lease_([0-9a-hjkmnp-tv-z]{26})([0-9a-hjkmnp-tv-z]{16})$/

/** Returns the id by which a consumer acknowledges a message: unforgeable, and void once the message is delivered again. */
export function toLeaseId(keys: Keys, { key, lease }: LeasedMessage): string {
  return PREFIX + keys.rowId('message', key).slice(MESSAGE_PREFIX.length) + lease
}

/** Parses a lease id; null when this instance did not issue it. */
export function parseLeaseId(keys: Keys, leaseId: string): LeasedMessage | null {
  const [, message, lease] = LEASE_ID.exec(leaseId) ?? []
  if (message === undefined || lease === undefined) return null
  const key = keys.rowKey('message', MESSAGE_PREFIX + message)
  return key === null ? null : { key, lease }
}
