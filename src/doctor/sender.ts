import type { Config } from '../config/config.ts'
import { type Finding, ok, warn } from './finding.ts'

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
