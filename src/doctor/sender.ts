import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { readDomain } from '../domain/accounts/mailbox.ts'
import { connect } from '../store/dialects/connect.ts'
import { hasRecipientAt } from '../store/endpoints/recipients-of-domain.ts'
import type { Connection } from '../store/engine/connection.ts'
import { type Finding, getErrorMessage, ok, warn } from './finding.ts'

const NAME = 'sender domain'

/**
 * Checks that no recipient has an address at the sender's domain. Emails from the recipient's own domain whose Reply-To
 * is at another one look like an attack from within to filters: SPOOF_REPLYTO of rspamd costs 6 points.
 */
export async function checkRecipientDomain(config: Config): Promise<Finding[]> {
  const { database, smtp, mailFrom } = config
  const domain = readDomain(mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1))
  if (!smtp || domain === null) return []
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    if (!(await hasRecipientAt(connection.reads, domain))) {
      return [ok(NAME, `no recipient has an address at ${domain}`)]
    }
    return [
      warn(
        NAME,
        `recipients have addresses at ${domain}, and spam filters distrust emails from it whose replies go to another domain`,
        `send from a subdomain that nobody receives email at, such as FORMSLOT_MAIL_FROM='emails@forms.${domain}'`,
      ),
    ]
  } catch (error) {
    return [warn(NAME, getErrorMessage(error), 'start the service once; it updates the database')]
  } finally {
    await connection?.close()
  }
}

/** Checks that the DKIM domain is aligned with the domain of the sender, RFC 7489 §3.1.1. */
export function checkSender({ smtp, mailFrom, dkim }: Config): Finding[] {
  if (!smtp) return []
  const name = 'sender'
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1).toLowerCase()
  if (!dkim) return [ok(name, `${mailFrom.address}; the mail server must sign (DKIM) for ${domain}`)]
  if (isWithin(domain, dkim.domain) || isWithin(dkim.domain, domain)) {
    return [ok(name, `${mailFrom.address}, signed for ${dkim.domain}`)]
  }
  const message = `${mailFrom.address} is signed for another domain, ${dkim.domain}, which fails DMARC alignment`
  return [warn(name, message, `set FORMSLOT_DKIM_DOMAIN to ${domain}, or send from ${dkim.domain}`)]
}

function isWithin(domain: string, wider: string): boolean {
  return domain === wider || domain.endsWith(`.${wider}`)
}
