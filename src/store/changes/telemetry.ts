import { savePublicLink } from '../endpoints/endpoints.ts'
import { createAcceptedEvents } from '../telemetry/accepted-events.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const events: ConsequenceHandler<'events'> = {
  collect(events, { stored, now, batch }) {
    batch.events ??= createAcceptedEvents(batch.seenEventIds)
    batch.events.add(events, { endpointKey: stored.key, now })
  },
}

export const publicLink: ConsequenceHandler<'public_link'> = {
  collect({ linkId }, { stored }) {
    stored.publicLinkId = linkId
  },
  effect: (_link, { stored }, { db }) => savePublicLink(db, stored),
}

export const watches: ConsequenceHandler<'watches'> = {
  collect({ watches }, { stored, batch }) {
    stored.watches = watches
    batch.watchedEndpoints.add(stored)
  },
}
