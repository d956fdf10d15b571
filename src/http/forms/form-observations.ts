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
  let hours = new Map<number, Map<string, Collected>>()
  let size = 0
  let saving: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  function add(endpointId: string, hour: number): Observations {
    const forms = hours.get(hour) ?? new Map<string, Collected>()
    hours.set(hour, forms)
    const observations = createObservations()
    forms.set(endpointId, { endpointId, hour, observations })
    size += 1
    if (parts.isTimed) timer ??= setTimeout(flush, COLLECT_MS).unref()
    return observations
  }

  function forgetOldest(): void {
    for (const forms of hours.values()) {
      for (const endpointId of forms.keys()) {
        forms.delete(endpointId)
        size -= 1
        return
      }
    }
  }

  async function save(): Promise<void> {
    const batch = [...hours.values()].flatMap((forms) => [...forms.values()])
    hours = new Map()
    size = 0
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
      const hour = toObservedHour(now)
      const known = hours.get(hour)?.get(formId)
      if (known) return observe(known.observations, observed, now.getTime())
      if (size >= MAX_COLLECTED) {
        if (observed.kind === 'refused' && BEFORE_LOOKUP.has(observed.code)) return
        forgetOldest()
      }
      observe(add(formId, hour), observed, now.getTime())
    },
    flush,
    close: flush,
  }
}
