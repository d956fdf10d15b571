import { isIP } from 'node:net'
import { createReachCheck } from '../../delivery/egress/addresses.ts'
import type { Dns } from './lookup.ts'

/** The mail server that the settings name, as far as its records are concerned. */
export type Relay = {
  host: string
  /** Addresses on the internet; none when the server is in a private network or on this machine, or cannot be looked up. */
  addresses: readonly string[]
  /** Null for a server of one's own. */
  provider: Provider | null
}

/** A provider whose mail servers send from other addresses than those that take emails. */
export type Provider = {
  name: string
  /** Domain whose SPF record lists them; null when emails have an envelope sender of the provider. */
  include: string | null
}

const PROVIDERS: readonly (readonly [host: RegExp, Provider])[] = [
  [/(?:^|\.)amazonaws\.com(?:\.cn)?$/, { name: 'Amazon SES', include: null }],
  [/(?:^|\.)postmarkapp\.com$/, { name: 'Postmark', include: null }],
  [/(?:^|\.)resend\.com$/, { name: 'Resend', include: null }],
  [/(?:^|\.)sendgrid\.net$/, { name: 'SendGrid', include: null }],
  [/(?:^|\.)mailgun\.org$/, { name: 'Mailgun', include: 'mailgun.org' }],
  [/(?:^|\.)(?:gmail|google)\.com$/, { name: 'Google', include: '_spf.google.com' }],
  [/(?:^|\.)(?:office365|outlook)\.com$/, { name: 'Microsoft 365', include: 'spf.protection.outlook.com' }],
]
/** Addresses that are looked at. */
const MAX_ADDRESSES = 4

const isPublic = createReachCheck([])

/** Finds the addresses of a mail server by its name. */
export async function findRelay(host: string, dns: Dns): Promise<Relay> {
  const name = host.toLowerCase()
  const found = isIP(name) ? { kind: 'found' as const, records: [name] } : await dns.addresses(name)
  const addresses = found.kind === 'found' ? found.records : []
  return {
    host: name,
    addresses: addresses.filter((address) => isPublic(address) === 'public').slice(0, MAX_ADDRESSES),
    provider: PROVIDERS.find(([pattern]) => pattern.test(name))?.[1] ?? null,
  }
}
