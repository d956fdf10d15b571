import { readSearchQuery } from '../../../src/domain/submissions/search-query.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import type { Store } from '../../../src/store/store.ts'
import type { SubmissionFilter } from '../../../src/store/submissions/inbox-reads.ts'
import { indexNextBatch } from '../../../src/store/submissions/search/index-submissions.ts'

/** Indexes all submissions; returns the number of transactions. */
export async function feedAll(connection: Connection): Promise<number> {
  const { search, transaction } = connection
  let turns = 0
  while ((await transaction(({ db }) => indexNextBatch(db, search, Number.MAX_SAFE_INTEGER))) === 'some') {
    turns += 1
    const { tidy } = search
    while (tidy && (await transaction(({ db }) => tidy(db)))) turns += 1
  }
  return turns
}

/** Returns all pages of the results of a query. */
export async function findAll(
  store: Store,
  filter: SubmissionFilter,
  query: string,
  limit = 50,
): Promise<number[]> {
  const { terms } = readSearchQuery(query)
  const keys: number[] = []
  let olderThan: number | null = null
  do {
    const page: { keys: readonly number[]; next: number | null } = await store.inbox.listKeys({
      ...filter,
      terms,
      limit,
      olderThan,
    })
    keys.push(...page.keys)
    olderThan = page.next
  } while (olderThan !== null)
  return keys
}
