import { isIPv4 } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Returns true for a proxy whose X-Forwarded-For is trusted. */
export type Trust = (address: string) => boolean

const MAX_HOPS = 50
/** Length of the IPv6 prefix that a provider assigns to one customer. */
const IPV6_BUCKET_BITS = 64
const IPV6_BUCKET_SUFFIX = `/${IPV6_BUCKET_BITS}`
/** Length of the IPv6 prefix that a provider assigns to one site, and that anyone can rent. */
const IPV6_NETWORK_BITS = 48
/** Multiple of the limit of one client that applies to its IPv6 network. */
export const NETWORK_RATE_FACTOR = 8

/** Compiles ranges of trusted proxies, see `FORMSLOT_TRUST_PROXY`. */
export function createTrust(ranges: readonly string[]): Trust {
  if (ranges.length === 0) return () => false
  const isInRanges = compile([...ranges])
  return (address) => isInRanges(toPlain(address), 0)
}

/**
 * Returns the client's address: the peer itself, or, when that is a trusted proxy, the right-most hop of
 * X-Forwarded-For that is not trusted. A hop that is not an address ends the chain at the last trusted one.
 *
 * The package's own walk is not used: it returns an unreadable hop as the client, and does not parse ports.
 */
export function clientAddress(request: {
  peer: string
  forwardedFor: string | undefined
  trusts: Trust
}): string {
  let client = toPlain(request.peer)
  if (request.forwardedFor === undefined) return client
  const hops = request.forwardedFor.split(',').slice(-MAX_HOPS)
  while (request.trusts(client)) {
    const hop = withoutPort(hops.pop()?.trim() ?? '')
    if (parseAddress(hop) === null) return client
    client = toPlain(hop)
  }
  return client
}

/** Returns the key that limits count a client by: an IPv4 address, or the /64 of an IPv6 address. */
export function addressBucket(address: string): string {
  if (isIPv4(address)) return address
  const parsed = parseAddress(address)
  if (parsed === null || parsed instanceof ipaddr.IPv4) return toPlain(address)
  return toPrefix(parsed, IPV6_BUCKET_BITS)
}

/** Returns the key that limits count the IPv6 network of a client by, the /48 of its bucket; null for any other bucket. */
export function networkBucket(bucket: string): string | null {
  if (!bucket.endsWith(IPV6_BUCKET_SUFFIX)) return null
  const parsed = parseAddress(bucket.slice(0, -IPV6_BUCKET_SUFFIX.length))
  return parsed instanceof ipaddr.IPv6 ? toPrefix(parsed, IPV6_NETWORK_BITS) : null
}

function toPrefix(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${new ipaddr.IPv6(bytes).toString()}/${bits}`
}

/** Returns true for a loopback address. */
export function isLoopback(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback'
}

/** Returns the address in its shortest form, a mapped address as IPv4; any other text unchanged. */
function toPlain(address: string): string {
  if (isIPv4(address)) return address
  return parseAddress(address)?.toString() ?? address
}

/** Removes the port that some proxies append to the address. */
function withoutPort(hop: string): string {
  return hop.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1').replace(/^(\[[^\]]*\]):\d{1,5}$/, '$1')
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const withoutZone = address.replace(/%.*$/, '').replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.IPv4.isValidFourPartDecimal(withoutZone) && !ipaddr.IPv6.isValid(withoutZone)) return null
  return ipaddr.process(withoutZone)
}
