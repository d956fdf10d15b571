import { solveChallenge } from './challenge.ts'
import { postBody } from './post-body.ts'
import type { Outcome, Submission } from './submission.ts'

/**
 * Sends a submission once; a second time with a proof of work where the endpoint asks for one. Never rejects. `report` is
 * called with the number of bytes that are left to send, where there are files, which come last.
 */
export async function send(submission: Submission, report?: (leftBytes: number) => void): Promise<Outcome> {
  const { url, key, entries, files = [], language, challenge } = submission
  const body = new FormData()
  for (const entry of entries) body.append(...entry)
  try {
    const proof = challenge && (await solveChallenge(url))
    if (proof) body.append('altcha', proof)
    for (const entry of files) body.append(...entry)
    const headers = { 'accept-language': `${language}, en`, 'idempotency-key': key }
    const { status, answer, getHeader } = await postBody(url, { headers, body, report })
    const { ok, code, next, visitor_message: message = answer.message } = answer
    if (code === 'challenge_required' && !challenge)
      return await send({ ...submission, challenge: true }, report)
    const receipt = next ? undefined : /<(https?:[^>]+)>; rel="receipt"/.exec(getHeader('link') ?? '')?.[1]
    const waitMs = Number(getHeader('retry-after')) * 1000 || 0
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
    return { kind: 'error', waitMs: 0, text: files.length > 0 ? 'filesFailed' : undefined }
  }
}
