import { containsText, type DeadFilter } from '../../domain/queues/dead-filter.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { StoredMessage } from '../../store/queues/messages.ts'
import type { Context } from '../context.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { type MessageView, toMessageView } from './message-view.ts'

/** Maximum number of dead messages deleted by one write: few enough that publishers hardly wait. */
const MAX_DELETED_PER_WRITE = 500
/** Maximum number of dead messages replayed by one write. */
const MAX_REPLAYED_PER_WRITE = 500

/** Dead messages read at once for a search, and how many such reads one page takes at most. */
const SEARCHED_PER_READ = 100
const MAX_SEARCHED_PAGES = 10

type DeadPage = { kind: 'listed'; messages: MessageView[]; next: string | null }

/** Lists a page of the dead messages that a filter selects, newest first. It ends early when much has been searched. */
export async function listDeadMessages(
  context: Context,
  request: DeadFilter & { queueKey: number; limit: number; cursor: string | undefined },
): Promise<DeadPage | Refused> {
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const { queueKey, limit, search, since, until } = request
  const found: StoredMessage[] = []
  let before = begin.key
  for (let page = 0; page < MAX_SEARCHED_PAGES; page += 1) {
    const size = search === '' ? limit : SEARCHED_PER_READ
    const read = await context.store.queues.listDead({ queueKey, limit: size, before, since, until })
    const matching = read.messages.filter((message) => containsText(message, search))
    found.push(...matching.slice(0, limit - found.length))
    const isCut = matching.length > 0 && found.at(-1) !== matching.at(-1)
    before = (isCut ? found : read.messages).at(-1)?.key ?? before
    if (isCut) return toPage(context, found, before)
    if (!read.more) return toPage(context, found, null)
    if (found.length === limit || search === '') break
  }
  return toPage(context, found, before)
}

function toPage(context: Context, messages: readonly StoredMessage[], next: number | null): DeadPage {
  return {
    kind: 'listed',
    messages: messages.map((message) => toMessageView(context, message)),
    next: cursorAt(context, next),
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

/** Puts the dead messages that a filter selects back, as if they had never been delivered. Returns their number. */
export async function replayDeadMessages(
  { store }: Context,
  { queueKey, ...filter }: DeadFilter & { queueKey: number },
): Promise<number> {
  const { search, since, until } = filter
  if (search === '' && since === null && until === null) return replayAll(store, queueKey)
  let replayed = 0
  let before: number | null = null
  for (;;) {
    const read: { messages: StoredMessage[]; more: boolean } = await store.queues.listDead({
      queueKey,
      limit: SEARCHED_PER_READ,
      before,
      since,
      until,
    })
    const among = read.messages.filter((message) => containsText(message, search)).map(({ key }) => key)
    if (among.length > 0) replayed += await store.queues.replayAll({ queueKey, limit: among.length, among })
    before = read.messages.at(-1)?.key ?? null
    if (!read.more || before === null) return replayed
  }
}

async function replayAll(store: Context['store'], queueKey: number): Promise<number> {
  let replayed = 0
  let back = 0
  do {
    back = await store.queues.replayAll({ queueKey, limit: MAX_REPLAYED_PER_WRITE })
    replayed += back
  } while (back === MAX_REPLAYED_PER_WRITE)
  return replayed
}
