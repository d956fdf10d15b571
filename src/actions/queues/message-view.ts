import type { MessageContent } from '../../domain/queues/queue.ts'
import type { StoredMessage } from '../../store/contract/queue-store.ts'
import type { Context } from '../context.ts'

/** A message with its public id. */
export type MessageView = MessageContent & {
  id: string
  publishedAt: Date
  /** Number of deliveries. */
  deliveries: number
}

/** Converts a stored message to its public form. */
export function toMessageView(context: Context, message: StoredMessage): MessageView {
  const { key, type, text, publishedAt, deliveries } = message
  return { id: context.keys.rowId('message', key), type, text, publishedAt, deliveries }
}
