import net, { type LookupFunction, type Socket } from 'node:net'
import tls from 'node:tls'
import { normalizeAddress } from './addresses.ts'
import type { Target } from './target-url.ts'

/** Time after which the next address of a host is tried. */
const NEXT_ADDRESS_MS = 1000

/**
 * Opens a connection to one of these addresses, which were checked, and to no other.
 *
 * @param timeoutMs until it is open and secured
 */
export function connectTo(
  { url, host, port, isLiteral }: Target,
  addresses: readonly string[],
  timeoutMs: number,
): Socket {
  const options = {
    host,
    port,
    lookup: handOut(addresses),
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  }
  const isSecure = url.protocol === 'https:'
  // A client names no IP address to the server (RFC 6066, 3); the certificate may.
  const names = isLiteral ? {} : { servername: host }
  const socket = isSecure
    ? tls.connect({ ...options, ...names, ALPNProtocols: ['http/1.1'] })
    : net.connect(options)

  const checked = new Set(addresses.map(normalizeAddress))
  // NOTE: before all other listeners, so that nothing is sent.
  socket.prependOnceListener('connect', () => {
    const { remoteAddress } = socket
    if (remoteAddress !== undefined && checked.has(normalizeAddress(remoteAddress))) return
    socket.destroy(failure('EHOSTUNREACH'))
  })

  const timer = setTimeout(() => socket.destroy(failure('ETIMEDOUT')), timeoutMs)
  const stop = () => clearTimeout(timer)
  socket.once(isSecure ? 'secureConnect' : 'connect', stop)
  socket.once('close', stop)
  return socket
}

/** Returns a look-up that knows nothing but these addresses. */
function handOut(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: net.isIP(address) }))
  return (_host, { all }, callback) => {
    const [first] = found
    if (all) callback(null, found)
    else if (first) callback(null, first.address, first.family)
    else callback(failure('EHOSTUNREACH'), '')
  }
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}
