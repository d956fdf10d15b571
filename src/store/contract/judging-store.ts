import type { LessonChange } from '../../domain/spam/words/lesson.ts'
import type { LessonCounts } from '../../domain/spam/words/word-score.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { By } from './account-store.ts'

/** Submissions that wait for the second tier of the spam filter, and the words that accounts taught it. */
export type JudgingStore = {
  /** Leases up to `limit` open judgements to `holder`, those that are due first; nobody else gets them before `until`. */
  lease(request: { now: Date; until: Date; limit: number; holder: string }): Promise<JudgementLease[]>
  /** Releases the leases that `holder` held when it died. Returns their number. */
  releaseLeases(holder: string): Promise<number>
  /** Returns by one read what waits: the worker asks it every few seconds, also where no form uses the second tier. */
  nextWork(now: Date): Promise<NextWork>
  /** Loads what a leased judgement is about; null when its submission was deleted. */
  load(lease: JudgementLease): Promise<JudgedSubmission | null>
  /** Returns the counts of those of these words that the account taught. */
  countWords(accountKey: number, hashes: readonly string[]): Promise<LessonCounts[]>
  /** Lists lessons to learn that are due, the oldest first. */
  listNewLessons(request: { now: Date; limit: number }): Promise<NewLesson[]>
  /**
   * Learns a lesson, or takes one back. Does nothing when another node has, or when the owner has changed their mind
   * meanwhile. Returns true when it was learned.
   *
   * @param request.hashes hashes of the words of the submission
   * @param request.script letter of its script
   */
  learn(request: { lesson: NewLesson; hashes: readonly string[]; script: string }): Promise<boolean>
  /** Forgets what an account taught, also what is not learned yet, and records it. Does nothing where it taught nothing. */
  forget(request: { accountKey: number } & By): Promise<void>
}

/**
 * When a judgement can next be leased, and a lesson learned: not later than now where one waits, null where there is none.
 */
export type NextWork = { leaseAt: Date | null; lessonAt: Date | null }

/** The right to judge a submission; `lease` fences it. */
export type JudgementLease = { submissionKey: number; lease: string }

export type JudgedSubmission = {
  endpointId: string
  receivedAt: Date
  /** Time at which the submission goes out without a verdict. */
  dueAt: Date
  /** Null where its account was closed meanwhile. */
  accountKey: number | null
  lessons: LessonCounts
  fields: readonly Field[]
}

/** The end of a judgement. `unjudged`: it goes out because nobody judged it in time. */
export type FinalVerdict =
  | { kind: 'real' }
  | { kind: 'unjudged' }
  | { kind: 'spam'; reasons: readonly string[] }

/** An open judgement in the transaction that ends it; it is locked. */
export type OpenJudgement = {
  submissionKey: number
  receivedAt: Date
  /** Fields of the submission as `stringifyFields` writes them. */
  text: string
  /** Score and reasons of the first tier. */
  score: number
  reasons: readonly string[]
  /** true: the owner has moved it out of the inbox, into the archive, and so called it real. */
  isVouchedFor: boolean
  /** Open judgements of its endpoint, this one included. */
  openCount: number
}

export type NewLesson = LessonChange & {
  submissionKey: number
  endpointId: string
  receivedAt: Date
  accountKey: number
  fields: readonly Field[]
}
