import type { Config } from '../config/config.ts'
import { createKeys } from '../ids/keys.ts'
import { loadSecret } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { migrate as bringUpToDate, SCHEMA_VERSION } from '../store/engine/migrate.ts'

/** Migrates the database to the schema of this version and exits, for step-by-step upgrades of several nodes. */
export async function migrate(config: Config, now: Date): Promise<string> {
  const connection = await connect(config.database)
  try {
    await bringUpToDate(connection, { now, hmacSecret: createKeys(loadSecret(config)).hmacSecret })
    return `The database has schema version ${SCHEMA_VERSION}.`
  } finally {
    await connection.close()
  }
}
