import type { Lesson } from '../../domain/spam/words/lesson.ts'

/** Tables of the second tier of the spam filter; a part of `Schema`. */
export type JudgingTables = {
  /** Submissions that wait for their verdict: nothing about them leaves before it. */
  judgements: {
    submission_key: number
    endpoint_key: number
    /** Time at which the submission goes out without a verdict. */
    due_at: number
    /** Score and JSON list of the reasons of the first tier. */
    score: number
    reasons: string
    lease: string | null
    leased_by: string | null
    leased_until: number | null
  }
  /** Words that an account taught: the number of its lessons of each kind that contained one. */
  spam_tokens: {
    account_key: number
    /** Keyed hash of the word (64 bits): the words of visitors are not stored. */
    token_hash: string
    /** A multiple of a half: likely ones count half. */
    ham: number
    spam: number
  }
  /** Submissions that taught words, or are about to. */
  spam_lessons: {
    submission_key: number
    account_key: number
    /** The lesson that its owner gave last; null where it was taken back. */
    given: Lesson | null
    /** The lesson that is in `spam_tokens`; null for none. */
    learned: Lesson | null
    /** Time at which a lesson was given that is not learned yet; null for none. */
    given_at: number | null
  }
}
