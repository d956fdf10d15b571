import { newRouting } from '../queues/routings.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const routing: ConsequenceHandler<'routing'> = {
  collect(routing, { now, batch }) {
    batch.rows.routings.push(newRouting(routing))
    const queue = batch.endpoints.get(routing.queueId)
    if (queue && routing.queueConsequences.length > 0)
      batch.collect(routing.queueConsequences, { stored: queue, now })
  },
}
