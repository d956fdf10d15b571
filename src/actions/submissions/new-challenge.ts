import type { Challenge, ChallengeDifficulty } from '../../domain/challenges/challenge.ts'
import { getPublicState } from '../../domain/endpoints/endpoint.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { Context } from '../context.ts'

/** Makes a challenge for a form that asks for a proof of work. Nothing is stored. */
export async function newFormChallenge(
  context: Context,
  { formId, difficulty, now }: { formId: string; difficulty: ChallengeDifficulty; now: Date },
): Promise<{ kind: 'challenge'; challenge: Challenge } | Refused> {
  const found = await context.store.findEndpoint(formId)
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const state = getPublicState(found.endpoint, now)
  if (state === 'expired' || state === 'retired' || state === 'suspended') {
    return { kind: 'refused', refusal: { code: `endpoint_${state}` } }
  }
  if (found.endpoint.settings.challenge === 'off')
    return { kind: 'refused', refusal: { code: 'challenge_off' } }
  return {
    kind: 'challenge',
    challenge: await context.keys.newChallenge({ subject: formId, difficulty, now }),
  }
}
