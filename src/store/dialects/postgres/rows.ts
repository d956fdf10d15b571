import type { ClientBase } from 'pg'
import type { Rows } from '../../engine/connection.ts'

/** Saves all rows of all tables by one statement; its parts do not see each other's changes. */
export async function saveRows(client: ClientBase, { insert = {}, update = {} }: Rows): Promise<void> {
  const parts: string[] = []
  const values: string[] = []
  for (const [table, rows] of Object.entries(insert)) {
    const [first] = rows
    if (!first) continue
    values.push(JSON.stringify(rows))
    const columns = Object.keys(first).map(quoted).join(', ')
    parts.push(
      `insert into ${quoted(table)} (${columns}) ` +
        `select ${columns} from json_populate_recordset(null::${quoted(table)}, $${values.length})`,
    )
  }
  for (const [table, rows] of Object.entries(update)) {
    const [first] = rows
    if (!first) continue
    const keys = rows.map(({ key }) => key)
    values.push(JSON.stringify(rows), `{${keys.join(',')}}`)
    const { key: _key, ...set } = first
    const assignments = Object.keys(set).map((column) => `${quoted(column)} = changed.${quoted(column)}`)
    parts.push(
      `update ${quoted(table)} set ${assignments.join(', ')} ` +
        `from json_populate_recordset(null::${quoted(table)}, $${values.length - 1}) as changed ` +
        // The keys by themselves too, so that only the partitions that have them are read.
        `where ${quoted(table)}.key = changed.key and ${quoted(table)}.key = any($${values.length}::bigint[])`,
    )
  }
  if (parts.length === 0) return
  const named = parts.map((part, index) => `part${index} as (${part})`)
  await client.query(`with ${named.join(', ')} select 1`, values)
}

/** Quotes the name of a table or column of ours, which may be a keyword of SQL. */
function quoted(name: string): string {
  return `"${name}"`
}
