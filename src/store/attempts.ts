import type { Kysely } from 'kysely'
import { fieldsOfText } from '../domain/fields.ts'
import type { StartedLetter } from '../domain/letter-budget.ts'
import { DAY, later } from '../domain/time.ts'
import { dateOf, factsOf } from './endpoints.ts'
import { RELEASED } from './jobs.ts'
import { noticeOf } from './notices.ts'
import type { NextKey } from './row-keys.ts'
import type { Schema } from './schema.ts'
import type {
  BeginDecision,
  FoundLetter,
  FoundNotice,
  FoundSubmissionLetter,
  LeasedLetter,
  MayBegin,
  Settlement,
} from './store.ts'

/** See LetterStore.begin. */
export async function beginAttempt(
  db: Kysely<Schema>,
  nextKey: NextKey,
  request: { letter: LeasedLetter; now: Date; mayBegin: MayBegin },
): Promise<{ found: FoundLetter; decision: BeginDecision; attemptKey: number } | null> {
  const { letter } = request
  const now = request.now.getTime()
  const loaded = (await loadLetter(db, letter, request.now)) ?? (await loadNotice(db, letter, request.now))
  if (!loaded) return null
  const { found } = loaded
  const decision = request.mayBegin(found, request.now)
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
      const key = nextKey()
      await db.insertInto('attempts').values({ key, job_key: letter.jobKey, started_at: now }).execute()
      await job
        .set({ held_at: null, attempts: found.attempts + 1, ...(found.startedAt ? {} : startOf(found, now)) })
        .execute()
      return { found, decision, attemptKey: key }
    }
    case 'hold':
      await job.set({ ...RELEASED, held_at: now, due_at: decision.until.getTime() }).execute()
      await holdOthers(db, loaded, { now, until: decision.until.getTime(), scope: decision.scope })
      return { found, decision, attemptKey: 0 }
    case 'end':
      await job
        .set({ ...RELEASED, held_at: null, due_at: null, settled_at: now, outcome: decision.outcome })
        .execute()
      return { found, decision, attemptKey: 0 }
  }
}

/** Only what strangers can set off counts against the letter budget: notices have limits of their own. */
function startOf(found: FoundLetter, now: number) {
  const budgeted = found.kind !== 'notice' && !found.mailbox.consented
  return { started_at: now, budgeted_at: budgeted ? now : null }
}

/**
 * What holds one letter holds those behind it, also those already leased: else each would be taken in hand to find that
 * out. Whoever holds such a lease finds it lost.
 */
async function holdOthers(
  db: Kysely<Schema>,
  { found, mailboxKey, endpointKey }: LoadedLetter,
  hold: { now: number; until: number; scope: 'mailbox' | 'endpoint' },
): Promise<void> {
  const others = db
    .updateTable('jobs')
    .set({ ...RELEASED, held_at: hold.now, due_at: hold.until })
    .where('due_at', '<=', hold.now)
    .where('started_at', 'is', null)
    .where('kind', '=', found.kind)
  const inScope =
    hold.scope === 'mailbox'
      ? others.where('mailbox_key', '=', mailboxKey)
      : others.where('endpoint_key', '=', endpointKey)
  await inScope.execute()
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

type LoadedLetter = { found: FoundLetter; mailboxKey: string; endpointKey: number | null }

async function loadNotice(db: Kysely<Schema>, letter: LeasedLetter, now: Date): Promise<LoadedLetter | null> {
  const row = await db
    .selectFrom('jobs')
    .innerJoin('notices', 'notices.key', 'jobs.key')
    .leftJoin('mailboxes', 'mailboxes.mailbox_key', 'jobs.mailbox_key')
    .selectAll('notices')
    .select(['jobs.mailbox_key', 'jobs.attempts', 'jobs.started_at', 'mailboxes.suppressed_at'])
    .where('jobs.key', '=', letter.jobKey)
    .where('jobs.kind', '=', 'notice')
    .where('jobs.lease', '=', letter.lease)
    .where('jobs.leased_until', '>', now.getTime())
    .forUpdate('jobs')
    .executeTakeFirst()
  if (!row) return null
  const found: FoundNotice = {
    kind: 'notice',
    key: row.key,
    notice: noticeOf(row),
    createdAt: new Date(row.created_at),
    attempts: row.attempts,
    startedAt: dateOf(row.started_at),
    mailbox: { address: row.mailbox, suppressed: row.suppressed_at !== null },
    expiresAt: new Date(row.expires_at),
  }
  return { found, mailboxKey: row.mailbox_key, endpointKey: null }
}

async function loadLetter(db: Kysely<Schema>, letter: LeasedLetter, now: Date): Promise<LoadedLetter | null> {
  const row = await db
    .selectFrom('jobs')
    .innerJoin('endpoints', 'endpoints.key', 'jobs.endpoint_key')
    .innerJoin('submissions', 'submissions.key', 'jobs.submission_key')
    .innerJoin('mailboxes', 'mailboxes.mailbox_key', 'jobs.mailbox_key')
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
      'mailboxes.consented_at',
      'mailboxes.suppressed_at',
    ])
    .where('jobs.kind', '!=', 'notice')
    .$narrowType<{ kind: 'claim' | 'submission'; submission_key: number; endpoint_key: number }>()
    .where('jobs.key', '=', letter.jobKey)
    .where('jobs.lease', '=', letter.lease)
    // Also while nobody else has taken it: it may happen before the attempt is written.
    .where('jobs.leased_until', '>', now.getTime())
    // The mailbox too: two nodes that begin letters to it must not both take the last of its letter budget.
    .forUpdate(['jobs', 'mailboxes'])
    .executeTakeFirst()
  if (!row) return null
  const found: FoundSubmissionLetter = {
    kind: row.kind,
    createdAt: new Date(row.job_created_at),
    attempts: row.attempts,
    startedAt: dateOf(row.started_at),
    endpoint: factsOf(row),
    submission: {
      key: row.submission_key,
      receivedAt: new Date(row.received_at),
      fields: fieldsOfText(row.fields),
    },
    claimLetterDueAt: await dueClaimLetter(db, row.endpoint_key),
    mailbox: {
      consented: row.consented_at !== null,
      suppressed: row.suppressed_at !== null,
      // The letter budget does not bind who consented, and a busy mailbox has thousands of them.
      started: row.consented_at === null ? await startedLetters(db, row.mailbox_key, now) : [],
    },
  }
  return { found, mailboxKey: row.mailbox_key, endpointKey: row.endpoint_key }
}

async function dueClaimLetter(db: Kysely<Schema>, endpointKey: number): Promise<Date | null> {
  const row = await db
    .selectFrom('claim_letters')
    .innerJoin('jobs', 'jobs.key', 'claim_letters.job_key')
    .select('jobs.due_at')
    .where('claim_letters.endpoint_key', '=', endpointKey)
    .where('jobs.started_at', 'is', null)
    .executeTakeFirst()
  return dateOf(row?.due_at ?? null)
}

async function startedLetters(db: Kysely<Schema>, mailboxKey: string, now: Date): Promise<StartedLetter[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'budgeted_at as at'])
    .where('mailbox_key', '=', mailboxKey)
    .where('budgeted_at', '>', later(now, -DAY).getTime())
    .where('kind', '!=', 'notice')
    .$narrowType<{ kind: 'claim' | 'submission'; at: number }>()
    .orderBy('budgeted_at')
    .execute()
  return rows.map((row) => ({ kind: row.kind, at: new Date(row.at) }))
}
