import { nextLetterAt } from '../domain/letter-budget.ts'
import { SECOND } from '../domain/time.ts'
import type { BeginDecision, FoundLetter, FoundNotice, FoundSubmissionLetter } from '../store/store.ts'

/** Whether a letter may go now. */
export function mayBegin(found: FoundLetter, now: Date): BeginDecision {
  switch (found.kind) {
    case 'claim':
    case 'submission':
      return submissionLetterMayBegin(found, now)
    case 'notice':
      return noticeMayBegin(found, now)
  }
}

/** Retries of a letter that has begun use up no budget; the owner's consent, given by a person, lifts the budget. */
function submissionLetterMayBegin(found: FoundSubmissionLetter, now: Date): BeginDecision {
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

/** The letter budget does not bind notices: they have limits of their own. */
function noticeMayBegin({ notice, mailbox, expiresAt }: FoundNotice, now: Date): BeginDecision {
  if (now >= expiresAt) return { kind: 'end', outcome: 'expired' }
  switch (notice.kind) {
    case 'sign_in':
      // Whoever wants no endpoints made for a mailbox may still own some, and asked for this letter just now.
      return { kind: 'send' }
    case 'destination':
      return mailbox.suppressed ? { kind: 'end', outcome: 'suppressed' } : { kind: 'send' }
  }
}
