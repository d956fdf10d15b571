import type { ConsequenceHandler } from './change-batch.ts'

export const challengeSpent: ConsequenceHandler<'challenge_spent'> = {
  collect({ challenge }, { batch }) {
    if (!batch.spent) throw new Error('a challenge that the request does not name was spent')
    batch.spent.add(challenge)
  },
}
