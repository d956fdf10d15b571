import { forgetNetwork, releaseHeldEmails } from '../endpoints/confirmation.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const confirmation: ConsequenceHandler<'confirmation'> = {
  async effect(_confirmation, { stored, now }, { db }) {
    const { key: endpointKey, mailboxKey } = stored
    await forgetNetwork(db, endpointKey)
    await releaseHeldEmails(db, { endpointKey, mailboxKey, now })
  },
}
