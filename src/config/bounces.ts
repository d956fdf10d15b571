import { type BounceAddress, parseBounceAddress } from '../domain/outbox/bounce-address.ts'
import {
  BOUNCE_VENDORS,
  type BounceVendorName,
  findVendorSecretFault,
  VENDOR_SETTINGS,
} from '../domain/outbox/bounce-vendors.ts'
import { type ListenAddress, parseListenAddress } from './listen-address.ts'
import type { Parsed, Reading } from './reading.ts'

/** Settings of the ways by which bounces and complaints come in. */
export type BounceSettings = {
  /** Pattern of the envelope sender, in which each email has its own token; null: the From address. */
  address: BounceAddress | null
  /** Address on which to listen for bounces from mail servers; null: none. */
  listen: BounceListen | null
  /** Secrets of the webhooks of mail providers; only of those that are set up. */
  vendors: Readonly<Partial<Record<BounceVendorName, string>>>
}

/** Returns true when bounces and complaints can come in by any way. */
export function takesBounces(settings: BounceSettings, operatorToken: string | null): boolean {
  return settings.address !== null || operatorToken !== null || Object.keys(settings.vendors).length > 0
}

/** An address to listen on, and the protocol spoken there. */
export type BounceListen = ListenAddress & { protocol: 'smtp' | 'lmtp' }

/** Reads the settings of bounces. The listener needs a bounce address: it accepts mail to that address only. */
export function readBounces(reading: Reading): BounceSettings {
  const address = reading.optional('FORMSLOT_BOUNCE_ADDRESS', parseAddress)
  const listen = reading.optional('FORMSLOT_BOUNCE_LISTEN', parseListen)
  if (listen && !reading.given('FORMSLOT_BOUNCE_ADDRESS')) {
    reading.addFault(
      'FORMSLOT_BOUNCE_ADDRESS',
      'is missing; FORMSLOT_BOUNCE_LISTEN accepts only mail to that address',
    )
  }
  const vendors = BOUNCE_VENDORS.flatMap((vendor) => {
    const secret = reading.optional(VENDOR_SETTINGS[vendor], (text) => parseVendorSecret(vendor, text))
    return secret === null ? [] : [[vendor, secret] as const]
  })
  return { address, listen, vendors: Object.fromEntries(vendors) }
}

/** Parses `host:port` for SMTP, or `lmtp:host:port`. */
function parseListen(text: string): Parsed<BounceListen> {
  const [, scheme, address = ''] = /^(?:(smtp|lmtp):)?(.*)$/.exec(text) ?? []
  const parsed = parseListenAddress(address)
  if (parsed.kind === 'fault') return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  return { kind: 'ok', value: { ...parsed.value, protocol: scheme === 'lmtp' ? 'lmtp' : 'smtp' } }
}

function parseVendorSecret(vendor: BounceVendorName, text: string): Parsed<string> {
  const fault = findVendorSecretFault(vendor, text)
  return fault === null ? { kind: 'ok', value: text } : { kind: 'fault', problem: fault }
}

function parseAddress(text: string): Parsed<BounceAddress> {
  const address = parseBounceAddress(text)
  return address ? { kind: 'ok', value: address } : { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}
