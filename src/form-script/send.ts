import { solveChallenge, TIMEOUT_MS } from './challenge.ts'
import type { Answer, Outcome, Submission } from './submission.ts'

/** Sends a submission once; a second time with a proof of work where the endpoint asks for one. Never rejects. */
export async function send(submission: Submission): Promise<Outcome> {
  const { url, key, entries, language, challenge } = submission
  const body = new FormData()
  for (const entry of entries) body.append(...entry)
  try {
    const proof = challenge && (await solveChallenge(url))
    if (proof) body.append('altcha', proof)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'accept-language': `${language}, en`,
        'idempotency-key': key,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: Answer = await response.json()
    const { ok, code, next, visitor_message: message = answer.message } = answer
    const { status, headers } = response
    if (code === 'challenge_required' && !challenge) return await send({ ...submission, challenge: true })
    const receipt = next ? undefined : /<(https?:[^>]+)>; rel="receipt"/.exec(headers.get('link') ?? '')?.[1]
    const waitMs = Number(headers.get('retry-after')) * 1000 || 0
    // 409: the first try is still being processed.
    const isRefused = code && message && status < 500 && status !== 409 && !waitMs
    return {
      ...answer,
      kind: ok ? 'success' : 'error',
      detail: answer,
      message,
      receipt,
      waitMs: ok || isRefused ? undefined : waitMs,
    }
  } catch {
    // No answer, or one that is not from the instance, such as the sign-in page of a network.
    return { kind: 'error', waitMs: 0 }
  }
}
