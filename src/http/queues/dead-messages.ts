import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, written } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { queueExamples } from '../schema/queue-examples.ts'
import { PAGING, page } from '../schema/shapes.ts'
import { DeletedMessages, Message, messagesJson, Published } from './message-shape.ts'
import { EXAMPLE, findQueueKey, PLACE, READS, UNKNOWN, WRITES } from './queue-messages.ts'

const Dead = named('DeadMessagePage', page(Message))
const ReplayedAll = named('ReplayedMessages', z.object({ replayed: z.int() }))

/** Routes that list, delete and replay the dead messages of owned queues. */
export function deadMessageRoutes(deps: HttpDeps): ApiRoute[] {
  return [...deadRoutes(deps), ...replayRoutes(deps)]
}

/** Routes that list and delete dead messages. */
function deadRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...READS,
      path: `${PLACE}/dead`,
      operationId: 'listDeadOfOwnedQueue',
      summary: 'List messages that were delivered too often, newest first.',
      query: z.strictObject(PAGING),
      answer: {
        status: 200,
        description: 'A page of messages.',
        schema: Dead,
        example: { data: [EXAMPLE], next_cursor: null },
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, query, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        const listed = await actions.listDeadMessages({ queueKey, limit: query.limit, cursor: query.cursor })
        if (listed.kind === 'refused') return listed
        const next = JSON.stringify(listed.next)
        return written(`{"data":${messagesJson(listed.messages)},"next_cursor":${next}}`)
      },
    }),
    apiRoute({
      ...WRITES,
      method: 'DELETE',
      path: `${PLACE}/dead`,
      fresh: true,
      operationId: 'deleteDeadOfOwnedQueue',
      summary: 'Delete all dead messages.',
      answer: {
        status: 200,
        description: 'Number of deleted messages.',
        schema: DeletedMessages,
        example: queueExamples.deleted,
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        return answered({ deleted: await actions.deleteDeadMessages(queueKey) })
      },
    }),
    apiRoute({
      ...WRITES,
      method: 'DELETE',
      path: `${PLACE}/dead/:message`,
      fresh: true,
      operationId: 'deleteOneDeadOfOwnedQueue',
      summary: 'Delete one dead message.',
      answer: {
        status: 200,
        description: 'The message is deleted.',
        schema: DeletedMessages,
        example: queueExamples.deleted,
      },
      refuses: ['endpoint_not_found', 'message_not_found'],
      async handle({ caller, params, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        const deleted = await actions.deleteDeadMessage({ queueKey, messageId: params.message ?? '' })
        return deleted ? answered({ deleted: 1 }) : refused({ code: 'message_not_found' })
      },
    }),
  ]
}

/** Routes that replay dead messages. */
function replayRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...WRITES,
      method: 'POST',
      path: `${PLACE}/dead/replay`,
      operationId: 'replayDeadOfOwnedQueue',
      summary: 'Put all dead messages back as if they had never been delivered.',
      answer: {
        status: 200,
        description: 'Number of messages put back.',
        schema: ReplayedAll,
        example: { replayed: 3 },
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        return answered({ replayed: await actions.replayDeadMessages(queueKey) })
      },
    }),
    apiRoute({
      ...WRITES,
      method: 'POST',
      path: `${PLACE}/dead/:message/replay`,
      operationId: 'replayOneOfOwnedQueue',
      summary: 'Put a dead message back as if it had never been delivered.',
      answer: {
        status: 200,
        description: 'The message can be pulled again.',
        schema: Published,
        example: queueExamples.published,
      },
      refuses: ['endpoint_not_found', 'message_not_found'],
      async handle({ caller, params, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        const messageId = params.message ?? ''
        if (!(await actions.replayMessage({ queueKey, messageId })))
          return refused({ code: 'message_not_found' })
        return answered({ ok: true, message_id: messageId })
      },
    }),
  ]
}
