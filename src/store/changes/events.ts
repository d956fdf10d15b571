import { createAcceptedEvents } from '../telemetry/accepted-events.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const events: ConsequenceHandler<'events'> = {
  collect(events, { stored, now, batch }) {
    batch.events ??= createAcceptedEvents(batch.seenEventIds)
    batch.events.add(events, { endpointKey: stored.key, now })
  },
}
