import type { Connection } from '../engine/connection.ts'
import type { BroadcastOptions } from './postgres/broadcast.ts'
import { connectPostgres } from './postgres/connect.ts'
import { connectSqlite } from './sqlite/connect.ts'

/**
 * Connects to SQLite or PostgreSQL.
 *
 * @param listening options for live events of other nodes; null for commands
 */
export async function connect(
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string },
  listening: BroadcastOptions | null = null,
): Promise<Connection> {
  switch (database.kind) {
    case 'sqlite':
      return connectSqlite(database.file)
    case 'postgres':
      return connectPostgres(database.url, { listening })
  }
}
