import type { ClientBase } from 'pg'
import type { Rows } from '../../engine/connection.ts'
import { type ElementType, encodeArray, findElementType, type Value } from './arrays.ts'
import { toStatementName } from './statement-names.ts'

type Row = Readonly<Record<string, Value>>

/** Types of the columns as their values have shown them, by table and column. */
const elementTypes = new Map<string, ElementType>()

/**
 * Saves all rows of all tables by one statement; its parts do not see each other's changes. Each column is an array.
 *
 * @param options.keepsPlans set for a connection on which a statement is planned once
 */
export async function saveRows(
  client: ClientBase,
  { insert = {}, update = {} }: Rows,
  options: { keepsPlans: boolean },
): Promise<void> {
  const parts: string[] = []
  const values: Buffer[] = []
  for (const [table, rows] of Object.entries(insert)) {
    if (rows.length > 0)
      parts.push(toInsert(table, addColumns(values, { table, rows: rows as readonly Row[] })))
  }
  for (const [table, rows] of Object.entries(update)) {
    if (rows.length > 0)
      parts.push(toUpdate(table, addColumns(values, { table, rows: rows as readonly Row[] })))
  }
  if (parts.length === 0) return
  const named = parts.map((part, index) => `part${index} as (${part})`)
  const text = `with ${named.join(', ')} select 1`
  const name = options.keepsPlans ? toStatementName(text) : undefined
  await client.query(name === undefined ? { text, values } : { name, text, values })
}

/** A column of the rows to save; `array` is null where no row has ever had a value in it. */
type Column = { name: string; array: string | null }

/** Adds the columns of these rows to the parameters of the statement. */
function addColumns(
  parameters: Buffer[],
  { table, rows }: { table: string; rows: readonly Row[] },
): Column[] {
  return Object.keys(rows[0] ?? {}).map((column) => {
    const values = rows.map((row) => row[column] ?? null)
    const id = `${table}.${column}`
    const type = findElementType(values, elementTypes.get(id) ?? null)
    const name = quoted(column)
    if (type === null) return { name, array: null }
    elementTypes.set(id, type)
    parameters.push(encodeArray(type, values))
    return { name, array: `$${parameters.length}::${type}[]` }
  })
}

function toInsert(table: string, columns: readonly Column[]): string {
  const into = columns.map(({ name }) => name).join(', ')
  const selected = columns.map(({ name, array }) => (array === null ? 'null' : `given.${name}`)).join(', ')
  return `insert into ${quoted(table)} (${into}) select ${selected} from ${toRowSource('given', columns)}`
}

function toUpdate(table: string, columns: readonly Column[]): string {
  const set = columns
    .filter(({ name }) => name !== KEY)
    .map(({ name, array }) => `${name} = ${array === null ? 'null' : `changed.${name}`}`)
  const keys = columns.find(({ name }) => name === KEY)?.array
  return (
    `update ${quoted(table)} set ${set.join(', ')} from ${toRowSource('changed', columns)} ` +
    // The keys by themselves too, so that only the partitions that have them are read.
    `where ${quoted(table)}.${KEY} = changed.${KEY} and ${quoted(table)}.${KEY} = any(${keys})`
  )
}

/**
 * Builds the rows of these columns. The subqueries hide the number of rows from the planner, which would rather read a
 * table of ten thousand rows than look a hundred of them up.
 */
function toRowSource(alias: string, columns: readonly Column[]): string {
  const known = columns.filter(({ array }) => array !== null)
  const arrays = known.map(({ array }) => `(select ${array})`).join(', ')
  return `unnest(${arrays}) as ${alias} (${known.map(({ name }) => name).join(', ')})`
}

/** Quotes the name of a table or column of ours, which may be a keyword of SQL. */
function quoted(name: string): string {
  return `"${name}"`
}

const KEY = quoted('key')
