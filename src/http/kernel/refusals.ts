import type { Challenge } from '../../domain/challenges/challenge.ts'
import type { Refusal, RefusalCode } from '../../domain/refusal.ts'
import { ANYWHERE_REFUSALS } from './refusals/anywhere.ts'
import { DELIVERY_REFUSALS } from './refusals/deliveries.ts'
import type { Entry } from './refusals/entry.ts'
import { FILE_REFUSALS } from './refusals/files.ts'
import { FORM_REFUSALS } from './refusals/forms.ts'
import { OWNER_REFUSALS } from './refusals/owners.ts'
import { QUEUE_REFUSALS } from './refusals/queues.ts'
import { TELEMETRY_REFUSALS } from './refusals/telemetry.ts'

/** Status and texts of every refusal code (product.md §9). */
export const REFUSALS: Readonly<Record<RefusalCode, Entry>> = {
  ...FORM_REFUSALS,
  ...FILE_REFUSALS,
  ...TELEMETRY_REFUSALS,
  ...QUEUE_REFUSALS,
  ...ANYWHERE_REFUSALS,
  ...OWNER_REFUSALS,
  ...DELIVERY_REFUSALS,
}

/** Retry-After of a 503, in seconds. */
const UNAVAILABLE_RETRY_SECONDS = 30

/** Returns the status, Retry-After in whole seconds (null where waiting does not help), and JSON body of a refusal. */
export function answerTo(
  refusal: Refusal,
  requestId: string,
): { status: number; retryAfterSeconds: number | null; body: RefusalBody } {
  const entry = REFUSALS[refusal.code]
  const unavailable = entry.status === 503 ? UNAVAILABLE_RETRY_SECONDS : null
  return {
    status: entry.status,
    retryAfterSeconds: refusal.retryAfterSeconds ?? unavailable,
    body: {
      error: entry.error,
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
      code: refusal.code,
      message: refusal.message ?? entry.message,
      hint: entry.hint,
      ...(refusal.challengeUrl === undefined ? {} : { challenge_url: refusal.challengeUrl }),
      ...(refusal.challenge === undefined ? {} : { challenge: refusal.challenge }),
      request_id: requestId,
    },
  }
}

/** Returns `errors[]` as Formspree's own clients read it. */
export function formspreeErrors(refusal: Refusal): { code: string; field?: string; message: string }[] {
  const entry = REFUSALS[refusal.code]
  const { formspree: code = 'UNSPECIFIED' } = entry
  const isAboutField = refusal.field !== undefined && (code === 'UNSPECIFIED' || code.startsWith('TYPE_'))
  const message = refusal.message ?? entry.message
  // With a field, the clients read every code that is about the form as unspecified.
  return [{ code, ...(isAboutField ? { field: refusal.field } : {}), message }]
}

export type RefusalBody = {
  error: string
  field?: string
  code: RefusalCode
  message: string
  hint: string
  challenge_url?: string
  challenge?: Challenge
  request_id: string
}
