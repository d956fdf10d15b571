import { newMessage } from '../queues/messages.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const messages: ConsequenceHandler<'messages'> = {
  collect({ messages }, { stored, now, batch }) {
    for (const message of messages) {
      batch.rows.messages.push(newMessage({ ...message, queueKey: stored.key, publishedAt: now }))
    }
    batch.tally.addMessages(stored.key, { backlog: messages.length })
    batch.tally.addRates(stored.key, { published: messages.length }, now)
  },
}
