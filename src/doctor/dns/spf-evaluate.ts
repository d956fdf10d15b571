import ipaddr from 'ipaddr.js'
import type { Dns } from './lookup.ts'
import { MACRO, type Mechanism, type Qualifier, type SpfRecord } from './spf-record.ts'

/** Result for one address (RFC 7208 §2.6). `unknown`: it depends on the email, or a lookup failed. */
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'unknown'

const RESULTS: Readonly<Record<Qualifier, SpfResult>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
}
/** Maximum number of mail servers of one domain that are checked (RFC 7208 §4.6.4). */
const MAX_MAIL_SERVERS = 10

/** Evaluates a record for emails sent from this IP address. */
export async function evaluateSpf(record: SpfRecord, address: string, dns: Dns): Promise<SpfResult> {
  for (const mechanism of record.mechanisms) {
    const matches = await isMatch(mechanism, { domain: record.domain, address, dns })
    if (matches === 'unknown') return 'unknown'
    if (matches) return RESULTS[mechanism.qualifier]
  }
  return record.redirect ? evaluateSpf(record.redirect, address, dns) : 'neutral'
}

type About = { domain: string; address: string; dns: Dns }

async function isMatch(mechanism: Mechanism, about: About): Promise<boolean | 'unknown'> {
  const { name, value, included } = mechanism
  switch (name) {
    case 'all':
      return true
    case 'ip4':
    case 'ip6':
      return isWithin(about.address, value.slice(1))
    case 'include': {
      if (!included) return 'unknown'
      const result = await evaluateSpf(included, about.address, about.dns)
      return result === 'unknown' ? 'unknown' : result === 'pass'
    }
    case 'a':
    case 'mx':
      return isHost(mechanism, about)
    case 'exists': {
      if (MACRO.test(value)) return 'unknown'
      const found = await about.dns.addresses(value.slice(1))
      return found.kind === 'failed' ? 'unknown' : found.kind === 'found'
    }
    default:
      // `ptr` is not to be used (RFC 7208 §5.5), and some receivers ignore it.
      return false
  }
}

async function isHost(
  { name, value }: Mechanism,
  { domain, address, dns }: About,
): Promise<boolean | 'unknown'> {
  const [, host, bits4 = '32', bits6 = '128'] =
    /^(?::([^/]+))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(value) ?? []
  const target = host ?? domain
  if (MACRO.test(target)) return 'unknown'
  const hosts = name === 'a' ? [target] : await listMailServers(target, dns)
  if (hosts === 'unknown') return 'unknown'
  let isUnknown = false
  for (const one of hosts) {
    const found = await dns.addresses(one)
    if (found.kind === 'failed') isUnknown = true
    const records = found.kind === 'found' ? found.records : []
    if (records.some((record) => isWithin(address, `${record}/${record.includes(':') ? bits6 : bits4}`)))
      return true
  }
  return isUnknown ? 'unknown' : false
}

async function listMailServers(domain: string, dns: Dns): Promise<string[] | 'unknown'> {
  const found = await dns.mailServers(domain)
  if (found.kind === 'failed') return 'unknown'
  return found.kind === 'found'
    ? found.records.slice(0, MAX_MAIL_SERVERS).map(({ exchange }) => exchange)
    : []
}

/** Returns true for an address in a range such as `203.0.113.0/24`, or equal to a single one; false for an invalid range. */
function isWithin(address: string, range: string): boolean {
  const parsed = ipaddr.parse(address)
  const whole = range.includes('/') ? range : `${range}/${parsed.kind() === 'ipv4' ? 32 : 128}`
  if (!ipaddr.isValidCIDR(whole)) return false
  const [first, bits] = ipaddr.parseCIDR(whole)
  return first.kind() === parsed.kind() && parsed.match(first, bits)
}
