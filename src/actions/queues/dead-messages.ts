import type { Refused } from '../../domain/refusal.ts'
import type { Context } from '../context.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { type MessageView, toMessageView } from './message-view.ts'

/** Maximum number of dead messages deleted by one write: few enough that publishers hardly wait. */
const MAX_DELETED_PER_WRITE = 500
/** Maximum number of dead messages replayed by one write. */
const MAX_REPLAYED_PER_WRITE = 500

type DeadPage = { kind: 'listed'; messages: MessageView[]; next: string | null }

/** Lists a page of dead messages, newest first. */
export async function listDeadMessages(
  context: Context,
  request: { queueKey: number; limit: number; cursor: string | undefined },
): Promise<DeadPage | Refused> {
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const { queueKey, limit } = request
  const { messages, more } = await context.store.queues.listDead({ queueKey, limit, before: begin.key })
  const last = messages.at(-1)
  return {
    kind: 'listed',
    messages: messages.map((message) => toMessageView(context, message)),
    next: cursorAt(context, more && last ? last.key : null),
  }
}

/** Puts a dead message back into the queue as if it had never been delivered. Returns false for an unknown id. */
export async function replayMessage(
  context: Context,
  { queueKey, messageId }: { queueKey: number; messageId: string },
): Promise<boolean> {
  const key = context.keys.rowKey('message', messageId)
  return key !== null && (await context.store.queues.replay({ queueKey, key }))
}

/** Deletes a dead message. Returns false for an unknown id, also that of a message that is not dead. */
export async function deleteDeadMessage(
  context: Context,
  { queueKey, messageId }: { queueKey: number; messageId: string },
): Promise<boolean> {
  const key = context.keys.rowKey('message', messageId)
  return key !== null && (await context.store.queues.deleteOneDead({ queueKey, key }))
}

/** Deletes the dead messages of a queue. Returns their number. */
export async function deleteDeadMessages(context: Context, queueKey: number): Promise<number> {
  let deleted = 0
  let count = 0
  do {
    count = await context.store.queues.deleteDead({ queueKey, limit: MAX_DELETED_PER_WRITE })
    deleted += count
  } while (count > 0)
  return deleted
}

/** Puts all dead messages back into the queue as if they had never been delivered. Returns their number. */
export async function replayDeadMessages({ store }: Context, queueKey: number): Promise<number> {
  let replayed = 0
  let back = 0
  do {
    back = await store.queues.replayAll({ queueKey, limit: MAX_REPLAYED_PER_WRITE })
    replayed += back
  } while (back === MAX_REPLAYED_PER_WRITE)
  return replayed
}
