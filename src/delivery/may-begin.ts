import { nextLetterAt } from '../domain/letter-budget.ts'
import { SECOND } from '../domain/time.ts'
import type { BeginDecision, FoundLetter } from '../store/store.ts'

/**
 * Whether a letter may go now. Retries of a letter that has begun use up no budget; the owner's consent,
 * given by a person, lifts the budget.
 */
export function mayBegin(found: FoundLetter, now: Date): BeginDecision {
  const { endpoint, mailbox } = found
  const claimed = endpoint.claimedAt !== null
  if (claimed && endpoint.mailStoppedAt) return { kind: 'end', outcome: 'suppressed' }
  // A scanner that followed the claim link said nothing: only a person's yes outweighs the "I did not ask for this".
  if (mailbox.suppressed && !(claimed && mailbox.consented)) return { kind: 'end', outcome: 'suppressed' }
  if (found.startedAt || mailbox.consented) return { kind: 'send' }
  if (found.kind === 'submission' && !claimed && found.claimLetterDueAt) {
    // Else the letters after it would carry more new endpoints to a mailbox than the limit of claim letters allows.
    const until = new Date(Math.max(found.claimLetterDueAt.getTime(), now.getTime() + SECOND))
    return { kind: 'hold', until, scope: 'endpoint' }
  }
  const until = nextLetterAt(mailbox.started, found.kind, now)
  return until > now ? { kind: 'hold', until, scope: 'mailbox' } : { kind: 'send' }
}
