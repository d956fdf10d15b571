import { recordConsent } from '../accounts/mailboxes.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const consent: ConsequenceHandler<'consent'> = {
  effect: ({ mailboxKey }, { now }, { db }) => recordConsent(db, mailboxKey, now),
}
