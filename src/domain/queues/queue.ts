import { DAY, HOUR, later, SECOND } from '../time.ts'

/** Of the body of one message: of the JSON, or of the text. */
export const MAX_MESSAGE_BYTES = 128 * 1024
/** Messages published, pulled or acknowledged by one request. */
export const MAX_MESSAGES = 100
/** Of the bodies that one answer holds together, unless its first message alone has more. */
export const MAX_PULLED_BYTES = 1024 * 1024
/** A message that nobody acknowledged is gone after so many days. */
export const MESSAGE_RETENTION_DAYS = 4
/** The same in milliseconds. */
export const MESSAGE_RETENTION_MS = MESSAGE_RETENTION_DAYS * DAY
/** A message is handed out this often; a lease that ended counts as much as a retry that was asked for. */
export const MAX_DELIVERIES = 4
/** For how long a message is handed out to one consumer. */
export const DEFAULT_LEASE_MS = 30 * SECOND
export const MAX_LEASE_MS = 12 * HOUR
/** How long a message may wait before it can be pulled, first or again. */
export const MAX_DELAY_SECONDS = (12 * HOUR) / SECOND
/** How long a pull may wait for a message to come. */
export const MAX_WAIT_SECONDS = 20
/** Pulls that may wait at one node: for one queue, and in all. */
export const MAX_WAITING_PULLS = { unclaimed: 50, claimed: 1000, all: 20_000 }
/** Messages that a pull gets unless it says otherwise. */
export const DEFAULT_PULL_SIZE = 5
/** How deep the JSON of a message may be. */
export const MAX_MESSAGE_DEPTH = 100
/** The whole body of a request that publishes. */
export const MAX_QUEUE_BODY_BYTES = 1024 * 1024
/** The same of one that pulls, acknowledges or looks: a list of lease ids at most. */
export const MAX_QUEUE_CALL_BYTES = 64 * 1024
/** Values in a call that has numbers JavaScript cannot hold: each is looked at by itself, and all others wait. */
export const MAX_EXACT_VALUES = 20_000

/** How a body is to be read: `json`: any JSON value. `text`: a string. */
export type MessageType = 'json' | 'text'

/** What a message carries, as the store keeps it. */
export type MessageContent = {
  type: MessageType
  /** JSON, of a string too: no character is lost in it on any database. */
  text: string
}

/** What becomes of a message that its consumer gave back, or whose lease has ended. */
export function afterDelivery(deliveries: number): 'again' | 'dead' {
  return deliveries >= MAX_DELIVERIES ? 'dead' : 'again'
}

/** Messages published before are gone. */
export function getMessageCutoff(now: Date): Date {
  return later(now, -MESSAGE_RETENTION_MS)
}
