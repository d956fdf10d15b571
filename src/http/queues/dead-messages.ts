import { z } from 'zod'
import { type DeadFilter, MAX_DEAD_SEARCH_LENGTH } from '../../domain/queues/dead-filter.ts'
import { type RefusalCode, type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute, written } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { queueExamples } from '../schema/queue-examples.ts'
import { NOTHING } from '../schema/read-input.ts'
import { PAGING, page } from '../schema/shapes.ts'
import { DeadMessages, DeletedMessages, Message, messagesJson, Published } from './message-shape.ts'
import { findQueueKey, PLACE, READS, UNKNOWN, WRITES } from './queue-messages.ts'

const anInstant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const FILTER = {
  since: anInstant.optional().describe('Only messages published at or after this time (RFC 3339).'),
  until: anInstant.optional().describe('Only messages published before this time (RFC 3339).'),
  search: z
    .string()
    .max(MAX_DEAD_SEARCH_LENGTH)
    .optional()
    .describe('Only messages with this text in their body or reason, in upper or lower case.'),
}
const Dead = named('DeadMessagePage', page(Message))
const ReplayedAll = named('ReplayedMessages', z.object({ replayed: z.int() }))

/** A call on the dead messages of a queue, for both credentials: a key of the queue, and a session or an API key of its owner. */
type DeadCall = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the address of the queue. */
  path: string
  /** Null: only owners have this call. */
  operationId: string | null
  ownedOperationId: string
  summary: string
  answer: { schema: z.ZodType; example: unknown }
  owned: { description: string; schema?: z.ZodType }
  refuses?: readonly RefusalCode[]
  /** @param request.messageId empty for a call on all messages */
  act(request: {
    queueKey: number
    messageId: string
    limit: number
    cursor: string | undefined
    /** Owners select messages; left out for keys of the queue. */
    filter?: DeadFilter
  }): Promise<{ kind: 'done'; json: string } | Refused>
}

/** Creates the calls that list, delete and replay the dead messages of a queue. */
export function createDeadCalls({ actions }: Pick<HttpDeps, 'actions'>): DeadCall[] {
  return [
    {
      method: 'GET',
      path: '/dead',
      operationId: 'listDeadMessages',
      ownedOperationId: 'listDeadOfOwnedQueue',
      summary: 'List messages that were delivered too often, newest first.',
      answer: { schema: DeadMessages, example: queueExamples.dead },
      owned: { description: 'A page of messages.', schema: Dead },
      refuses: ['value_invalid'],
      async act({ queueKey, limit, cursor, filter = ALL }) {
        const listed = await actions.listDeadMessages({ queueKey, limit, cursor, ...filter })
        if (listed.kind === 'refused') return listed
        const next = JSON.stringify(listed.next)
        return { kind: 'done', json: `{"data":${messagesJson(listed.messages)},"next_cursor":${next}}` }
      },
    },
    {
      method: 'DELETE',
      path: '/dead',
      operationId: 'deleteDeadMessages',
      ownedOperationId: 'deleteDeadOfOwnedQueue',
      summary: 'Delete all dead messages.',
      answer: { schema: DeletedMessages, example: queueExamples.deleted },
      owned: { description: 'Number of deleted messages.' },
      act: async ({ queueKey }) => done({ deleted: await actions.deleteDeadMessages(queueKey) }),
    },
    {
      method: 'DELETE',
      path: '/dead/:message',
      operationId: 'deleteDeadMessage',
      ownedOperationId: 'deleteOneDeadOfOwnedQueue',
      summary: 'Delete one dead message.',
      answer: { schema: DeletedMessages, example: queueExamples.deleted },
      owned: { description: 'The message is deleted.' },
      refuses: ['message_not_found'],
      act: async (message) =>
        (await actions.deleteDeadMessage(message)) ? done({ deleted: 1 }) : NO_MESSAGE,
    },
    {
      method: 'POST',
      path: '/dead/replay',
      operationId: null,
      ownedOperationId: 'replayDeadOfOwnedQueue',
      summary: 'Put all dead messages, or those of a filter, back as if they had never been delivered.',
      answer: { schema: ReplayedAll, example: { replayed: 3 } },
      owned: { description: 'Number of messages put back.' },
      act: async ({ queueKey, filter = ALL }) =>
        done({ replayed: await actions.replayDeadMessages({ queueKey, ...filter }) }),
    },
    {
      method: 'POST',
      path: '/dead/:message/replay',
      operationId: 'replayMessage',
      ownedOperationId: 'replayOneOfOwnedQueue',
      summary: 'Put a dead message back as if it had never been delivered.',
      answer: { schema: Published, example: queueExamples.published },
      owned: { description: 'The message can be pulled again.' },
      refuses: ['message_not_found'],
      async act(message) {
        const isReplayed = await actions.replayMessage(message)
        return isReplayed ? done({ ok: true, message_id: message.messageId }) : NO_MESSAGE
      },
    },
  ]
}

const ALL: DeadFilter = { since: null, until: null, search: '' }
const NO_MESSAGE = refused({ code: 'message_not_found' })

function done(body: object) {
  return { kind: 'done', json: JSON.stringify(body) } as const
}

/** Returns the query of a call of owners. */
function toQuery(operationId: string) {
  switch (operationId) {
    case 'listDeadOfOwnedQueue':
      return z.strictObject({ ...PAGING, ...FILTER })
    case 'replayDeadOfOwnedQueue':
      return z.strictObject(FILTER).partial()
    default:
      return NOTHING
  }
}

/** Routes of owners for the dead messages of their queues. */
export function deadMessageRoutes(deps: HttpDeps): ApiRoute[] {
  return createDeadCalls(deps).map((call) => {
    const { method, path, ownedOperationId, summary, answer, owned, refuses } = call
    const isRead = method === 'GET'
    return apiRoute({
      ...(isRead ? READS : { ...WRITES, method, fresh: method === 'DELETE' }),
      path: PLACE + path,
      operationId: ownedOperationId,
      summary,
      query: toQuery(ownedOperationId),
      answer: { status: 200, ...answer, ...owned },
      ...(refuses ? { refuses } : {}),
      async handle({ caller, params, query, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        const { limit = 0, cursor, since = null, until = null, search = '' } = query
        const filter = { since, until, search }
        const result = await call.act({ queueKey, messageId: params.message ?? '', limit, cursor, filter })
        return result.kind === 'refused' ? result : written(result.json)
      },
    })
  })
}
