import type { Refused } from '../domain/refusal.ts'
import type { IdempotentResult } from '../store/contract/changes.ts'

/** Converts the result of a write with an Idempotency-Key to its answer, or to the refusal. */
export function toIdempotentAnswer<Answer>(outcome: IdempotentResult<Answer>): {
  answer: Answer | Refused
  replayed: boolean
} {
  switch (outcome.kind) {
    case 'fresh':
      return { answer: outcome.answer, replayed: false }
    case 'replayed':
      return { answer: outcome.answer, replayed: true }
    case 'key_reused':
      return refused('idempotency_key_reused')
    case 'in_progress':
      return refused('idempotency_in_progress')
  }
}

function refused(code: 'idempotency_key_reused' | 'idempotency_in_progress') {
  return { answer: { kind: 'refused' as const, refusal: { code } }, replayed: false }
}
