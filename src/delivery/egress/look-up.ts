import { Resolver } from 'node:dns/promises'

/** Names that mean this machine, whatever name servers say (RFC 6761, 6.3). */
const LOCALHOST = /(?:^|\.)localhost$/
/** A name server is asked this often within the time limit. */
const TRIES = 2

/**
 * Returns all addresses of a name, of both families; none when it has none or no name server answers in time. It asks the
 * name servers themselves: `getaddrinfo` would hold a thread of the pool that flushes files while a name server is silent.
 * So names of the file `hosts` are unknown, except `localhost`.
 *
 * @param options.nameServers those of the machine when omitted
 */
export async function lookUp(
  host: string,
  options: { nameServers: readonly string[] | undefined; timeoutMs: number; signal: AbortSignal },
): Promise<string[]> {
  if (LOCALHOST.test(host)) return ['127.0.0.1', '::1']
  const { nameServers, timeoutMs, signal } = options
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / (2 * TRIES)), tries: TRIES })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  const timer = setTimeout(cancel, timeoutMs)
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}
