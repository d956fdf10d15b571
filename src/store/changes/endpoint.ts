import type { ConsequenceHandler } from './change-batch.ts'

export const endpoint: ConsequenceHandler<'endpoint'> = {
  collect({ facts }, { stored, batch }) {
    stored.endpoint = facts
    batch.changedEndpoints.add(stored)
  },
}
