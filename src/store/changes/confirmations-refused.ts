import { recordConfirmationsRefused } from '../destinations/confirmations.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const confirmationsRefused: ConsequenceHandler<'confirmations_refused'> = {
  effect: ({ mailboxKey }, { now }, { db }) => recordConfirmationsRefused(db, mailboxKey, now),
}
