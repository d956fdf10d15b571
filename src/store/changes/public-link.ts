import { savePublicLink } from '../endpoints/endpoints.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const publicLink: ConsequenceHandler<'public_link'> = {
  collect({ linkId }, { stored }) {
    stored.publicLinkId = linkId
  },
  effect: (_link, { stored }, { db }) => savePublicLink(db, stored),
}
