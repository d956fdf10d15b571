import type { Config } from '../config/config.ts'
import { createKeys } from '../ids/keys.ts'
import { loadSecret } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { migrate as bringUpToDate, SCHEMA_VERSION } from '../store/engine/migrate.ts'

/** Brings the database to this program's schema and does nothing else: for upgrades of many nodes, one step at a time. */
export async function migrate(config: Config, now: Date): Promise<string> {
  const connection = await connect(config.database)
  try {
    await bringUpToDate(connection, { now, hmacSecret: createKeys(loadSecret(config)).hmacSecret })
    return `The database has schema version ${SCHEMA_VERSION}.`
  } finally {
    await connection.close()
  }
}
