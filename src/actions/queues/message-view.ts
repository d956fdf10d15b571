import type { MessageContent } from '../../domain/queues/queue.ts'
import type { StoredMessage } from '../../store/queues/messages.ts'
import type { Context } from '../context.ts'

/** A message with its public id. */
export type MessageView = MessageContent & {
  id: string
  publishedAt: Date
  /** Number of deliveries. */
  deliveries: number
  /** Reason of the last retry; null without one. */
  reason: string | null
  /** Time at which it became a dead letter; null while it is none. */
  deadAt: Date | null
  /** The owner sent it to try the queue. */
  isTest: boolean
}

/** Converts a stored message to its public form. */
export function toMessageView(context: Context, message: StoredMessage): MessageView {
  const { key, ...view } = message
  return { id: context.keys.rowId('message', key), ...view }
}
