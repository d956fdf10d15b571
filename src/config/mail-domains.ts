import { getMailboxDomain, readDomain } from '../domain/accounts/mailbox.ts'
import type { Parsed } from './reading.ts'

/** Parses domains separated by commas into those of canonical addresses. */
export function parseMailDomains(text: string): Parsed<ReadonlySet<string>> {
  const given = text.split(',').map((domain) => domain.trim())
  const domains = given.map(readDomain)
  const wrong = given.find((_, index) => domains[index] === null)
  if (wrong !== undefined) {
    return { kind: 'fault', problem: `contains ${JSON.stringify(wrong)}, which is not a domain` }
  }
  return { kind: 'ok', value: new Set(given.map((domain) => getMailboxDomain(`any@${readDomain(domain)}`))) }
}
