import type { Challenge } from '../../domain/challenges/challenge.ts'
import type { Refusal, RefusalCode } from '../../domain/refusal.ts'
import { answerTo, type RefusalBody } from '../kernel/refusals.ts'
import type { AcceptedBody, ClaimedBody, CreationDryRunBody, SubmissionDryRunBody } from './schemas.ts'

export const EXAMPLE_FORM_ID = 'f_k3v9q2m7x4t8r5wz'
export const EXAMPLE_TELEMETRY_ID = 't_k3v9q2m7x4t8r5wz'
export const EXAMPLE_RECIPIENT = 'jane@acme.org'
/** A recipient that the service refuses, so that nobody gets the emails of a command that was copied unchanged. */
export const PLACEHOLDER_RECIPIENT = 'you@yourdomain.com'
export const EXAMPLE_HINT = 'j***@a***.org'
export const EXAMPLE_EXPIRY = '2026-12-20T10:00:00.000Z'

/** One submission, as it is sent and as a dry run parses it. */
export const EXAMPLE_SUBMISSION = { name: 'Jane', email: EXAMPLE_RECIPIENT, message: 'Hello' }

/** A challenge for documents; its counter is 60. */
export const EXAMPLE_CHALLENGE: Challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    data: { f: EXAMPLE_FORM_ID },
    expiresAt: 1795319710,
    keyLength: 32,
    keyPrefix: '5db453f236a9268dc55d2a84616b81df',
    keySignature: '7ddd35c1b90fecc27af10259e3f78062fbf62fe68bf633e003def553023824a2',
    nonce: '2838ac6f7e762eef86d73fdb7d912733',
    salt: '8128ee4163d9f6f80c2b2028b73b894c',
  },
  signature: '1adc09c8c4f1247c9d65311d12062208c5878a14a95a22c2c2b267050185c5cf',
}

/** Returns one answer of every kind with the URLs of this instance, for `/llms.txt` and `/openapi.json`. */
export function exampleAnswers(base: string): {
  creationDryRun: CreationDryRunBody
  accepted: AcceptedBody
  submissionDryRun: SubmissionDryRunBody
  claimed: ClaimedBody
} {
  return {
    creationDryRun: {
      dry_run: true,
      would_succeed: true,
      would_create: { unclaimed: true, expires_at: EXAMPLE_EXPIRY },
    },
    accepted: { ok: true, submission_id: 'sub_4w7krn6ktxk260a41hrcv26xbw' },
    submissionDryRun: {
      dry_run: true,
      would_succeed: true,
      would_route_to: [{ kind: 'email', target_hint: EXAMPLE_HINT }],
      claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
      spam: { verdict: 'ham', reasons: [] },
      fields: EXAMPLE_SUBMISSION,
      warnings: [],
    },
    claimed: {
      claimed: true,
      confirmed: false,
      form_id: EXAMPLE_FORM_ID,
      account: EXAMPLE_HINT,
      dashboard_url: `${base}/app`,
    },
  }
}

/** Returns the body of a refusal, with a field if the refusal always names one. */
export function exampleRefusal(code: RefusalCode): RefusalBody {
  const field = BLAMED[code]
  const refusal: Refusal = { code, ...(field === undefined ? {} : { field }), ...CHALLENGES[code] }
  return answerTo(refusal, 'req_0123456789ab0000001').body
}

const CHALLENGES: Partial<Record<RefusalCode, Pick<Refusal, 'challenge' | 'challengeUrl'>>> = {
  challenge_required: { challengeUrl: `https://forms.example.org/f/${EXAMPLE_FORM_ID}/challenge` },
  create_challenge: {
    challenge: { ...EXAMPLE_CHALLENGE, parameters: { ...EXAMPLE_CHALLENGE.parameters, data: { f: 'new' } } },
  },
}

const BLAMED: Partial<Record<RefusalCode, string>> = {
  recipient_missing: 'recipient',
  recipient_invalid: 'recipient',
  recipient_placeholder: 'recipient',
  recipient_multiple: 'recipient',
  recipient_suppressed: 'recipient',
  field_invalid: 'message',
  file_refused: 'attachment',
  file_too_large: 'attachment',
  file_type_refused: 'attachment',
  idempotency_key_invalid: 'Idempotency-Key',
}
