import {
  createObservations,
  isObserved,
  type Observations,
  type Observed,
  observe,
  toObservedHour,
} from '../../domain/health/observations.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { SECOND } from '../../domain/time.ts'

/** Time for which observations are collected before they are saved. */
const COLLECT_MS = 5 * SECOND
/** Maximum number of forms and hours observed between two writes; then the longest known one is forgotten. */
const MAX_COLLECTED = 1000
/** Refusals before the form was looked up: their ids may be made up, so they push out no form that exists. */
const BEFORE_LOOKUP: ReadonlySet<RefusalCode> = new Set(['submit_rate', 'idempotency_key_invalid'])

/**
 * Collects what pages send to forms, in the memory of this node, and saves it in batches: a crash loses a few seconds of
 * counters, never a submission.
 */
export type FormObservations = {
  /** Adds what was sent to a form with a well-formed id. */
  record(formId: string, observed: Observed, now: Date): void
  /** Saves what was collected, so that a read sees it. Never rejects: what cannot be saved is lost. */
  flush(): Promise<void>
  /** Saves what was collected. */
  close(): Promise<void>
}

type Collected = { endpointId: string; hour: number; observations: Observations }

/**
 * Creates the collection of observations.
 *
 * @param parts.isTimed false when only `flush` saves
 * @param parts.onLost called with the reason why observations could not be saved
 */
export function createFormObservations(parts: {
  save(batch: readonly Collected[]): Promise<void>
  isTimed: boolean
  onLost(reason: unknown): void
}): FormObservations {
  let collected = new Map<string, Collected>()
  let saving: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  function find(endpointId: string, hour: number, isKnown: () => boolean): Observations | null {
    // An id has a fixed length, so the two cannot be mistaken for others.
    const key = endpointId + hour
    const found = collected.get(key)
    if (found) return found.observations
    if (collected.size >= MAX_COLLECTED) {
      const [oldest] = collected.keys()
      if (!isKnown() || oldest === undefined) return null
      collected.delete(oldest)
    }
    const observations = createObservations()
    collected.set(key, { endpointId, hour, observations })
    if (parts.isTimed) timer ??= setTimeout(flush, COLLECT_MS).unref()
    return observations
  }

  async function save(): Promise<void> {
    const batch = [...collected.values()]
    collected = new Map()
    if (timer) clearTimeout(timer)
    timer = null
    if (batch.length === 0) return
    // Only counters are lost, and reads must work while the disk is full.
    await parts.save(batch).catch(parts.onLost)
  }

  function flush(): Promise<void> {
    saving = saving.then(save)
    return saving
  }

  return {
    record(formId, observed, now) {
      if (observed.kind === 'refused' && !isObserved(observed.code)) return
      const isKnown = () => observed.kind !== 'refused' || !BEFORE_LOOKUP.has(observed.code)
      const observations = find(formId, toObservedHour(now), isKnown)
      if (observations) observe(observations, observed, now.getTime())
    },
    flush,
    close: flush,
  }
}
