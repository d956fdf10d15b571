import { saveSiteHost } from '../endpoints/endpoints.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const site: ConsequenceHandler<'site'> = {
  collect({ host }, { stored }) {
    stored.endpoint = { ...stored.endpoint, siteHost: host }
  },
  effect: (_site, { stored }, { db }) => saveSiteHost(db, stored),
}
