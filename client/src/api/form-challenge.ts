import { type Solving, solveChallenge, Unsolved } from './challenge.ts'
import { sendRequest, Unreachable } from './request.ts'
import type { Refused } from './schema.ts'

/** Time for which a form that asks for no proof of work is not asked again. */
const OFF_MS = 600_000
const MAX_REMEMBERED = 1000

/** Addresses of forms that ask for no proof of work, and until when that is taken for granted, in milliseconds since 1970. */
const offUntil = new Map<string, number>()

/**
 * Solves a challenge of a form before it refuses a submission: one that only scores the solution never refuses. Returns the
 * solution, to be sent as the field `altcha`; null where there is none, and the form decides about the submission.
 *
 * @param url address of the form
 * @throws the reason of the signal
 */
export async function solveForm(url: string, solving: Solving = {}): Promise<string | null> {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/challenge`
  address.search = ''
  const { href } = address
  if ((offUntil.get(href) ?? 0) > Date.now()) return null
  const { headers = {}, signal } = solving
  try {
    const { status, json } = await sendRequest(href, { headers, signal, redirect: 'manual' })
    if ((Object(json) as Partial<Refused>).code === 'challenge_off') rememberOff(href)
    return status === 200 ? await solveChallenge(json, solving) : null
  } catch (error) {
    if (error instanceof Unsolved || error instanceof Unreachable) return null
    throw error
  }
}

function rememberOff(href: string): void {
  if (offUntil.size >= MAX_REMEMBERED) offUntil.clear()
  offUntil.set(href, Date.now() + OFF_MS)
}
