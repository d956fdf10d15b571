import type { Kysely } from 'kysely'
import type {
  BeginDecision,
  FoundEmail,
  LeasedEmail,
  MayBegin,
  Settlement,
} from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import { type LoadedEmail, loadEmail } from './emails.ts'
import { RELEASED } from './outbox.ts'

/** See EmailStore.begin. */
export async function beginAttempt(
  db: Kysely<Schema>,
  nextKey: NextKey,
  request: { email: LeasedEmail; now: Date; mayBegin: MayBegin },
): Promise<{ found: FoundEmail; decision: BeginDecision; attemptKey: number } | null> {
  const { email } = request
  const now = request.now.getTime()
  const loaded = await loadEmail(db, email, request.now)
  if (!loaded) return null
  const { found } = loaded
  const decision = request.mayBegin(found, request.now)
  const job = db.updateTable('outbox').where('key', '=', email.jobKey).where('lease', '=', email.lease)
  switch (decision.kind) {
    case 'send': {
      // An attempt that nobody settled died with its process: the email may or may not have been delivered.
      await db
        .updateTable('attempts')
        .set({
          ended_at: now,
          outcome: 'unknown',
          answer: 'the service stopped before the answer was written down',
        })
        .where('delivery_key', '=', email.jobKey)
        .where('ended_at', 'is', null)
        .execute()
      const key = nextKey()
      await db.insertInto('attempts').values({ key, delivery_key: email.jobKey, started_at: now }).execute()
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

/**
 * Only what strangers can set off counts against the email budget: most notices have limits of their own, and
 * destinations have said yes to the endpoint.
 */
function startOf(found: FoundEmail, now: number) {
  const budgeted =
    found.kind === 'notice'
      ? found.budget?.consented === false
      : !found.destination && !found.mailbox.consented
  return { started_at: now, budgeted_at: budgeted ? now : null }
}

/**
 * What holds one email holds those behind it, also those already leased: else each would be taken in hand to find that
 * out. Whoever holds such a lease finds it lost.
 */
async function holdOthers(
  db: Kysely<Schema>,
  { job, mailboxKey, endpointKey }: LoadedEmail,
  hold: { now: number; until: number; scope: 'mailbox' | 'endpoint' },
): Promise<void> {
  const others = db
    .updateTable('outbox')
    .set({ ...RELEASED, held_at: hold.now, due_at: hold.until })
    .where('due_at', '<=', hold.now)
    .where('started_at', 'is', null)
    .where('kind', '=', job)
    .where('destination', 'is', null)
  const inScope =
    hold.scope === 'mailbox'
      ? others.where('target', '=', mailboxKey)
      : others.where('endpoint_key', '=', endpointKey)
  await inScope.execute()
}

/** See EmailStore.settle. */
export async function settleAttempt(db: Kysely<Schema>, settlement: Settlement): Promise<boolean> {
  const { email, next } = settlement
  const now = settlement.now.getTime()
  const settled = await db
    .updateTable('outbox')
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
    .where('key', '=', email.jobKey)
    .where('lease', '=', email.lease)
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n) return false
  await db
    .updateTable('attempts')
    .set({ ended_at: now, outcome: settlement.outcome, answer: settlement.answer })
    .where('key', '=', settlement.attemptKey)
    .execute()
  return true
}
