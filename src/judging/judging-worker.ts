import { SCAN_LIMIT_MS, type SecondOpinion } from '../domain/spam/judgement.ts'
import { findScript } from '../domain/spam/scan.ts'
import { listTokens } from '../domain/spam/words/tokens.ts'
import { type Clock, later, SECOND } from '../domain/time.ts'
import { createAlarm } from '../runtime/alarm.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { JudgementLease } from '../store/contract/changes.ts'
import type { Failpoints } from '../store/contract/failpoints.ts'
import type { JudgedSubmission } from '../store/judging/judgements.ts'
import type { JudgingStore } from '../store/judging/judging.ts'
import type { NewLesson } from '../store/judging/lessons.ts'
import type { FileScanner } from './file-scanner.ts'
import { type JudgeDeps, judge } from './judge.ts'
import { createPool } from './pool.ts'

/** A lease outlives the time limit of the engines; after it another node judges. */
const LEASE_MS = 15 * SECOND
/** The same for submissions with files, which are scanned until they are due. */
const SCAN_LEASE_MS = SCAN_LIMIT_MS + LEASE_MS
const MAX_ENGINES_MS = 10 * SECOND
/** Submissions judged at the same time: more than the engines answer, so that their answers are stored together. */
const CONCURRENT_JUDGEMENTS = 16
/** Submissions whose files are scanned at the same time. No other judgement waits for them. */
const CONCURRENT_SCANS = 4
const LESSONS_AT_ONCE = 4
/** Judgements are looked for this often even when nobody calls `notify`: another node may have died. */
const MAX_NAP_MS = 5 * SECOND
const MIN_NAP_MS = 100
const NO_FILES = { malware: null }

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
    malware: string | null
    now: Date
  }): Promise<string>
  /** Null where the operator has set none. */
  scanner: Pick<FileScanner, 'judge'> | null
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
    const judged = (await judgeAll(deps, goesOn)) + (await scans.drain())
    await learn()
    return judged
  })
  const scans = createPool({
    limit: CONCURRENT_SCANS,
    take: (limit) => leaseSome(deps, { of: 'files', limit, leaseMs: SCAN_LEASE_MS }),
    run: (lease: JudgementLease) => judgeOne(deps, lease),
    onFault: recordFault,
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
          await scans.fill()
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
    notify() {
      alarm.ring()
      // Not left to the loop, which may wait for an engine.
      if (running && deps.scanner) scans.fill().catch(recordFault)
    },
    async close() {
      closing = true
      alarm.ring()
      await Promise.allSettled([running, drain(), learn(), scans.close()])
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
  const { leaseAt, scanAt, lessonAt } = await judging.nextWork(now)
  const isDue = [leaseAt, scanAt, lessonAt].some((at) => at !== null && at <= now)
  // Files that wait now are scanned as soon as there is room.
  const leases = [leaseAt, scanAt !== null && scanAt > now ? scanAt : null]
  const untilLeaseMs = leases.map((at) => (at ? at.getTime() - now.getTime() : MAX_NAP_MS))
  return { isDue, napMs: Math.min(MAX_NAP_MS, Math.max(MIN_NAP_MS, Math.min(...untilLeaseMs))) }
}

/** Judges all that waits. Returns the number of judged submissions. */
async function judgeAll(deps: Deps, goesOn: () => boolean): Promise<number> {
  let judged = 0
  while (goesOn()) {
    const leased = await leaseSome(deps, { of: 'others', limit: CONCURRENT_JUDGEMENTS, leaseMs: LEASE_MS })
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
async function leaseSome(
  { judging, clock, holder, failpoint }: Deps,
  { of, limit, leaseMs }: { of: 'files' | 'others'; limit: number; leaseMs: number },
): Promise<JudgementLease[]> {
  const now = clock.now()
  const work = await judging.nextWork(now)
  const at = of === 'files' ? work.scanAt : work.leaseAt
  if (at === null || at > now) return []
  const leased = await judging.lease({ now, until: later(now, leaseMs), limit, holder, of })
  if (leased.length > 0) failpoint?.('judgement leased')
  return leased
}

async function judgeOne(deps: Deps, lease: JudgementLease): Promise<void> {
  const { judging, clock, log, metrics, failpoint } = deps
  try {
    const submission = await judging.load(lease)
    if (!submission) return
    const leftMs = submission.dueAt.getTime() - clock.now().getTime()
    const [opinion, scan] = await Promise.all([
      leftMs > 0 ? judgeText(deps, { ...submission, ...lease, leftMs }) : null,
      submission.hasFiles && deps.scanner
        ? deps.scanner.judge(lease.submissionKey, limitTo(leftMs))
        : NO_FILES,
    ])
    // The service is stopping: the next start scans them.
    if (!scan) return
    failpoint?.('judged')
    const { endpointId } = submission
    const { malware } = scan
    const verdict = await deps.settle({ endpointId, lease, opinion, malware, now: clock.now() })
    failpoint?.('verdict saved')
    metrics.count('formslot_judgements_total', verdict)
  } catch (error) {
    // Its lease ends and it is judged again; once it is due, it goes out without a verdict.
    log.error({ err: error }, 'judging_failed')
    metrics.count('formslot_worker_faults_total')
  }
}

/** Judges the fields. A form whose filter is off has nobody to ask: it waits for the scan of its files alone. */
async function judgeText(
  deps: Deps,
  submission: JudgedSubmission & { submissionKey: number; leftMs: number },
): Promise<SecondOpinion | null> {
  if (submission.level === 'off') return { points: 0, reasons: [] }
  return judge(deps, submission, limitTo(Math.min(submission.leftMs, MAX_ENGINES_MS)))
}

function limitTo(ms: number): AbortSignal {
  return ms > 0 ? AbortSignal.timeout(ms) : AbortSignal.abort()
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
