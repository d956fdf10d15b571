import type { Connection } from '../engine/connection.ts'
import type { NodeOptions } from './postgres/connect.ts'

/**
 * Connects to SQLite or PostgreSQL, and loads the driver of that one alone.
 *
 * @param node what only the service needs; left out by commands
 */
export async function connect(
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string },
  node: NodeOptions = {},
): Promise<Connection> {
  switch (database.kind) {
    case 'sqlite': {
      const { connectSqlite } = await import('./sqlite/connect.ts')
      return connectSqlite(database.file)
    }
    case 'postgres': {
      const { connectPostgres } = await import('./postgres/connect.ts')
      return connectPostgres(database.url, node)
    }
  }
}
