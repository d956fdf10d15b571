import { newMessage } from '../queues/messages.ts'
import { newRouting } from '../queues/routings.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const messages: ConsequenceHandler<'messages'> = {
  collect({ messages }, { stored, now, batch }) {
    for (const message of messages) {
      batch.rows.messages.push(newMessage({ ...message, queueKey: stored.key, publishedAt: now }))
    }
    batch.getTally().addMessages(stored.key, { backlog: messages.length })
    const published = messages.filter(({ isTest }) => !isTest).length
    if (published > 0) batch.getTally().addRates(stored.key, { published }, now)
  },
}

export const routing: ConsequenceHandler<'routing'> = {
  collect(routing, { now, batch }) {
    batch.rows.routings.push(newRouting(routing))
    const queue = batch.endpoints.get(routing.queueId)
    if (queue && routing.queueConsequences.length > 0)
      batch.collect(routing.queueConsequences, { stored: queue, now })
  },
}
