import { saveLanguage } from '../endpoints/endpoints.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const language: ConsequenceHandler<'language'> = {
  collect({ language }, { stored }) {
    stored.endpoint = { ...stored.endpoint, language }
  },
  effect: (_language, { stored }, { db }) => saveLanguage(db, stored),
}
