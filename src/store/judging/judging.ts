import { type Kysely, sql } from 'kysely'
import { toDate } from '../../domain/time.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { type JudgementLeaseRequest, leaseJudgements, loadJudged, releaseJudgements } from './judgements.ts'
import { forgetAndRecord, learn, listNewLessons } from './lessons.ts'
import { countWords } from './words.ts'

/** Submissions that wait for the second tier of the spam filter, and the words that accounts taught it. */
export type JudgingStore = ReturnType<typeof createJudgingStore>

/**
 * When a judgement can next be leased (`scanAt`: one of a submission with files), and a lesson learned: not later than now where
 * one waits, null where there is none.
 */
type NextWork = { leaseAt: Date | null; scanAt: Date | null; lessonAt: Date | null }

/** Creates the store of the second tier on the write queue and the reading connection of the store. */
export function createJudgingStore(deps: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** Returns a fresh unguessable token for each batch of leases. */
  newLease(): string
}) {
  const { reads, write } = deps
  return {
    /** Leases up to `limit` open judgements to `holder`, those that are due first; nobody else gets them before `until`. */
    lease: (request: JudgementLeaseRequest) =>
      write(({ db }) => leaseJudgements(db, { ...request, lease: deps.newLease() })),
    ...bindWrites(write, { releaseLeases: releaseJudgements, learn }),
    ...bindKeyedWrites(write, { forget: forgetAndRecord }),
    nextWork: (now: Date) => findNextWork(reads, now),
    ...bindReads(reads, { load: loadJudged, countWords, listNewLessons }),
  }
}

/**
 * Returns by one read what waits: the worker asks it every few seconds, also where no form uses the second tier. The
 * judgements are those of the last seconds; the first lesson is found by an index.
 */
async function findNextWork(db: Kysely<Schema>, now: Date): Promise<NextWork> {
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('judgements')
        .select((of) => of.fn.min(of.fn.coalesce('leased_until', sql<number>`${now.getTime()}`)).as('at'))
        .where('has_files', 'is', null)
        .as('lease_at'),
      select
        .selectFrom('judgements')
        .select((of) => of.fn.min(of.fn.coalesce('leased_until', sql<number>`${now.getTime()}`)).as('at'))
        .where('has_files', 'is not', null)
        .as('scan_at'),
      select
        .selectFrom('spam_lessons')
        .select('given_at')
        .where('given_at', 'is not', null)
        .orderBy('given_at')
        .limit(1)
        .as('lesson_at'),
    ])
    .executeTakeFirstOrThrow()
  const { lease_at: leaseAt, scan_at: scanAt, lesson_at: lessonAt } = row
  return {
    leaseAt: leaseAt === null ? null : new Date(Number(leaseAt)),
    scanAt: scanAt === null ? null : new Date(Number(scanAt)),
    lessonAt: toDate(lessonAt),
  }
}
