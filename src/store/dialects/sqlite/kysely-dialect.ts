import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  Kysely,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import type { Schema } from '../../engine/schema.ts'
import { toStoreError } from './faults.ts'

const MAX_PREPARED_STATEMENTS = 400
/** Kysely's names of row locks. */
const LOCKS: readonly (string | undefined)[] = ['ForUpdate', 'ForKeyShare', 'SkipLocked']

/** Creates the query builder of a connection. */
export function createKysely(database: DatabaseSync): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new OneWriterDialect({ database: toKyselyDatabase(database) }) })
}

/** Omits row locks from statements: a writer holds the lock of the whole database. */
class OneWriterDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new OneWriterCompiler()
  }
}

class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    const locks = LOCKS.includes(node.modifier)
    if (!locks) super.visitSelectModifier(node)
  }
}

/** Adapts `node:sqlite` to the part of better-sqlite3's interface that Kysely uses. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const [oldest] = statements.keys()
      if (statements.size >= MAX_PREPARED_STATEMENTS && oldest !== undefined) statements.delete(oldest)
      const statement = toKyselyStatement(database.prepare(text))
      statements.set(text, statement)
      return statement
    },
  }
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => withStoreErrors(() => statement.all(...(values as SQLInputValue[]))),
    run: (values) => withStoreErrors(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}

/** Runs `work` and converts its errors to those of the store. */
function withStoreErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error)
  }
}
