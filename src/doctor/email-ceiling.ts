import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { connect } from '../store/dialects/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { countUnconfirmedEmails } from '../store/outbox/unconfirmed-emails.ts'
import { type Finding, getErrorMessage, ok, warn } from './finding.ts'

const NAME = 'unconfirmed emails'

/** Checks that the emails about endpoints that nobody has confirmed are below the limit of the instance. */
export async function checkEmailCeiling(config: Config, now: Date): Promise<Finding[]> {
  const { database, emailCeiling } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    const count = await countUnconfirmedEmails(connection.reads, now)
    if (emailCeiling.perHour === 0) return [ok(NAME, `${count} in the last hour, without a limit`)]
    const message = `${count} of ${emailCeiling.perHour} in the last hour`
    if (count < emailCeiling.perHour) return [ok(NAME, message)]
    return [
      warn(
        NAME,
        `${message}; further ones wait`,
        'none is lost; if this is your normal traffic, raise FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR',
      ),
    ]
  } catch (error) {
    return [warn(NAME, getErrorMessage(error), 'start the service once; it updates the database')]
  } finally {
    await connection?.close()
  }
}
