import type { Kysely } from 'kysely'
import type { SolvedChallenge } from '../../domain/challenges/challenge.ts'
import type { Schema } from './schema.ts'

/** Rows deleted by one statement. */
const MAX_ROWS_PER_DELETE = 500

/** The challenges of one transaction that have been spent. */
export type SpentChallenges = {
  has(challenge: SolvedChallenge): boolean
  /** Spends a challenge; its row is saved with the transaction. */
  add(challenge: SolvedChallenge): void
  /** Returns the rows added since the last call. */
  takeRows(): Schema['spent_challenges'][]
}

/**
 * Loads which of these challenges have been spent. One that another node spends at the same time makes saving fail: the
 * transaction is then run again, and finds it spent.
 */
export async function loadSpentChallenges(
  db: Kysely<Schema>,
  challenges: readonly SolvedChallenge[],
): Promise<SpentChallenges> {
  const nonces = challenges.map(({ nonce }) => nonce)
  const known = await db.selectFrom('spent_challenges').select('nonce').where('nonce', 'in', nonces).execute()
  const spent = new Set(known.map(({ nonce }) => nonce))
  let rows: Schema['spent_challenges'][] = []
  return {
    has: ({ nonce }) => spent.has(nonce),
    add({ nonce, until }) {
      spent.add(nonce)
      rows.push({ nonce, until: until.getTime() })
    },
    takeRows() {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** Deletes a batch of challenges that ended before then. Returns their number. */
export async function deleteSpentChallenges(db: Kysely<Schema>, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('spent_challenges')
    .where('nonce', 'in', (select) =>
      select
        .selectFrom('spent_challenges')
        .select('nonce')
        .where('until', '<=', before.getTime())
        .orderBy('until')
        .limit(MAX_ROWS_PER_DELETE),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
