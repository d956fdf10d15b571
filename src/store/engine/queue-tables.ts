import type { Generated } from 'kysely'
import type { MessageType } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'

/** Tables of queues; a part of `Schema`. */
export type QueueTables = {
  messages: {
    key: number
    endpoint_key: number
    published_at: number
    type: MessageType
    /** JSON, also for text messages. */
    body: string
    /** Time at which it can be received; null for a message that nobody has received yet and that is not delayed. */
    ready_at: number | null
    /** Number of times it was delivered. */
    deliveries: number
    /** Token of the current or last lease. */
    lease: string | null
    dead_at: number | null
    /** Reason of the last retry, in the words of the consumer. */
    reason: string | null
    /** 1 for a test message of the owner, which is counted nowhere. */
    is_test: 1 | null
  }
  /**
   * Number of messages of each queue: maintained, never computed. A queue without a row is empty. The limits repeat those
   * in its settings, for the purge; null: the default.
   */
  queue_counts: {
    endpoint_key: number
    backlog: number
    dead: number
    max_deliveries: Generated<number | null>
    retention_days: Generated<number | null>
  }
  /** Outcome of routing a submission to a queue, on the key of the submission. */
  routings: { key: number; queue_id: string; refusal: RefusalCode | null }
  /** Messages published and acknowledged per queue and hour of UTC since 1970; of the last day. */
  queue_rates: { counter: string; endpoint_key: number; hour: number; published: number; acked: number }
}
