import { isIP } from 'node:net'

/** The addresses that this instance may reach over HTTP, as its operator has set them. */
export type EgressSettings = {
  /** CIDR ranges of addresses that are not public and may be reached all the same, also by http. */
  allowed: readonly string[]
  ports: readonly number[]
  /** true: public addresses may be reached by http, too. */
  http: boolean
  /** Address of a proxy that opens the connections (CONNECT), and then decides which names and addresses may be reached; null: none. */
  proxy: string | null
}

/** The reason for which an address can never be posted to. */
export type TargetFault = 'no_url' | 'scheme' | 'credentials' | 'fragment' | 'port' | 'host'

/** An address that may be posted to if what its host resolves to may be reached. */
export type Target = {
  url: URL
  /** Name or IP address, without brackets and final dot. */
  host: string
  port: number
  isLiteral: boolean
}

/** Names that no public name server resolves: they mean something else in each network. */
export const LOCAL_NAMES = /^[^.]*$|\.(?:local|internal|localhost|arpa|onion)$/
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Reads the address of a destination. Says why it can never be posted to, as far as no look-up is needed for that. */
export function readTarget(text: string, settings: EgressSettings): Target | { fault: TargetFault } {
  const url = URL.parse(text)
  if (!url) return { fault: 'no_url' }
  const hasPrivate = settings.allowed.length > 0
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (settings.http || hasPrivate)))
    return { fault: 'scheme' }
  if (url.username || url.password) return { fault: 'credentials' }
  if (url.hash) return { fault: 'fragment' }
  const port = url.port ? Number(url.port) : (DEFAULT_PORTS[url.protocol] ?? 0)
  if (!settings.ports.includes(port)) return { fault: 'port' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLiteral = isIP(host) !== 0
  const mayBeLocal = isLiteral || hasPrivate || settings.proxy !== null
  if (host === '' || (!mayBeLocal && LOCAL_NAMES.test(host))) return { fault: 'host' }
  return { url, host, port, isLiteral }
}
