import { type ApiResponse, sendRequest } from './request.ts'
import type { Challenge, Refused } from './schema.ts'

/** Keys that are derived at the same time: the runtime derives them on threads of its own. */
const KEYS_AT_ONCE = 4
/** Maximum time for one challenge. */
const MAX_SOLVING_MS = 60_000
/** Maximum cost of one key; that of a service of today is 5,000. One derivation cannot be stopped. */
const MAX_COST = 1_000_000
const MAX_COUNTER = 0xffffffff
const ALGORITHM = /^PBKDF2\/(SHA-(?:256|384|512))$/
const HEX = /^(?:[0-9a-f]{2})+$/

/** A proof of work was asked for, and could not be given. */
export class Unsolved extends Error {
  override name = 'Unsolved'
}

export type Solving = {
  signal?: AbortSignal | undefined
  /** Called before the first key, and after every few. */
  onProgress?: ((tries: number) => void) | undefined
  /** Headers of the request for the challenge. */
  headers?: Record<string, string>
}

/**
 * Solves the challenge that a refusal names or contains. Returns the solution, to be sent as the field `altcha` with the same
 * request; null for every other response.
 *
 * @param url address of the refused request; challenges of other services are not fetched
 * @throws Unsolved, Unreachable, or the reason of the signal
 */
export async function solveRefusal(
  url: string,
  { json }: ApiResponse,
  solving: Solving = {},
): Promise<string | null> {
  const { code, challenge, challenge_url: challengeUrl } = Object(json) as Partial<Refused>
  if (code === 'create_challenge' && challenge) return solveChallenge(challenge, solving)
  if (code !== 'challenge_required' || typeof challengeUrl !== 'string') return null
  if (!URL.canParse(challengeUrl) || new URL(challengeUrl).origin !== new URL(url).origin)
    throw new Unsolved('The challenge was not fetched, because its address is not one of the service.')
  const { headers = {}, signal } = solving
  const fetched = await sendRequest(challengeUrl, { headers, signal, redirect: 'manual' })
  if (fetched.status !== 200)
    throw new Unsolved(`No challenge was given: the service answered with status ${fetched.status}.`)
  return solveChallenge(fetched.json, solving)
}

/**
 * Solves a challenge of ALTCHA, format 2, whose keys are derived by PBKDF2: finds the counter whose key begins as wanted.
 *
 * @throws Unsolved, or the reason of the signal
 */
export async function solveChallenge(given: unknown, solving: Solving = {}): Promise<string> {
  const challenge = given as Challenge
  const derive = createDerivation(challenge)
  const { keyPrefix } = challenge.parameters
  const startedAt = performance.now()
  for (let first = 0; first <= MAX_COUNTER; first += KEYS_AT_ONCE) {
    solving.signal?.throwIfAborted()
    const time = Math.round(performance.now() - startedAt)
    if (time > MAX_SOLVING_MS)
      throw new Unsolved(`The proof of work was not found within ${MAX_SOLVING_MS / 1000} seconds.`)
    solving.onProgress?.(first)
    const counters = Array.from({ length: KEYS_AT_ONCE }, (_, index) => first + index)
    const keys = await Promise.all(counters.map(derive))
    const place = keys.findIndex((key) => key.startsWith(keyPrefix))
    const derivedKey = keys[place]
    if (derivedKey !== undefined)
      return btoa(JSON.stringify({ challenge, solution: { counter: first + place, derivedKey, time } }))
  }
  throw new Unsolved('The challenge has no solution.')
}

/** Creates the function that derives the key of a counter. */
function createDerivation(challenge: Challenge): (counter: number) => Promise<string> {
  const { algorithm, cost, keyLength, keyPrefix, nonce, salt } = Object(Object(challenge).parameters)
  const hash = ALGORITHM.exec(String(algorithm))?.[1]
  const isKnown =
    hash !== undefined &&
    [keyPrefix, nonce, salt].every((text) => HEX.test(String(text))) &&
    [cost, keyLength].every((number) => Number.isInteger(number) && number > 0) &&
    cost <= MAX_COST &&
    keyLength <= 64
  if (!isKnown) throw new Unsolved('The challenge is of a kind that this version cannot solve.')
  return async (counter) => {
    const password = toBytes(nonce + counter.toString(16).padStart(8, '0'))
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', salt: toBytes(salt), iterations: cost, hash }
    return toHex(await crypto.subtle.deriveBits(parameters, key, keyLength * 8))
  }
}

function toBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
