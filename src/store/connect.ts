import { connectPostgres } from './connect-postgres.ts'
import { connectSqlite } from './connect-sqlite.ts'
import type { Connection } from './connection.ts'

/** Connects to the database, whichever it is. */
export async function connect(
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string },
): Promise<Connection> {
  switch (database.kind) {
    case 'sqlite':
      return connectSqlite(database.file)
    case 'postgres':
      return connectPostgres(database.url)
  }
}
