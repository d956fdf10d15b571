import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { IdempotentResult } from '../contract/changes.ts'

/** Runs one write per Idempotency-Key at a time: a second one is refused until the first has ended. */
export function createIdempotencyGuard<Write>(write: (work: Write) => Promise<unknown>) {
  const inFlight = new Set<string>()

  return async (idempotencyKey: IdempotencyKey, work: Write): Promise<unknown> => {
    const keys = [idempotencyKey.key, ...(idempotencyKey.sharedKey ? [idempotencyKey.sharedKey] : [])]
    if (keys.some((key) => inFlight.has(key)))
      return { kind: 'in_progress' } satisfies IdempotentResult<unknown>
    for (const key of keys) inFlight.add(key)
    try {
      return await write(work)
    } finally {
      for (const key of keys) inFlight.delete(key)
    }
  }
}
