import { isIPv4 } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Says whether a peer is a proxy whose X-Forwarded-For is believed. */
export type Trust = (address: string) => boolean

const MAX_HOPS = 50
/** The part of an IPv6 address that a provider hands to one customer. */
const IPV6_BUCKET_BITS = 64

/** Compiles ranges of trusted proxies, see `FORMSLOT_TRUST_PROXY`. */
export function createTrust(ranges: readonly string[]): Trust {
  if (ranges.length === 0) return () => false
  const isInRanges = compile([...ranges])
  return (address) => isInRanges(toPlain(address), 0)
}

/**
 * Returns the client's address: the peer itself, or, when that is a trusted proxy, the right-most hop of
 * X-Forwarded-For that is not. A hop that is no address ends the chain at the last trusted one.
 *
 * The package's own walk is not used: it takes an unreadable hop for the client, and does not know ports.
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

/** Returns what counts as one client: an IPv4 address, or the /64 of an IPv6 one. */
export function addressBucket(address: string): string {
  if (isIPv4(address)) return address
  const parsed = parseAddress(address)
  if (parsed === null || parsed instanceof ipaddr.IPv4) return toPlain(address)
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_BUCKET_BITS / 8 ? byte : 0))
  return `${new ipaddr.IPv6(bytes).toString()}/${IPV6_BUCKET_BITS}`
}

/** Says whether this is an address of the machine itself. */
export function isLoopback(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback'
}

/** Returns the address in its shortest form, a mapped one as IPv4; anything else stays as it is. */
function toPlain(address: string): string {
  if (isIPv4(address)) return address
  return parseAddress(address)?.toString() ?? address
}

/** Removes the port that some proxies write behind the address. */
function withoutPort(hop: string): string {
  return hop.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1').replace(/^(\[[^\]]*\]):\d{1,5}$/, '$1')
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const withoutZone = address.replace(/%.*$/, '').replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.IPv4.isValidFourPartDecimal(withoutZone) && !ipaddr.IPv6.isValid(withoutZone)) return null
  return ipaddr.process(withoutZone)
}
