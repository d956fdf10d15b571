import { isIP } from 'node:net'
import { createReachCheck } from '../../delivery/egress/addresses.ts'
import type { Dns } from './lookup.ts'

/** The mail server in the settings, with what its DNS records say. */
export type Relay = {
  host: string
  /** Public addresses; none if the server is in a private network or on this machine, or cannot be looked up. */
  addresses: readonly string[]
  /** Null for the operator's own server. */
  provider: Provider | null
}

/** A provider that sends emails from addresses other than those of the server that accepts them. */
export type Provider = {
  name: string
  /** Domain whose SPF record lists these addresses; null if emails get the provider's envelope sender. */
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
/** Maximum number of addresses that are checked. */
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
