import { sql } from 'kysely'
import type { FolderStatements } from '../../engine/folder-statements.ts'

/** NOTE: without a limit SQLite would look through all that is filed: it takes conditions into a view only below one. */
const MAX_IN_A_DAY = 1_000_000

/**
 * SQLite merges stretches that are in order by themselves: the order is asked of all of them together. What is not filed
 * yet is looked through for those endpoints alone that have something there.
 */
export const sqliteFolders: FolderStatements = {
  selectKeys: ({ endpoint, folder, unread, above, upTo, newest }) => sql`
    select key from submissions_by_endpoint
    where endpoint_key = ${endpoint} and folder = ${folder} and unread = ${sql.lit(unread ? 1 : 0)}
      and key > ${above} and key <= min(${upTo}, ${newest})`,

  /** A day is a stretch: counted one by one, nothing is sorted. */
  countDays(endpointKeys, starts) {
    const days = starts
      .slice(0, -1)
      .map((low, day) => sql`select ${sql.lit(day)} as day, ${low} as low, ${starts[day + 1]} as high`)
    return sql`
      select e.key, days.day, (
        select count(*) from (
          select 1 from submissions_by_endpoint
          where endpoint_key = e.key and folder in ('inbox', 'archive') and unread in (0, 1)
            and key >= days.low and key < days.high limit ${sql.lit(MAX_IN_A_DAY)})) as count
      from endpoints as e, (${sql.join(days, sql` union all `)}) as days
      where e.key in (${sql.join(endpointKeys)})`
  },
}
