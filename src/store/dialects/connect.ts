import type { Connection } from '../engine/connection.ts'
import type { BroadcastOptions } from './postgres/broadcast.ts'

/**
 * Connects to SQLite or PostgreSQL, and loads the driver of that one alone.
 *
 * @param listening options for live events of other nodes; null for commands
 */
export async function connect(
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string },
  listening: BroadcastOptions | null = null,
): Promise<Connection> {
  switch (database.kind) {
    case 'sqlite': {
      const { connectSqlite } = await import('./sqlite/connect.ts')
      return connectSqlite(database.file)
    }
    case 'postgres': {
      const { connectPostgres } = await import('./postgres/connect.ts')
      return connectPostgres(database.url, { listening })
    }
  }
}
