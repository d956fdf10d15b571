import assert from 'node:assert/strict'
import { type Kysely, sql } from 'kysely'
import type { Connection } from '../../../src/store/engine/connection.ts'
import { MIGRATIONS } from '../../../src/store/engine/migrate.ts'
import type { Schema } from '../../../src/store/engine/schema.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, testUpgrade } from '../../support/stores/upgraded.ts'

type Dialect = Connection['dialect']
type Database = Kysely<Schema>
/** Rows by table. */
type Tables = Record<string, Record<string, unknown>[]>
type ColumnName = { table: string; name: string }
type Column = ColumnName & { type: string }

const KEY = keyAt(NOW)
/** Columns that a migration replaces by others; its own test shows that their data is kept. */
const REPLACED = ['mailboxes.consented_at', 'mailboxes.suppressed_at', 'mailboxes.suppression_reason']
/** Tables that a start writes, and those that SQLite's search index consists of. */
const IGNORED = /^(schema_version|search_progress|search_words\w*|sqlite_\w+)$/

for (let version = 1; version < MIGRATIONS.length; version += 1) {
  let old: Tables = {}
  testUpgrade(`all data of schema ${version} survives the upgrade`, {
    migrations: migrationsBefore(version + 1),
    async fill(db, dialect) {
      await fillTables(db, await listColumns(db, dialect))
      old = await readTables(db, await listColumns(db, dialect))
      assert.ok(Object.keys(old).length > 25)
      for (const [table, rows] of Object.entries(old)) assert.equal(rows.length, 1, table)
    },
    async check({ reads, dialect }) {
      const names = new Set((await listColumns(reads, dialect)).map(toName))
      for (const name of REPLACED) assert.ok(!names.has(name), name)
      for (const [table, [row = {}]] of Object.entries(old)) {
        for (const name of Object.keys(row)) if (REPLACED.includes(toName({ table, name }))) delete row[name]
      }
      const kept = Object.entries(old).flatMap(([table, [row = {}]]) =>
        Object.keys(row).map((name) => ({ table, name })),
      )
      assert.deepEqual(await readTables(reads, kept), old)
    },
  })
}

const toName = ({ table, name }: ColumnName) => `${table}.${name}`

async function listColumns(db: Database, dialect: Dialect): Promise<Column[]> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<Column>`select list.name as "table", info.name,
            replace(lower(info.type), 'integer', 'bigint') as type
          from pragma_table_list() as list, pragma_table_info(list.name) as info
          where list.schema = 'main' and list.type = 'table'`.execute(db)
      : await sql<Column>`select pg_class.relname as "table", attname as name, format_type(atttypid, null) as type
          from pg_attribute join pg_class on pg_class.oid = attrelid
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
            and attnum > 0 and not attisdropped order by attnum`.execute(db)
  return rows.filter(({ table }) => !IGNORED.test(table))
}

/** Stores a row in each table that has none, accounts first, to which others refer. */
async function fillTables(db: Database, columns: readonly Column[]): Promise<void> {
  const byTable = [...Map.groupBy(columns, ({ table }) => table)]
  byTable.sort(([one], [other]) => Number(other === 'accounts') - Number(one === 'accounts'))
  for (const [table, own] of byTable) {
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db)
    if (rows.length > 0) continue
    const names = sql.join(own.map(({ name }) => sql.id(name)))
    const values = sql.join(own.map((column) => sql.val(toValue(column))))
    await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db)
  }
}

function toValue(column: Column): string | number {
  // The secret that `testUpgrade` upgrades with.
  if (column.name === 'secret_fingerprint') return 'fingerprint'
  switch (column.type) {
    case 'text':
      return `${toName(column)} 'ü'`
    case 'tsvector':
      return 'word'
    case 'real':
    case 'double precision':
      return 2.5
    default:
      // A table that has a single row allows the id 1 alone.
      return column.name === 'id' || ['integer', 'smallint'].includes(column.type) ? 1 : KEY
  }
}

async function readTables(db: Database, columns: readonly ColumnName[]): Promise<Tables> {
  const tables: Tables = {}
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const names = sql.join(own.map(({ name }) => sql.id(name)))
    const { rows } = await sql<Tables[string][number]>`select ${names} from ${sql.table(table)}`.execute(db)
    tables[table] = rows.map((row) => ({ ...row }))
  }
  return tables
}
