import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Proxies whose X-Forwarded-For is believed, as ranges. */
export type TrustList = readonly [Address, number][]

const MAX_HOPS = 50
/** The part of an IPv6 address that a provider hands to one customer. */
const IPV6_BUCKET_BITS = 64
const MAPPED_PREFIX_BITS = 96

/** Reads a comma-separated list of addresses and CIDR ranges; every fault in it is named. */
export function readTrustList(
  text: string,
): { kind: 'ok'; trusts: TrustList } | { kind: 'fault'; fault: string } {
  const trusts: [Address, number][] = []
  const faults: string[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const range = readRange(entry)
    if (typeof range === 'string') faults.push(`"${entry}" ${range}`)
    else trusts.push(range)
  }
  return faults.length > 0 ? { kind: 'fault', fault: faults.join('; ') } : { kind: 'ok', trusts }
}

function readRange(entry: string): [Address, number] | string {
  const cidr = entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`
  // NOTE: the package also reads `10/8` as 0.0.0.10/8 and `010.…` as octal; node reads neither.
  if (!isIP(cidr.replace(/\/\d{1,3}$/, '')) || cidr.includes('%') || !ipaddr.isValidCIDR(cidr)) {
    return 'is neither an address nor a CIDR range'
  }
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const all = 'would trust every address there is'
  if (bits === 0) return all
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    if (bits < MAPPED_PREFIX_BITS)
      return `is a mapped IPv4 range that covers more than IPv4: write it as IPv4`
    if (bits === MAPPED_PREFIX_BITS) return all
    return [address.toIPv4Address(), bits - MAPPED_PREFIX_BITS]
  }
  return [address, bits]
}

/**
 * The client's address: the peer itself, or, when that is a trusted proxy, the right-most hop of X-Forwarded-For that
 * is not. A hop that is no address ends the chain at the last trusted one.
 */
export function clientAddress(request: {
  peer: string
  forwardedFor: string | undefined
  trusts: TrustList
}): string {
  let client = plain(request.peer)
  if (request.trusts.length === 0 || request.forwardedFor === undefined) return client
  const hops = request.forwardedFor.split(',').slice(-MAX_HOPS)
  while (isTrusted(client, request.trusts)) {
    const hop = withoutPort(hops.pop()?.trim() ?? '')
    if (read(hop) === null) return client
    client = plain(hop)
  }
  return client
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one. */
export function addressBucket(address: string): string {
  if (isIPv4(address)) return address
  const parsed = read(address)
  if (parsed === null || parsed instanceof ipaddr.IPv4) return plain(address)
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_BUCKET_BITS / 8 ? byte : 0))
  return `${new ipaddr.IPv6(bytes).toString()}/${IPV6_BUCKET_BITS}`
}

/** Whether this is an address of the machine itself. */
export function isLoopback(address: string): boolean {
  return read(address)?.range() === 'loopback'
}

/** Whether this peer is one of the trusted proxies. */
export function isTrusted(address: string, trusts: TrustList): boolean {
  const parsed = read(address)
  return (
    parsed !== null &&
    trusts.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))
  )
}

/** The address in its shortest form, a mapped one as IPv4; what is no address stays as it is. */
function plain(address: string): string {
  if (isIPv4(address)) return address
  return read(address)?.toString() ?? address
}

/** Some proxies write the port of the client behind its address. */
function withoutPort(hop: string): string {
  return hop.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1').replace(/^(\[[^\]]*\]):\d{1,5}$/, '$1')
}

function read(address: string): Address | null {
  const withoutZone = address.replace(/%.*$/, '').replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.IPv4.isValidFourPartDecimal(withoutZone) && !ipaddr.IPv6.isValid(withoutZone)) return null
  return ipaddr.process(withoutZone)
}
