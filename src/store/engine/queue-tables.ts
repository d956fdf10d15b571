import type { MessageType } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'

/** What queues hold; a part of `Schema`. */
export type QueueTables = {
  messages: {
    key: number
    endpoint_key: number
    published_at: number
    type: MessageType
    /** JSON, of a text too. */
    body: string
    /** When it can be had again, or first; null for one that nobody has had yet and that can be had at once. */
    ready_at: number | null
    /** How often it was handed out. */
    deliveries: number
    /** Token of who has it, or had it last. */
    lease: string | null
    dead_at: number | null
  }
  /** What stands in `messages` for each queue: kept, never counted. A queue without a row has nothing. */
  queue_counts: { endpoint_key: number; backlog: number; dead: number }
  /** What became of submissions that were routed to a queue: on the key of the submission. */
  routings: { key: number; queue_id: string; refusal: RefusalCode | null }
  /** What was done with each queue in each hour of UTC, counted from 1970; of the last day. */
  queue_rates: { counter: string; endpoint_key: number; hour: number; published: number; acked: number }
}
