import { sql } from 'kysely'
import type { FolderStatements } from '../../engine/folder-statements.ts'

/**
 * The planner of PostgreSQL misjudges these reads, above all after many submissions were marked: it would sort a whole
 * endpoint, or scan rows of others, instead of merging partitions. A row comparison over all columns of the index can
 * only be answered by an index scan.
 */
export const postgresFolders: FolderStatements = {
  selectKeys({ endpoint, folder, unread, above, upTo, first, limit }) {
    const mark = sql.lit(unread ? 1 : 0)
    const order = first === 'newest' ? sql`desc` : sql`asc`
    return sql`
      (select key from submissions_by_endpoint
       where (endpoint_key, folder, unread, key) > (${endpoint}, ${folder}, ${mark}, ${above})
         and (endpoint_key, folder, unread, key) <= (${endpoint}, ${folder}, ${mark}, ${upTo})
       order by endpoint_key ${order}, folder ${order}, unread ${order}, key ${order} limit ${limit})`
  },

  countDays(endpointKeys, starts) {
    const [end = 0, lastDay = 0] = starts.toReversed()
    // Days before key 0 have no submissions and no length.
    const span = end - lastDay
    const begin = end - span * (starts.length - 1)
    return sql`
      select endpoint_key as key, (key - ${begin}) / ${span} as day, count(*) as count
      from submissions_by_endpoint
      where endpoint_key in (${sql.join(endpointKeys)}) and folder in ('inbox', 'archive') and unread in (0, 1)
        and key >= ${begin} and key < ${end}
        and key not in (select test_key from endpoints
          where key in (${sql.join(endpointKeys)}) and test_key is not null)
      group by 1, 2`
  },
}
