import ipaddr from 'ipaddr.js'

/** The reach of an address: anybody on the internet, or a host that the operator allows in their own network. */
export type Reach = 'public' | 'allowed'

/** The addresses that IANA assigns to networks on the internet; all other addresses of IPv6 are reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The metadata services of Amazon (also for containers), Alibaba, Oracle, Google and Azure, which hand out credentials of the
 * machine. No setting allows them. Azure's looks like an address on the internet.
 */
const METADATA = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map(normalizeAddress),
)

/**
 * Creates the check that says who can be reached at an IP address: null when it must not be connected to.
 *
 * @param allowed CIDR ranges
 */
export function createReachCheck(allowed: readonly string[]): (address: string) => Reach | null {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range))
  return (address) => {
    const parsed = ipaddr.parse(address)
    if (METADATA.has(parsed.toNormalizedString())) return null
    if (isPublic(parsed)) return 'public'
    const isWithin = ([first, bits]: (typeof ranges)[number]) =>
      first.kind() === parsed.kind() && parsed.match(first, bits)
    return ranges.some(isWithin) ? 'allowed' : null
  }
}

/** Returns the one spelling of an IP address by which addresses are compared. */
export function normalizeAddress(address: string): string {
  return ipaddr.parse(address).toNormalizedString()
}

/** Everything that is not plainly an address on the internet counts as private, also IPv4 within IPv6 (RFC 4291, 6052). */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}
