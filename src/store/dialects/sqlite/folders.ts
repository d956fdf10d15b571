import { sql } from 'kysely'
import type { FolderStatements } from '../../engine/folder-statements.ts'

/** NOTE: without a LIMIT SQLite would scan the whole index, because it does not push the conditions into the view. */
const MAX_IN_A_DAY = 1_000_000

/**
 * SQLite merges sorted stretches itself, so the whole union is ordered. Submissions that are not indexed yet are scanned
 * only for endpoints that have some.
 */
export const sqliteFolders: FolderStatements = {
  selectKeys: ({ endpoint, folder, unread, above, upTo, newest }) => sql`
    select key from submissions_by_endpoint
    where endpoint_key = ${endpoint} and folder = ${folder} and unread = ${sql.lit(unread ? 1 : 0)}
      and key > ${above} and key <= min(${upTo}, ${newest})`,

  /** Counts day by day, each a stretch of keys, so that nothing is sorted. */
  countDays(endpointKeys, starts) {
    const days = starts
      .slice(0, -1)
      .map((low, day) => sql`select ${sql.lit(day)} as day, ${low} as low, ${starts[day + 1]} as high`)
    return sql`
      select e.key, days.day, (
        select count(*) from (
          select 1 from submissions_by_endpoint
          where endpoint_key = e.key and folder in ('inbox', 'archive') and unread in (0, 1)
            and key >= days.low and key < days.high and key <> coalesce(e.test_key, 0) limit ${sql.lit(MAX_IN_A_DAY)})) as count
      from endpoints as e, (${sql.join(days, sql` union all `)}) as days
      where e.key in (${sql.join(endpointKeys)})`
  },
}
