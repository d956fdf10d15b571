import type { Keys } from '../keys.ts'
import type { Refusal } from '../refusal.ts'
import type { ChallengeMode } from '../spam/spam-settings.ts'
import { isSolutionField } from '../submissions/control-names.ts'
import type { Field } from '../submissions/fields.ts'
import type { SolutionCheck, SolvedChallenge } from './challenge.ts'

/** Points of the score of a submission, where the owner has the proof of work scored. */
const VALID_PROOF_POINTS = -3
const MISSING_PROOF_POINTS = 3

/** A proof of work that was sent, and the fields without those that hold it. */
export type SentProof = { check: SolutionCheck; others: readonly Field[] }

/** A proof of work as the endpoint judges it: `spent` was used before. */
export type Proof =
  | { kind: 'not_asked' }
  | { kind: 'valid'; challenge: SolvedChallenge }
  | { kind: 'missing' | 'invalid' | 'expired' | 'spent' }

/** The proof of an endpoint that asks for none. */
export const NOT_ASKED: Proof = { kind: 'not_asked' }

const PROBLEMS = {
  missing: 'The proof of work that this form asks for is missing.',
  invalid: 'The proof of work is not valid here.',
  expired: 'The proof of work has expired.',
  spent: 'The proof of work has already been used.',
} as const

/** Checks the first solution among the fields; null when they have none. Works for every form: `judgeProof` applies its setting. */
export function readProof(
  keys: Pick<Keys, 'checkSolution'>,
  sent: { fields: readonly Field[]; subject: string; now: Date },
): SentProof | null {
  const { fields, subject, now } = sent
  const field = fields.find(isSolutionField)
  if (field === undefined) return null
  return {
    check: keys.checkSolution({ subject, solution: field.value, now }),
    others: fields.filter((other) => !isSolutionField(other)),
  }
}

/** Judges what was sent by the setting of the endpoint. */
export function judgeProof(
  mode: ChallengeMode,
  sent: { check: SolutionCheck | null; isSpent: boolean },
): Proof {
  const { check, isSpent } = sent
  if (mode === 'off') return NOT_ASKED
  if (check === null) return { kind: 'missing' }
  if (check.kind !== 'solved') return check
  if (isSpent) return { kind: 'spent' }
  return { kind: 'valid', challenge: { nonce: check.nonce, until: check.until } }
}

/** Returns the refusal of a submission to a form that accepts none without a proof; null for all others. */
export function checkProof(mode: ChallengeMode, proof: Proof): Refusal | null {
  if (mode !== 'required' || proof.kind === 'valid' || proof.kind === 'not_asked') return null
  return {
    code: 'challenge_required',
    message: `${PROBLEMS[proof.kind]} Reload the page and send the form again.`,
  }
}

/** Returns the refusal of a creation that needs a proof; null for a valid one, and where none is asked for. */
export function checkCreationProof(proof: Proof, { isSpent }: { isSpent: boolean }): Refusal | null {
  if (proof.kind === 'not_asked') return null
  if (proof.kind === 'valid') return isSpent ? { code: 'create_challenge', message: PROBLEMS.spent } : null
  return { code: 'create_challenge', ...(proof.kind === 'missing' ? {} : { message: PROBLEMS[proof.kind] }) }
}

/** Returns a sentence about a proof that is not valid; null where none is asked for, and for a valid one. */
export function explainProof(proof: Proof): string | null {
  return proof.kind === 'valid' || proof.kind === 'not_asked' ? null : PROBLEMS[proof.kind]
}

/** Returns the points of a proof in the score of a submission. */
export function scoreProof(proof: Proof): number {
  if (proof.kind === 'not_asked') return 0
  return proof.kind === 'valid' ? VALID_PROOF_POINTS : MISSING_PROOF_POINTS
}
