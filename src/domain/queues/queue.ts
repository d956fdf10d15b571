import { DAY, HOUR, later, SECOND } from '../time.ts'

/** Maximum size of the body of one message. */
export const MAX_MESSAGE_BYTES = 128 * 1024
/** Maximum number of messages published, pulled or acknowledged by one request. */
export const MAX_MESSAGES = 100
/** Maximum size of all bodies in one response, unless its first message alone is larger. */
export const MAX_PULLED_BYTES = 1024 * 1024
/** Days after which a message that was not acknowledged is deleted; an owner can choose fewer. */
export const MESSAGE_RETENTION_DAYS = 4
/** Maximum number of deliveries of a message, unless its queue has another; an expired lease counts like a retry. */
export const MAX_DELIVERIES = 4
/** Highest maximum that an owner can choose. */
export const MAX_DELIVERIES_LIMIT = 20
/** Time for which a message is leased to one consumer, unless the pull or the queue says otherwise. */
export const DEFAULT_LEASE_MS = 30 * SECOND
/** Maximum length of the reason that a consumer gives with a retry. */
export const MAX_REASON_LENGTH = 500
export const MAX_LEASE_MS = 12 * HOUR
/** Maximum delay before a message can be pulled, for the first time or again. */
export const MAX_DELAY_SECONDS = (12 * HOUR) / SECOND
/** Maximum time for which a pull waits for a message. */
export const MAX_WAIT_SECONDS = 20
/** Maximum number of waiting pulls per node: per queue, and in all. */
export const MAX_WAITING_PULLS = { unconfirmed: 50, confirmed: 1000, all: 20_000 }
/** Number of messages that a pull returns unless it asks for another number. */
export const DEFAULT_PULL_SIZE = 5
/** Maximum nesting depth of the JSON of a message. */
export const MAX_MESSAGE_DEPTH = 100
/** Maximum size of the body of a publish request. */
export const MAX_QUEUE_BODY_BYTES = 1024 * 1024
/** Maximum size of the body of other requests: at most a list of lease ids. */
export const MAX_QUEUE_CALL_BYTES = 64 * 1024

/** Type of a message body: `json`: any JSON value. `text`: a string. */
export type MessageType = 'json' | 'text'

/** Body of a message as it is stored. */
export type MessageContent = {
  type: MessageType
  /** JSON, also for a string, so that no character is lost on any database. */
  text: string
}

/** Limits of one queue, set by its owner. */
export type QueueLimits = {
  /** Length of a lease, unless the pull names another. */
  leaseMs: number
  maxDeliveries: number
  retentionDays: number
}

/** Limits of a queue whose owner has set none. */
export const DEFAULT_QUEUE_LIMITS: QueueLimits = {
  leaseMs: DEFAULT_LEASE_MS,
  maxDeliveries: MAX_DELIVERIES,
  retentionDays: MESSAGE_RETENTION_DAYS,
}

/** Returns the limits of a queue from those that its owner has set. */
export function toQueueLimits(set: Partial<QueueLimits>): QueueLimits {
  return { ...DEFAULT_QUEUE_LIMITS, ...set }
}

/** Decides what happens to a message that was returned, or whose lease has expired. */
export function afterDelivery(deliveries: number, { maxDeliveries }: QueueLimits): 'again' | 'dead' {
  return deliveries >= maxDeliveries ? 'dead' : 'again'
}

/** Returns the cutoff: messages published before it have expired. */
export function getMessageCutoff(now: Date, { retentionDays }: QueueLimits = DEFAULT_QUEUE_LIMITS): Date {
  return later(now, -retentionDays * DAY)
}
