import { CREATION_SUBJECT } from '../../domain/challenges/challenge.ts'
import { judgeProof, type Proof, readProof } from '../../domain/challenges/proof.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'

/** Time for which a count of creations is used again. */
const COUNT_AGE_MS = 5 * SECOND

export type CreationProofs = {
  /** Judges the proof of work that a creation sends, and returns its fields without it where one is asked for. */
  read(fields: readonly Field[], now: Date): Promise<{ proof: Proof; fields: readonly Field[] }>
  /** Adds a challenge to a refusal for lack of a proof. */
  withChallenge(refusal: Refusal, now: Date): Promise<Refusal>
}

/** Creates the proofs of work for creating endpoints, which the operator may ask for. */
export function createCreationProofs({
  actions,
  challenges,
  keys,
}: Pick<HttpDeps, 'actions' | 'challenges' | 'keys'>): CreationProofs {
  let counted = { at: Number.NEGATIVE_INFINITY, isBusy: false }

  async function isBusy(now: Date): Promise<boolean> {
    if (Math.abs(now.getTime() - counted.at) >= COUNT_AGE_MS) {
      const count = await actions.countCreations(now, challenges.creationsBefore + 1)
      counted = { at: now.getTime(), isBusy: count > challenges.creationsBefore }
    }
    return counted.isBusy
  }

  return {
    async read(fields, now) {
      const { creation } = challenges
      const isAsked = creation === 'always' || (creation === 'auto' && (await isBusy(now)))
      if (!isAsked) return { proof: { kind: 'not_asked' }, fields }
      const sent = readProof(keys, { fields, subject: CREATION_SUBJECT, now })
      const proof = judgeProof('required', { check: sent?.check ?? null, isSpent: false })
      return { proof, fields: sent?.others ?? fields }
    },
    async withChallenge(refusal, now) {
      if (refusal.code !== 'create_challenge') return refusal
      const { difficulty } = challenges
      const challenge = await keys.newChallenge({ subject: CREATION_SUBJECT, difficulty, now })
      return { ...refusal, challenge }
    },
  }
}
