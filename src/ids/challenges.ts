import { createHmac, pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import {
  CHALLENGE_ALGORITHM,
  CHALLENGE_COST,
  CHALLENGE_GRACE_MS,
  CHALLENGE_KEY_BYTES,
  CHALLENGE_MS,
  CHALLENGE_PREFIX_BYTES,
  type ChallengeParameters,
  MAX_CHALLENGE_TRIES,
  MAX_SOLUTION_LENGTH,
} from '../domain/challenges/challenge.ts'
import type { Keys } from '../domain/keys.ts'
import { later, SECOND } from '../domain/time.ts'

const RANDOM_BYTES = 16
/** Names of the parameters of every challenge. */
const PARAMETER_COUNT = 9
const DERIVED_KEY = /^[0-9a-f]{64}$/
const MAX_COUNTER = 0xffffffff

const derive = promisify(pbkdf2)

type Challenges = Pick<Keys, 'newChallenge' | 'checkSolution'>

/**
 * Creates and checks challenges in format 2 of ALTCHA. Written out instead of taken from altcha-lib, which checks a solution in
 * 0.2 ms with asynchronous Web Crypto: three times the cost of a submission, and fifteen times that of the two HMACs here.
 *
 * @param secrets texts, as the library takes them; `solution` signs derived keys
 */
export function createChallenges(secrets: { challenge: string; solution: string }): Challenges {
  const sign = (parameters: ChallengeParameters) =>
    createHmac('sha256', secrets.challenge).update(toCanonicalText(parameters)).digest('hex')
  const signKey = (key: Buffer) => createHmac('sha256', secrets.solution).update(key).digest('hex')

  return {
    async newChallenge({ subject, difficulty, now }) {
      const nonce = randomBytes(RANDOM_BYTES)
      const salt = randomBytes(RANDOM_BYTES)
      const password = Buffer.alloc(RANDOM_BYTES + 4)
      nonce.copy(password)
      password.writeUInt32BE(randomInt(MAX_CHALLENGE_TRIES[difficulty]), RANDOM_BYTES)
      const key = await derive(password, salt, CHALLENGE_COST, CHALLENGE_KEY_BYTES, 'sha256')
      const parameters: ChallengeParameters = {
        algorithm: CHALLENGE_ALGORITHM,
        cost: CHALLENGE_COST,
        data: { f: subject },
        expiresAt: Math.floor(later(now, CHALLENGE_MS).getTime() / SECOND),
        keyLength: CHALLENGE_KEY_BYTES,
        keyPrefix: key.toString('hex', 0, CHALLENGE_PREFIX_BYTES),
        keySignature: signKey(key),
        nonce: nonce.toString('hex'),
        salt: salt.toString('hex'),
      }
      return { parameters, signature: sign(parameters) }
    },

    checkSolution({ subject, solution, now }) {
      const payload = parsePayload(solution)
      // The signature comes first: a forged challenge causes no work, whatever its cost says. No key is ever derived.
      if (payload === null || !isSame(payload.signature, sign(payload.parameters))) return { kind: 'invalid' }
      const { data, expiresAt, keySignature, nonce } = payload.parameters
      if (data.f !== subject) return { kind: 'invalid' }
      const until = new Date(expiresAt * SECOND + CHALLENGE_GRACE_MS)
      if (now > until) return { kind: 'expired' }
      const isSolved = isSame(signKey(Buffer.from(payload.derivedKey, 'hex')), keySignature)
      return isSolved ? { kind: 'solved', nonce, until } : { kind: 'invalid' }
    },
  }
}

/** Returns the parameters as JSON, their names sorted. Names that are not ours are left out. */
function toCanonicalText(parameters: ChallengeParameters): string {
  const { algorithm, cost, data, expiresAt, keyLength, keyPrefix, keySignature, nonce, salt } = parameters
  const { f } = data
  return JSON.stringify({
    algorithm,
    cost,
    data: { f },
    expiresAt,
    keyLength,
    keyPrefix,
    keySignature,
    nonce,
    salt,
  })
}

/**
 * Reads base64 of `{challenge, solution}`; null for anything else. The values of the parameters are not checked: only those
 * that we signed have the types that they should have.
 */
function parsePayload(
  text: unknown,
): { parameters: ChallengeParameters; signature: string; derivedKey: string } | null {
  if (typeof text !== 'string' || text.length > MAX_SOLUTION_LENGTH) return null
  const { challenge, solution } = Object(parseJson(Buffer.from(text, 'base64').toString()))
  const { parameters, signature } = Object(challenge)
  const { counter, derivedKey } = Object(solution)
  const names = Object.keys(Object(parameters))
  const dataNames = Object.keys(Object(parameters?.data))
  if (names.length !== PARAMETER_COUNT || dataNames.length !== 1) return null
  if (!Number.isInteger(counter) || counter < 0 || counter > MAX_COUNTER) return null
  if (typeof signature !== 'string' || typeof derivedKey !== 'string' || !DERIVED_KEY.test(derivedKey))
    return null
  return { parameters: parameters as ChallengeParameters, signature, derivedKey }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: no payload.
    return null
  }
}

function isSame(given: string, right: string): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right))
}
