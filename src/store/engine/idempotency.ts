import type { OnceKey } from '../../domain/idempotency-key.ts'
import type { Once } from '../contract/store.ts'

/** Writes once per Idempotency-Key: a second request is turned away until the first has been answered. */
export function openOnceDoor<Work>(write: (work: Work) => Promise<unknown>) {
  const inFlight = new Set<string>()

  async function writeAlone(once: OnceKey, work: Work): Promise<unknown> {
    if (inFlight.has(once.key)) return { kind: 'in_progress' } satisfies Once<unknown>
    inFlight.add(once.key)
    try {
      return await write(work)
    } finally {
      inFlight.delete(once.key)
    }
  }

  return <Answer>(once: OnceKey | null, work: Work): Promise<Once<Answer>> =>
    (once ? writeAlone(once, work) : write(work)) as Promise<Once<Answer>>
}
