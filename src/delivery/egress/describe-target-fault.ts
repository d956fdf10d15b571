import { isIP } from 'node:net'
import { createReachCheck } from './addresses.ts'
import { type EgressSettings, LOCAL_NAMES, type TargetFault } from './target-url.ts'

/** The same for all addresses that a look-up finds: it must not tell what is inside the network of this instance. */
const UNREACHABLE = 'This address is not reachable from here.'

/**
 * Says why nothing can be sent to an address, and what to do about it.
 *
 * @param fault null: its host resolves to something that must not be reached
 * @param about.listen the command that receives on the machine of a developer
 */
export function describeTargetFault(
  fault: TargetFault | null,
  about: { url: string; settings: EgressSettings; listen: string },
): string {
  const { settings } = about
  const url = URL.parse(about.url)
  if (fault === null || !url) return fault === null ? UNREACHABLE : NO_URL
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443)
  const portSetting = settings.ports.includes(port)
    ? null
    : `FORMSLOT_EGRESS_PORTS=${[...settings.ports, port].join(',')}`
  const place = ['scheme', 'port', 'host'].includes(fault) ? findPlace(host, settings) : 'public'
  if (place === 'never') return UNREACHABLE
  if (place === 'inside') {
    const allowed = [...settings.allowed, findRange(host)].join(',')
    const needed = [`FORMSLOT_EGRESS_ALLOW=${allowed}`, ...(portSetting ? [portSetting] : [])]
    return (
      `${host} is inside a network, and this instance posts to the internet alone. To receive on your own machine, run ` +
      `"${about.listen}", which needs no setting. The operator of this instance can allow the address: ${needed.join(' and ')}.`
    )
  }
  switch (fault) {
    case 'no_url':
      return NO_URL
    case 'scheme':
      return 'The address must begin with https://.'
    case 'credentials':
      return 'The address must not contain a user name or password. Put a token into its path or query instead.'
    case 'fragment':
      return 'The address must not contain a fragment (#…), which is never sent.'
    case 'port':
      return `This instance posts to the ports ${settings.ports.join(', ')} alone. Its operator can allow ${port}: ${portSetting}.`
    case 'host':
      return UNREACHABLE
  }
}

const NO_URL = 'This is not a web address. Copy the whole address, beginning with https://.'

/** `never`: no setting allows it. */
function findPlace(host: string, { allowed, proxy }: EgressSettings): 'public' | 'inside' | 'never' {
  if (proxy !== null) return 'public'
  if (isIP(host) === 0) return allowed.length === 0 && LOCAL_NAMES.test(host) ? 'inside' : 'public'
  if (createReachCheck(allowed)(host) !== null) return 'public'
  return createReachCheck(['0.0.0.0/0', '::/0'])(host) === null ? 'never' : 'inside'
}

/** Returns what to write into FORMSLOT_EGRESS_ALLOW for a host. */
function findRange(host: string): string {
  if (isIP(host) !== 0) return host
  return /(?:^|\.)localhost$/.test(host) ? '127.0.0.1,::1' : '{its IP address}'
}
