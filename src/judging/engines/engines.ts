import type { SpamEngines } from '../../config/spam-engines.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import {
  ENGINE_TIMEOUT_MS,
  type Engine,
  EngineFailure,
  type EngineVerdict,
  type Lesson,
  MAX_CONCURRENT_REQUESTS,
  toFailure,
  toPoints,
  toReasons,
} from './engine.ts'
import { composeMessage, type EngineSubmission } from './message.ts'
import { createRspamd } from './rspamd.ts'
import { createSlots } from './slots.ts'
import { createSpamAssassin } from './spamassassin.ts'

/** Judgement of all engines together. */
export type EnginesVerdict = {
  /** Sum of their points, each from -5 to 5. */
  points: number
  /** `rspamd:SYMBOL`, `spamassassin:RULE`. */
  reasons: string[]
  /** Engines that gave no answer. */
  unanswered: Engine['name'][]
}

/** The engines of the operator. Nothing that an engine does makes a call fail, and each takes at most 5 seconds. */
export type Engines = {
  /** Asks all engines at the same time. */
  judge(submission: EngineSubmission, signal: AbortSignal): Promise<EnginesVerdict>
  /** Teaches the engines that may be taught. */
  learn(submission: EngineSubmission, lesson: Lesson): Promise<void>
}

export type EngineDeps = {
  settings: SpamEngines
  /** Domain of the sender of this instance, for ids of messages. */
  domain: string
  log: Log
  metrics: Metrics
  /** Shorter in tests. */
  timeoutMs?: number
}

/** Runs one request to an engine; null when it gave no answer. */
type Ask = <Answer>(
  signal: AbortSignal,
  request: (limit: AbortSignal) => Promise<Answer>,
) => Promise<Answer | null>

/** Creates the clients of the engines that are set; null when none is. */
export function createEngines(deps: EngineDeps): Engines | null {
  const { settings, domain, metrics } = deps
  const engines = [
    ...(settings.rspamd ? [createRspamd(settings.rspamd)] : []),
    ...(settings.spamd ? [createSpamAssassin(settings.spamd)] : []),
  ].map((engine) => {
    const judging = createOutageWatch(engine, 'judge', deps)
    return { engine, judging, learning: createOutageWatch(engine, 'learn', deps) }
  })
  if (engines.length === 0) return null
  metrics.gauge({
    name: 'formslot_spam_engine_unavailable',
    help: '1 while a spam filter of the operator does not answer; submissions are judged without it.',
    label: 'engine',
    read: () =>
      Object.fromEntries(engines.map(({ engine, judging }) => [engine.name, Number(judging.isOut())])),
  })
  return {
    async judge(submission, signal) {
      const message = await composeMessage(submission, domain)
      const verdicts = await Promise.all(
        engines.map(async ({ engine, judging }) => {
          const verdict = await judging.ask(signal, (limit) => engine.judge(message, limit))
          return { name: engine.name, verdict }
        }),
      )
      return combine(verdicts)
    },
    async learn(submission, lesson) {
      const pupils = engines.filter(({ engine }) => engine.learn !== null)
      if (pupils.length === 0) return
      const message = await composeMessage(submission, domain)
      const { signal } = new AbortController()
      await Promise.all(
        pupils.map(({ engine: { learn }, learning }) =>
          learning.ask(signal, async (limit) => {
            await learn?.(message, { lesson, signal: limit })
            return lesson
          }),
        ),
      )
    },
  }
}

function combine(
  verdicts: readonly { name: Engine['name']; verdict: EngineVerdict | null }[],
): EnginesVerdict {
  const answers = verdicts.flatMap(({ name, verdict }) => (verdict ? [{ name, verdict }] : []))
  return {
    points: answers.reduce((sum, { verdict }) => sum + toPoints(verdict), 0),
    reasons: answers.flatMap(({ name, verdict }) => toReasons(name, verdict)),
    unanswered: verdicts.filter(({ verdict }) => verdict === null).map(({ name }) => name),
  }
}

/**
 * Limits the requests to an engine for one task, counts how they end, and logs the beginning and the end of an outage. While
 * one lasts, a single request at a time finds out whether it is over, and the others go without the engine at once: a
 * filter that hangs does not delay every submission.
 */
function createOutageWatch(
  { name: engine }: Engine,
  task: 'judge' | 'learn',
  { log, metrics, timeoutMs = ENGINE_TIMEOUT_MS }: EngineDeps,
): { ask: Ask; isOut(): boolean } {
  const slots = createSlots(MAX_CONCURRENT_REQUESTS)
  let isOut = false
  const count = (result: string) => metrics.count('formslot_spam_engine_requests_total', engine, task, result)

  function recordAnswer(): void {
    count('answered')
    if (isOut) log.info({ engine, task }, 'spam_engine_available')
    isOut = false
  }

  function recordFailure({ reason, message }: EngineFailure): void {
    count(reason)
    if (!isOut) log.warn({ engine, task, cause: reason, reason: message }, 'spam_engine_unavailable')
    isOut = true
  }

  const ask: Ask = async (signal, request) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const limit = AbortSignal.any([signal, timeout])
    if ((isOut && slots.countTaken() > 0) || !(await slots.take(limit))) {
      count('skipped')
      return null
    }
    try {
      const answer = await withLimit(limit, () => request(limit))
      recordAnswer()
      return answer
    } catch (error) {
      if (signal.aborted) {
        count('skipped')
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
  }
  return { ask, isOut: () => isOut }
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
