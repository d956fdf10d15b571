import { isSameState } from '../endpoints/endpoint-row.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const endpoint: ConsequenceHandler<'endpoint'> = {
  collect({ facts }, { stored, batch }) {
    if (!isSameState(stored.endpoint, facts)) batch.changedStates.add(stored)
    stored.endpoint = facts
    batch.changedEndpoints.add(stored)
  },
}
