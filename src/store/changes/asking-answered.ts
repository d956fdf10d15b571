import { recordAnswered } from '../destinations/confirmations.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const askingAnswered: ConsequenceHandler<'asking_answered'> = {
  effect: (asking, _target, { db }) => recordAnswered(db, asking),
}
