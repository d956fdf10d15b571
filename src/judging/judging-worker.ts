import type { SecondOpinion } from '../domain/spam/judgement.ts'
import { findScript } from '../domain/spam/scan.ts'
import { listTokens } from '../domain/spam/words/tokens.ts'
import { type Clock, later, SECOND } from '../domain/time.ts'
import { createAlarm } from '../runtime/alarm.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { JudgementLease } from '../store/contract/changes.ts'
import type { Failpoints } from '../store/contract/failpoints.ts'
import type { JudgingStore } from '../store/judging/judging.ts'
import type { NewLesson } from '../store/judging/lessons.ts'
import { type JudgeDeps, judge } from './judge.ts'

/** A lease outlives the time limit of the engines; after it another node judges. */
const LEASE_MS = 15 * SECOND
const MAX_ENGINES_MS = 10 * SECOND
/** Submissions judged at the same time: more than the engines answer, so that their answers are stored together. */
const CONCURRENT_JUDGEMENTS = 16
const LESSONS_AT_ONCE = 4
/** Judgements are looked for this often even when nobody calls `notify`: another node may have died. */
const MAX_NAP_MS = 5 * SECOND
const MIN_NAP_MS = 100

export type JudgingWorker = {
  /** Judges everything that waits, and learns all new lessons. Resolves with the number of judged submissions. */
  drain(): Promise<number>
  /** Starts to judge on its own. */
  start(): void
  /** Wakes the worker: a submission waits for its verdict, or an owner has given a lesson. */
  notify(): void
  /** Begins nothing more, waits for what is in progress, and releases the leases. */
  close(): Promise<void>
}

type Deps = Omit<JudgeDeps, 'judging'> & {
  judging: JudgingStore
  /** Ends a judgement: `settleJudgement` of the actions. */
  settle(request: {
    endpointId: string
    lease: JudgementLease
    opinion: SecondOpinion | null
    now: Date
  }): Promise<string>
  clock: Clock
  /** Name of this node in leases. */
  holder: string
  log: Log
  metrics: Metrics
  failpoint: Failpoints
}

/** Opens the worker of the second tier of the spam filter. */
export function openJudgingWorker(deps: Deps): JudgingWorker {
  const { judging, holder, log, metrics } = deps
  const alarm = createAlarm()
  let closing = false
  let running: Promise<void> | null = null
  const goesOn = () => !closing
  const learn = joinRuns(() => learnAll(deps, goesOn))
  const drain = joinRuns(async () => {
    if (!goesOn() || !(await lookForWork(deps)).isDue) return 0
    const judged = await judgeAll(deps, goesOn)
    await learn()
    return judged
  })

  /** The store is unavailable; leased judgements go on when their leases expire. */
  function recordFault(error: unknown): void {
    log.error({ err: error }, 'judging_unavailable')
    metrics.count('formslot_worker_faults_total')
  }

  async function run(): Promise<void> {
    while (!closing) {
      let napMs = MAX_NAP_MS
      try {
        const work = await lookForWork(deps)
        napMs = work.napMs
        if (work.isDue) {
          await judgeAll(deps, goesOn)
          // Not awaited: an engine may take seconds to learn, and emails wait for judgements.
          learn().catch(recordFault)
          napMs = (await lookForWork(deps)).napMs
        }
      } catch (error) {
        recordFault(error)
      }
      await alarm.wait(napMs)
    }
  }

  return {
    drain,
    start() {
      running ??= run()
    },
    notify: alarm.ring,
    async close() {
      closing = true
      alarm.ring()
      await Promise.allSettled([running, drain(), learn()])
      await judging.releaseLeases(holder)
    },
  }
}

/** Returns a function that runs `work`, or joins the run that is in progress. */
function joinRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | null = null
  return () => {
    current ??= work().finally(() => {
      current = null
    })
    return current
  }
}

/** Looks by one read whether something waits now, and how long the worker may sleep when nothing does. */
async function lookForWork({ judging, clock }: Deps): Promise<{ isDue: boolean; napMs: number }> {
  const now = clock.now()
  const { leaseAt, lessonAt } = await judging.nextWork(now)
  const isDue = [leaseAt, lessonAt].some((at) => at !== null && at <= now)
  const untilLeaseMs = leaseAt ? leaseAt.getTime() - now.getTime() : MAX_NAP_MS
  return { isDue, napMs: Math.min(MAX_NAP_MS, Math.max(MIN_NAP_MS, untilLeaseMs)) }
}

/** Judges all that waits. Returns the number of judged submissions. */
async function judgeAll(deps: Deps, goesOn: () => boolean): Promise<number> {
  let judged = 0
  while (goesOn()) {
    const leased = await leaseSome(deps)
    if (leased.length === 0) break
    await Promise.all(leased.map((lease) => judgeOne(deps, lease)))
    judged += leased.length
  }
  return judged
}

/** Learns all new lessons, the oldest first. */
async function learnAll(deps: Deps, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const lessons = await deps.judging.listNewLessons({ now: deps.clock.now(), limit: LESSONS_AT_ONCE })
    let learned = 0
    for (const lesson of lessons) if (goesOn() && (await learnOne(deps, lesson))) learned += 1
    if (learned === 0) break
  }
}

/** Reads before it writes: when nothing waits there is no transaction. */
async function leaseSome({ judging, clock, holder, failpoint }: Deps): Promise<JudgementLease[]> {
  const now = clock.now()
  const { leaseAt } = await judging.nextWork(now)
  if (leaseAt === null || leaseAt > now) return []
  const until = later(now, LEASE_MS)
  const leased = await judging.lease({ now, until, limit: CONCURRENT_JUDGEMENTS, holder })
  if (leased.length > 0) failpoint?.('judgement leased')
  return leased
}

async function judgeOne(deps: Deps, lease: JudgementLease): Promise<void> {
  const { judging, clock, log, metrics, failpoint } = deps
  try {
    const submission = await judging.load(lease)
    if (!submission) return
    const leftMs = submission.dueAt.getTime() - clock.now().getTime()
    const opinion =
      leftMs > 0
        ? await judge(
            deps,
            { ...submission, submissionKey: lease.submissionKey },
            AbortSignal.timeout(Math.min(leftMs, MAX_ENGINES_MS)),
          )
        : null
    failpoint?.('judged')
    const { endpointId } = submission
    const verdict = await deps.settle({ endpointId, lease, opinion, now: clock.now() })
    failpoint?.('verdict saved')
    metrics.count('formslot_judgements_total', verdict)
  } catch (error) {
    // Its lease ends and it is judged again; once it is due, it goes out without a verdict.
    log.error({ err: error }, 'judging_failed')
    metrics.count('formslot_worker_faults_total')
  }
}

/** Learns a lesson, and teaches it to the engines, unless it is only likely. Returns false for one that another node has learned. */
async function learnOne(deps: Deps, lesson: NewLesson): Promise<boolean> {
  const hashes = deps.hashWords(lesson.accountKey, listTokens(lesson.fields))
  const script = findScript(lesson.fields)
  const isLearned = await deps.judging.learn({ lesson, hashes, script })
  deps.failpoint?.('lesson learned')
  if (isLearned && (lesson.given === 'ham' || lesson.given === 'spam') && deps.engines) {
    const { submissionKey, endpointId: formId, receivedAt, fields } = lesson
    await deps.engines.learn(
      { id: deps.submissionId(submissionKey), formId, receivedAt, fields },
      lesson.given,
    )
  }
  return isLearned
}
