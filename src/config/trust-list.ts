import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const MAPPED_PREFIX_BITS = 96

/** Parses a comma-separated list of addresses and CIDR ranges into ranges; names every fault in it. */
export function parseTrustList(
  text: string,
): { kind: 'ok'; ranges: readonly string[] } | { kind: 'fault'; fault: string } {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const faults = entries.flatMap((entry) => {
    const fault = findFault(toRange(entry))
    return fault === null ? [] : [`"${entry}" ${fault}`]
  })
  return faults.length > 0
    ? { kind: 'fault', fault: faults.join('; ') }
    : { kind: 'ok', ranges: entries.map(toRange) }
}

function toRange(entry: string): string {
  return entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`
}

function findFault(range: string): string | null {
  // NOTE: the package also reads `10/8` as 0.0.0.10/8 and `010.…` as octal; node reads neither.
  if (!isIP(range.replace(/\/\d{1,3}$/, '')) || range.includes('%') || !ipaddr.isValidCIDR(range)) {
    return 'is neither an address nor a CIDR range'
  }
  const [address, bits] = ipaddr.parseCIDR(range)
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  if (bits === 0 || (isMapped && bits === MAPPED_PREFIX_BITS)) return 'covers every address there is'
  return isMapped && bits < MAPPED_PREFIX_BITS
    ? 'is a mapped IPv4 range that covers more than IPv4: write it as IPv4'
    : null
}
