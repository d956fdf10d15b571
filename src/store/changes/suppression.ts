import { recordSuppression } from '../accounts/mailboxes.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const suppression: ConsequenceHandler<'suppression'> = {
  effect: (suppression, { now }, { db }) => recordSuppression(db, { ...suppression, now }),
}
