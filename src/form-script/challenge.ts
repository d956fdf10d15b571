import { TIMEOUT_MS } from './post-body.ts'

type Parameters = {
  algorithm: string
  cost: number
  keyLength: number
  keyPrefix: string
  nonce: string
  salt: string
}

/** Counters that are tried at the same time: the browser derives keys outside of the thread of the page. */
const AT_ONCE = [0, 1, 2, 3] as const
const MAX_COUNTER = 1e6

/**
 * Fetches and solves a proof of work (ALTCHA, format 2): the counter for which PBKDF2 gives the wanted prefix. No worker is
 * needed, which the policy of a page could forbid. Returns the value of the field `altcha`; undefined where the page has no
 * cryptography (no TLS) or the endpoint gives no challenge.
 */
export async function solveChallenge(formUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${formUrl}/challenge`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const challenge: { parameters: Parameters } = await response.json()
    for (let first = 0; first < MAX_COUNTER; first += AT_ONCE.length) {
      const tried = await Promise.all(AT_ONCE.map((index) => solve(challenge.parameters, first + index)))
      const solution = tried.find(({ derivedKey }) => derivedKey.startsWith(challenge.parameters.keyPrefix))
      if (solution) return btoa(JSON.stringify({ challenge, solution }))
    }
  } catch {
    // The endpoint decides about a submission without a solution.
  }
  return undefined
}

async function solve({ algorithm, cost, keyLength, nonce, salt }: Parameters, counter: number) {
  const password = toBytes(nonce + counter.toString(16).padStart(8, '0'))
  const [name = '', hash] = algorithm.split('/')
  const key = await crypto.subtle.importKey('raw', password, name, false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name, salt: toBytes(salt), iterations: cost, hash },
    key,
    keyLength * 8,
  )
  const hex = Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0'))
  return { counter, derivedKey: hex.join('') }
}

function toBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number(`0x${byte}`))
}
