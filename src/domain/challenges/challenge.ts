import { UNCONFIRMED_EMAILS_PER_HOUR } from '../outbox/email-ceiling.ts'
import { DAY, MINUTE } from '../time.ts'

/** Time for which a challenge can be solved: people type slowly. */
export const CHALLENGE_MS = 20 * MINUTE
/** Time after that for which a solution is still accepted: its submission may be on the way. */
export const CHALLENGE_GRACE_MS = 2 * MINUTE
/** Time for which a spent challenge is remembered after its end, so that a clock that is put back revives none. */
export const SPENT_CHALLENGE_MS = DAY

export const CHALLENGE_ALGORITHM = 'PBKDF2/SHA-256'
/** Iterations of one try. */
export const CHALLENGE_COST = 5000
/** Bytes of a derived key. */
export const CHALLENGE_KEY_BYTES = 32
/** Bytes of the derived key that a challenge tells: so many that only the right counter leads to them. */
export const CHALLENGE_PREFIX_BYTES = CHALLENGE_KEY_BYTES / 2

export const CHALLENGE_DIFFICULTIES = ['low', 'normal', 'high'] as const
export type ChallengeDifficulty = (typeof CHALLENGE_DIFFICULTIES)[number]

/** Settings of the proof of work for creating an endpoint; `auto` asks for one above `getCreationsBeforeChallenge`. */
export const CREATION_CHALLENGES = ['off', 'always', 'auto'] as const
export type CreationChallenge = (typeof CREATION_CHALLENGES)[number]

/**
 * Returns the number of creations of the whole instance within an hour above which `auto` asks for a proof of work: half the
 * number of unconfirmed emails that the instance may send, at which networks begin to take turns.
 *
 * @param emailsPerHour limit of unconfirmed emails; 0 for none, which counts as the default limit
 */
export function getCreationsBeforeChallenge(emailsPerHour: number): number {
  return Math.ceil((emailsPerHour || UNCONFIRMED_EMAILS_PER_HOUR) / 2)
}

/** Maximum number of tries that a solution takes; half of them on average. */
export const MAX_CHALLENGE_TRIES: Readonly<Record<ChallengeDifficulty, number>> = {
  low: 40,
  normal: 120,
  high: 600,
}

/** Maximum length of a solution; that of a challenge of ours has about 750 characters. */
export const MAX_SOLUTION_LENGTH = 2048

/** A challenge in format 2 of ALTCHA. `signature`: HMAC of the parameters as JSON, their names sorted. */
export type Challenge = { parameters: ChallengeParameters; signature: string }

export type ChallengeParameters = {
  algorithm: string
  cost: number
  /** `f`: the form that the solution is for, or `CREATION_SUBJECT`. */
  data: { f: string }
  /** Seconds since 1970. */
  expiresAt: number
  keyLength: number
  /** Hexadecimal, as everything below. */
  keyPrefix: string
  /** HMAC of the derived key: a solution is checked without deriving it. */
  keySignature: string
  nonce: string
  salt: string
}

/** Subject of a challenge for creating an endpoint; no id of a form. */
export const CREATION_SUBJECT = 'new'

/** Nonce of a solved challenge, which counts once. `until`: the end of the time for which it is accepted. */
export type SolvedChallenge = { nonce: string; until: Date }

/** Outcome of checking what was sent as a solution. */
export type SolutionCheck =
  | ({ kind: 'solved' } & SolvedChallenge)
  /** A challenge of ours for this subject, solved or not, whose time is over. */
  | { kind: 'expired' }
  | { kind: 'invalid' }
  | { kind: 'missing' }
