import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { toEmailHour } from '../domain/outbox/email-counts.ts'
import {
  BOUNCED_SHARE_LIMIT,
  COMPLAINT_SHARE_LIMIT,
  type EmailReputation,
  getCeilingPerHour,
  judgeReputation,
  REPUTATION_HOURS,
} from '../domain/outbox/email-reputation.ts'
import { HOUR, later } from '../domain/time.ts'
import { connect } from '../store/dialects/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { listUnprovenEmails } from '../store/outbox/email-count-reads.ts'
import { countUnconfirmedEmails } from '../store/outbox/unconfirmed-emails.ts'
import { type Finding, getErrorMessage, ok, warn } from './finding.ts'

const NAME = 'unconfirmed emails'
const REPUTATION = 'reputation'

/**
 * Checks that emails about endpoints that nobody has confirmed are below the limit of the instance, and that few of them
 * bounce or are marked as spam.
 */
export async function checkEmailCeiling(config: Config, now: Date): Promise<Finding[]> {
  const { database, emailCeiling } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    const count = await countUnconfirmedEmails(connection.reads, now)
    const firstHour = toEmailHour(later(now, -(REPUTATION_HOURS - 1) * HOUR))
    const reputation = judgeReputation(await listUnprovenEmails(connection.reads, firstHour))
    return [
      checkCount(count, getCeilingPerHour(emailCeiling.perHour, reputation)),
      checkReputation(reputation, emailCeiling.perHour),
    ]
  } catch (error) {
    return [warn(NAME, getErrorMessage(error), 'start the service once; it updates the database')]
  } finally {
    await connection?.close()
  }
}

function checkCount(count: number, perHour: number): Finding {
  if (perHour === 0) return ok(NAME, `${count} in the last hour, without a limit`)
  const message = `${count} of ${perHour} in the last hour`
  if (count < perHour) return ok(NAME, message)
  return warn(
    NAME,
    `${message}; further ones wait`,
    'none is lost; if this is your normal traffic, raise FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR',
  )
}

function checkReputation(reputation: EmailReputation, perHour: number): Finding {
  const { emails, bounced, complaints, isReduced, heldNetworks } = reputation
  const message = `of ${emails} unconfirmed emails in 24 hours, ${bounced} bounced and ${complaints} were marked as spam`
  if (perHour === 0 || (!isReduced && heldNetworks.size === 0)) return ok(REPUTATION, message)
  if (!isReduced) {
    return warn(
      REPUTATION,
      `${message}; those of ${heldNetworks.size} networks wait, all others are sent`,
      'none is lost; somebody creates endpoints for addresses that do not exist or whose owners did not want them',
    )
  }
  const limits = `${100 * BOUNCED_SHARE_LIMIT} % bounced or ${100 * COMPLAINT_SHARE_LIMIT} % marked as spam`
  return warn(
    REPUTATION,
    `${message}, which exceeds ${limits}, with a maximum per network; only ${getCeilingPerHour(perHour, reputation)} an hour are sent`,
    'none is lost, and this ends by itself; look for bots that create endpoints in the log, and lower FORMSLOT_CREATE_PER_HOUR',
  )
}
