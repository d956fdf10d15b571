import { EngineFailure, toFailure } from './engine.ts'
import { createSlots } from './slots.ts'

/** Runs the requests to one engine and knows if it is out. */
export type OutageWatch = {
  /**
   * Runs one request; null when it got no answer.
   *
   * @param signal ends it without saying anything about the engine
   * @param options.timeoutMs instead of that of the watch
   */
  ask<Answer>(
    signal: AbortSignal,
    request: (limit: AbortSignal) => Promise<Answer>,
    options?: { timeoutMs: number },
  ): Promise<Answer | null>
  isOut(): boolean
}

/**
 * Limits the requests to an engine, counts how they end, and announces the beginning and the end of an outage. While one lasts,
 * a single request at a time finds out whether it is over, and the others go without the engine at once: an engine that hangs
 * does not delay every submission.
 *
 * @param watch.count gets `answered`, the cause of the failure, or `skipped`
 */
export function createOutageWatch(watch: {
  maxConcurrent: number
  timeoutMs: number
  count(result: string): void
  onBegin(failure: EngineFailure): void
  onEnd(): void
}): OutageWatch {
  const slots = createSlots(watch.maxConcurrent)
  let isOut = false

  function recordAnswer(): void {
    watch.count('answered')
    if (isOut) watch.onEnd()
    isOut = false
  }

  function recordFailure(failure: EngineFailure): void {
    watch.count(failure.reason)
    if (!isOut) watch.onBegin(failure)
    isOut = true
  }

  return {
    isOut: () => isOut,
    async ask(signal, request, { timeoutMs } = watch) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const limit = AbortSignal.any([signal, timeout])
      if ((isOut && slots.countTaken() > 0) || !(await slots.take(limit))) {
        watch.count('skipped')
        return null
      }
      try {
        const answer = await withLimit(limit, () => request(limit))
        recordAnswer()
        return answer
      } catch (error) {
        if (signal.aborted) {
          watch.count('skipped')
          return null
        }
        const failure = timeout.aborted
          ? new EngineFailure('timeout', `no answer within ${timeoutMs} ms`)
          : toFailure(error)
        if (!failure) throw error
        recordFailure(failure)
        return null
      } finally {
        slots.free()
      }
    },
  }
}

/** Runs a request until the signal is aborted, even if its connection then reports nothing. */
async function withLimit<Answer>(limit: AbortSignal, request: () => Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(limit.reason)
  limit.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([request(), promise])
  } finally {
    limit.removeEventListener('abort', end)
  }
}
