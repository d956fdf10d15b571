import { SECOND } from '../time.ts'

/** Maximum number of event streams per account and node; a browser opens at most one per tab. */
export const MAX_STREAMS = 20
/** Maximum number of pending responses per account and node, streams included; and per endpoint for its own keys. */
export const MAX_PENDING_RESPONSES = 50
/** Reconnection delay sent to event stream clients, in milliseconds. */
export const RETRY_MS = 3 * SECOND
/** Retry-After of requests beyond these limits. */
export const STREAM_LIMIT_RETRY_SECONDS = 30
/** Seconds without an event after which a comment line keeps the stream open through proxies. */
export const KEEPALIVE_SECONDS = 25
/** Interval at which the access of a subscriber is checked again, in seconds. */
export const ACCESS_CHECK_SECONDS = 15
/** Bytes that may be buffered for a slow stream client before it is disconnected. */
export const MAX_BUFFERED_BYTES = 64 * 1024
/** The same for streams that carry the events themselves, not only a notification. */
export const MAX_BUFFERED_EVENT_BYTES = 1024 * 1024
