type Parameters = {
  algorithm: string
  cost: number
  keyLength: number
  keyPrefix: string
  nonce: string
  salt: string
}

/** Keys that are derived at the same time: the browser derives them outside of the thread of the page. */
const AT_ONCE = 4
export const TIMEOUT_MS = 30_000
const MAX_COUNTER = 1e6

/**
 * Fetches and solves a proof of work (ALTCHA, format 2): the counter for which PBKDF2 gives the wanted prefix. No worker is
 * needed, which the policy of a page could forbid. Returns the value of the field `altcha`; null where the page has no
 * cryptography (no TLS) or the endpoint gives no challenge.
 */
export async function solveChallenge(formUrl: string): Promise<string | null> {
  try {
    const startedAt = performance.now()
    const response = await fetch(`${formUrl}/challenge`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const challenge: { parameters: Parameters } = await response.json()
    for (let first = 0; first < MAX_COUNTER; first += AT_ONCE) {
      const counters = Array.from({ length: AT_ONCE }, (_, index) => first + index)
      const keys = await Promise.all(counters.map((counter) => deriveKey(challenge.parameters, counter)))
      const found = keys.findIndex((key) => key.startsWith(challenge.parameters.keyPrefix))
      if (found >= 0) {
        const time = Math.round(performance.now() - startedAt)
        return btoa(
          JSON.stringify({ challenge, solution: { counter: first + found, derivedKey: keys[found], time } }),
        )
      }
    }
  } catch {
    // The endpoint decides about a submission without a solution.
  }
  return null
}

async function deriveKey(
  { algorithm, cost, keyLength, nonce, salt }: Parameters,
  counter: number,
): Promise<string> {
  const password = toBytes(nonce + counter.toString(16).padStart(8, '0'))
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', salt: toBytes(salt), iterations: cost, hash: algorithm.slice(7) },
    key,
    keyLength * 8,
  )
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
