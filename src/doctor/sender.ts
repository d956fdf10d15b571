import type { Config } from '../config/config.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Whether the signature of emails speaks for the domain of their sender: alignment, RFC 7489 §3.1.1. */
export function checkSender({ smtp, mailFrom, dkim }: Config): Finding[] {
  if (!smtp) return []
  const name = 'sender'
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1).toLowerCase()
  if (!dkim) return [ok(name, `${mailFrom.address}; the mail server has to sign (DKIM) for ${domain}`)]
  if (isWithin(domain, dkim.domain) || isWithin(dkim.domain, domain)) {
    return [ok(name, `${mailFrom.address}, signed for ${dkim.domain}`)]
  }
  const says = `${mailFrom.address} is signed for another domain, ${dkim.domain}: DMARC does not count it`
  return [warn(name, says, `set FORMSLOT_DKIM_DOMAIN to ${domain}, or send from ${dkim.domain}`)]
}

function isWithin(domain: string, wider: string): boolean {
  return domain === wider || domain.endsWith(`.${wider}`)
}
