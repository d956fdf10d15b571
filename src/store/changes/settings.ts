import { saveSettings } from '../endpoints/endpoints.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const settings: ConsequenceHandler<'settings'> = {
  collect({ settings }, { stored }) {
    stored.endpoint = { ...stored.endpoint, settings, version: stored.endpoint.version + 1 }
  },
  effect: (_settings, { stored }, { db }) => saveSettings(db, stored),
}
