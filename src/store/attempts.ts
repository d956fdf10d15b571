import type { Kysely } from 'kysely'
import type { StartedLetter } from '../domain/letter-budget.ts'
import { DAY, later } from '../domain/time.ts'
import { dateOf, factsOf } from './endpoints.ts'
import type { Schema } from './schema.ts'
import type { Sequences } from './sequences.ts'
import type { BeginDecision, FoundLetter, LeasedLetter, Settlement } from './store.ts'
import { decodeFields } from './submissions.ts'

const RELEASED = { lease: null, leased_by: null, leased_until: null }

/** See LetterStore.begin. */
export async function beginAttempt(
  db: Kysely<Schema>,
  sequences: Sequences,
  request: { letter: LeasedLetter; now: Date; decide(found: FoundLetter): BeginDecision },
): Promise<{ found: FoundLetter; decision: BeginDecision; attemptKey: number } | null> {
  const { letter } = request
  const now = request.now.getTime()
  const found = await findLetter(db, letter, request.now)
  if (!found) return null
  const decision = request.decide(found)
  const job = db.updateTable('jobs').where('key', '=', letter.jobKey).where('lease', '=', letter.lease)
  switch (decision.kind) {
    case 'send': {
      // An attempt that nobody settled died with its process: the letter may or may not have been delivered.
      await db
        .updateTable('attempts')
        .set({
          ended_at: now,
          outcome: 'unknown',
          answer: 'the service stopped before the answer was written down',
        })
        .where('job_key', '=', letter.jobKey)
        .where('ended_at', 'is', null)
        .execute()
      const key = sequences.next('attempt')
      await db.insertInto('attempts').values({ key, job_key: letter.jobKey, started_at: now }).execute()
      await job
        .set({ held_at: null, started_at: found.startedAt?.getTime() ?? now, attempts: found.attempts + 1 })
        .execute()
      return { found, decision, attemptKey: key }
    }
    case 'hold':
      await job.set({ ...RELEASED, held_at: now, due_at: decision.until.getTime() }).execute()
      return { found, decision, attemptKey: 0 }
    case 'end':
      await job
        .set({ ...RELEASED, held_at: null, due_at: null, settled_at: now, outcome: decision.outcome })
        .execute()
      return { found, decision, attemptKey: 0 }
  }
}

/** See LetterStore.settle. */
export async function settleAttempt(db: Kysely<Schema>, settlement: Settlement): Promise<boolean> {
  const { letter, next } = settlement
  const now = settlement.now.getTime()
  const settled = await db
    .updateTable('jobs')
    .set((row) => {
      switch (next.kind) {
        case 'settled':
          return { ...RELEASED, due_at: null, settled_at: now, outcome: next.outcome }
        case 'again':
          return { ...RELEASED, due_at: next.dueAt.getTime() }
        case 'not_its_fault':
          return { ...RELEASED, due_at: next.dueAt.getTime(), attempts: row('attempts', '-', 1) }
      }
    })
    .where('key', '=', letter.jobKey)
    .where('lease', '=', letter.lease)
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n) return false
  await db
    .updateTable('attempts')
    .set({ ended_at: now, outcome: settlement.outcome, answer: settlement.answer })
    .where('key', '=', settlement.attemptKey)
    .execute()
  return true
}

async function findLetter(db: Kysely<Schema>, letter: LeasedLetter, now: Date): Promise<FoundLetter | null> {
  const row = await db
    .selectFrom('jobs')
    .innerJoin('endpoints', 'endpoints.key', 'jobs.endpoint_key')
    .innerJoin('submissions', 'submissions.key', 'jobs.submission_key')
    .leftJoin('consents', 'consents.mailbox_key', 'jobs.mailbox_key')
    .leftJoin('suppressions', 'suppressions.mailbox_key', 'jobs.mailbox_key')
    .selectAll('endpoints')
    .select([
      'jobs.kind',
      'jobs.created_at as job_created_at',
      'jobs.attempts',
      'jobs.started_at',
      'jobs.submission_key',
      'jobs.endpoint_key',
      'submissions.received_at',
      'submissions.fields',
      'consents.given_at',
      'suppressions.suppressed_at',
    ])
    .where('jobs.key', '=', letter.jobKey)
    .where('jobs.lease', '=', letter.lease)
    .executeTakeFirst()
  if (!row) return null
  return {
    kind: row.kind,
    createdAt: new Date(row.job_created_at),
    attempts: row.attempts,
    startedAt: dateOf(row.started_at),
    endpoint: factsOf(row),
    submission: {
      key: row.submission_key,
      receivedAt: new Date(row.received_at),
      fields: decodeFields(row.fields),
    },
    claimLetterDueAt: await dueClaimLetter(db, row.endpoint_key),
    mailbox: {
      consented: row.given_at !== null,
      suppressed: row.suppressed_at !== null,
      started: await startedLetters(db, row.mailbox_key, now),
    },
  }
}

async function dueClaimLetter(db: Kysely<Schema>, endpointKey: number): Promise<Date | null> {
  const row = await db
    .selectFrom('jobs')
    .select('due_at')
    .where('endpoint_key', '=', endpointKey)
    .where('kind', '=', 'claim')
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return dateOf(row?.due_at ?? null)
}

async function startedLetters(db: Kysely<Schema>, mailboxKey: string, now: Date): Promise<StartedLetter[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'started_at as at'])
    .where('mailbox_key', '=', mailboxKey)
    .where('started_at', '>', later(now, -DAY).getTime())
    .$narrowType<{ at: number }>()
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({ kind: row.kind, at: new Date(row.at) }))
}
