import { solveChallenge, TIMEOUT_MS } from './challenge.ts'
import type { Outcome, Submission } from './submission.ts'

type Answer = {
  ok?: boolean
  code?: string
  message?: string
  /** Text for the visitor, in the language that was asked for. */
  visitor_message?: string
  field?: string
  next?: string
}

/** Sends a submission once; a second time with a proof of work where the endpoint asks for one. Never rejects. */
export async function send(submission: Submission): Promise<Outcome> {
  const { url, key, entries, language, challenge } = submission
  const body = new FormData()
  for (const [name, value] of entries) body.append(name, value)
  try {
    const proof = challenge ? await solveChallenge(url) : null
    if (proof !== null) body.set('altcha', proof)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'accept-language': `${language}, en;q=0.5`,
        'idempotency-key': key,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: Answer = await response.json()
    const { ok, code, field, next } = answer
    const { status, headers } = response
    const receiptUrl = /^<(https?:[^>]+)>; rel="receipt"/.exec(headers.get('link') ?? '')?.[1]
    if (ok) return { kind: 'accepted', answer, next, receiptUrl }
    if (code === 'challenge_required' && !challenge) return await send({ ...submission, challenge: true })
    const message = answer.visitor_message ?? answer.message
    const waitMs = Number(headers.get('retry-after')) * 1000
    // 409: the first try is still being processed.
    if (!code || !message || status >= 500 || status === 409 || waitMs)
      return { kind: 'failed', answer, message, waitMs }
    return { kind: 'refused', answer, message, field }
  } catch {
    // No answer, or one that is not from the instance, such as the sign-in page of a network.
    return { kind: 'failed', waitMs: 0 }
  }
}
