import { SECOND } from '../time.ts'

/** Streams of one account at one node; a browser opens one for each tab at most. */
export const MAX_STREAMS = 20
/** Answers that one account waits for or reads at one node, its streams among them; and those of who looks into one endpoint with a key of its own. */
export const MAX_PENDING_RESPONSES = 50
/** When a reader whose stream broke comes back, in milliseconds. */
export const RETRY_MS = 3 * SECOND
/** When one more than that may be asked for again, in seconds. */
export const STREAM_LIMIT_RETRY_SECONDS = 30
/** After so many quiet seconds a line without meaning shows proxies that the stream lives. */
export const KEEPALIVE_SECONDS = 25
/** How often it is seen to that whoever looks on still may, in seconds. */
export const ACCESS_CHECK_SECONDS = 15
/** A reader for whom more than so many bytes wait is too slow, and cut off. */
export const MAX_BUFFERED_BYTES = 64 * 1024
/** The same where the events themselves are told, and not only that there are some. */
export const MAX_BUFFERED_EVENT_BYTES = 1024 * 1024
