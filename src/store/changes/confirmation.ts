import { releaseHeldEmails } from '../endpoints/confirmation.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const confirmation: ConsequenceHandler<'confirmation'> = {
  effect: (_confirmation, { stored, now }, { db }) => {
    const { key: endpointKey, mailboxKey } = stored
    return releaseHeldEmails(db, { endpointKey, mailboxKey, now })
  },
}
