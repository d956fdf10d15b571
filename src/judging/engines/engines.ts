import type { SpamEngines } from '../../config/spam-engines.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import {
  ENGINE_TIMEOUT_MS,
  type Engine,
  type EngineVerdict,
  type Lesson,
  MAX_CONCURRENT_REQUESTS,
  toPoints,
  toReasons,
} from './engine.ts'
import { composeMessage, type EngineSubmission } from './message.ts'
import { createOutageWatch, type OutageWatch } from './outage-watch.ts'
import { createRspamd } from './rspamd.ts'
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

/** Creates the clients of the engines that are set; null when none is. */
export function createEngines(deps: EngineDeps): Engines | null {
  const { settings, domain, metrics } = deps
  const engines = [
    ...(settings.rspamd ? [createRspamd(settings.rspamd)] : []),
    ...(settings.spamd ? [createSpamAssassin(settings.spamd)] : []),
  ].map((engine) => {
    const judging = watchEngine(engine, 'judge', deps)
    return { engine, judging, learning: watchEngine(engine, 'learn', deps) }
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

/** Counts how the requests to an engine for one task end, and logs its outages. */
function watchEngine(
  { name: engine }: Engine,
  task: 'judge' | 'learn',
  { log, metrics, timeoutMs = ENGINE_TIMEOUT_MS }: EngineDeps,
): OutageWatch {
  return createOutageWatch({
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    timeoutMs,
    count: (result) => metrics.count('formslot_spam_engine_requests_total', engine, task, result),
    onBegin: ({ reason: cause, message }) =>
      log.warn({ engine, task, cause, reason: message }, 'spam_engine_unavailable'),
    onEnd: () => log.info({ engine, task }, 'spam_engine_available'),
  })
}
