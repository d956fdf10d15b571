import { recordConfirmationAnswered, recordConfirmationsRefused } from '../destinations/confirmations.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const confirmationAnswered: ConsequenceHandler<'confirmation_answered'> = {
  effect: (confirmation, _target, { db }) => recordConfirmationAnswered(db, confirmation),
}

export const confirmationsRefused: ConsequenceHandler<'confirmations_refused'> = {
  effect: ({ mailboxKey }, { now }, { db }) => recordConfirmationsRefused(db, mailboxKey, now),
}
