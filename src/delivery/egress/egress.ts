import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { createReachCheck } from './addresses.ts'
import { connectTo } from './connect.ts'
import { describeFailure } from './failures.ts'
import { lookUp } from './look-up.ts'
import { connectThrough } from './proxy.ts'
import { type EgressSettings, readTarget, type Target, type TargetFault } from './target-url.ts'

/** Time limits of one request, in milliseconds. `connectMs`: of the look-up, the connection and TLS together. */
export type EgressLimits = { connectMs: number; totalMs: number }

const LIMITS: EgressLimits = { connectMs: 5_000, totalMs: 15_000 }
/** The start of an answer that is kept; the rest is not read. */
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024

export type EgressRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: Buffer | null
  /** Ends the request at once, as when the service stops. */
  signal?: AbortSignal
}

export type EgressResult =
  /** `body`: its first 64 KiB. */
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: Buffer }
  /** Nothing was sent. `fault`: null where the address is in order, but what its name resolves to must not be reached. */
  | { kind: 'blocked'; fault: TargetFault | null }
  /** `isSent`: the whole request was sent, and the other side may have taken it. `reason`: one sentence. */
  | { kind: 'failed'; isSent: boolean; reason: string }

/** The one door through which this service posts over HTTP to addresses that owners choose. */
export type Egress = {
  settings: EgressSettings
  /** Says why nothing can ever be sent to this address; null when it may, as far as this shows without a look-up. */
  findFault(url: string): TargetFault | null
  /**
   * Sends one request, on a connection of its own, to addresses that are looked up and checked for it alone. A redirect is an
   * answer like all others. Never throws.
   */
  send(request: EgressRequest): Promise<EgressResult>
}

/**
 * Opens the door.
 *
 * @param options.nameServers IP addresses, with ports; those of the machine when omitted
 */
export function createEgress(
  settings: EgressSettings,
  { limits = LIMITS, nameServers }: { limits?: EgressLimits; nameServers?: readonly string[] } = {},
): Egress {
  const findReach = createReachCheck(settings.allowed)

  /** One address that must not be reached is enough to refuse a name: the next look-up may hand out that one alone. */
  function mayReachAll(addresses: readonly string[], { url }: Target): boolean {
    const mayReach = (address: string) => {
      const reach = findReach(address)
      return reach === 'allowed' || (reach === 'public' && (settings.http || url.protocol === 'https:'))
    }
    return addresses.length > 0 && addresses.every(mayReach)
  }

  /** Returns how to connect; null when the target must not be reached. Throws when a proxy did not open the connection. */
  async function findWay(target: Target, signal: AbortSignal): Promise<RequestOptions | null> {
    const { proxy } = settings
    if (proxy !== null) {
      const socket = await connectThrough({ proxy, target, timeoutMs: limits.connectMs, signal })
      return { createConnection: () => socket }
    }
    const began = performance.now()
    const addresses = target.isLiteral
      ? [target.host]
      : await lookUp(target.host, { nameServers, timeoutMs: limits.connectMs, signal })
    if (!mayReachAll(addresses, target)) return null
    const timeoutMs = Math.max(1, limits.connectMs - (performance.now() - began))
    return { createConnection: () => connectTo(target, addresses, timeoutMs) }
  }

  return {
    settings,
    findFault(text) {
      const target = readTarget(text, settings)
      if ('fault' in target) return target.fault
      const { host, url, isLiteral } = target
      if (!isLiteral || settings.proxy !== null || mayReachAll([host], target)) return null
      return url.protocol === 'http:' && findReach(host) === 'public' ? 'scheme' : 'host'
    },
    async send(request) {
      const target = readTarget(request.url, settings)
      if ('fault' in target) return { kind: 'blocked', fault: target.fault }
      // Much cheaper than AbortSignal.timeout and AbortSignal.any.
      const ending = new AbortController()
      const end = () => ending.abort()
      const timer = setTimeout(end, limits.totalMs)
      request.signal?.addEventListener('abort', end)
      if (request.signal?.aborted) end()
      const { signal } = ending
      try {
        const way = await findWay(target, signal)
        if (way === null) return { kind: 'blocked', fault: null }
        return await exchange(request, target.url, { ...way, signal })
      } catch (error) {
        // `exchange` never throws.
        return { kind: 'failed', isSent: false, reason: describeFailure(error as NodeJS.ErrnoException) }
      } finally {
        clearTimeout(timer)
        request.signal?.removeEventListener('abort', end)
      }
    },
  }
}

/** Sends the request and reads the start of the answer. */
function exchange(
  { method, headers, body }: EgressRequest,
  url: URL,
  way: RequestOptions,
): Promise<EgressResult> {
  const { promise, resolve } = Promise.withResolvers<EgressResult>()
  const { request } = url.protocol === 'https:' ? https : http
  let isSent = false
  let isAnswered = false
  const sending = request(url, {
    ...way,
    method,
    headers: {
      ...headers,
      host: url.host,
      'accept-encoding': 'identity',
      connection: 'close',
      ...(body ? { 'content-length': body.length } : {}),
    },
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  sending.once('finish', () => {
    isSent = true
  })
  sending.once('response', async (response) => {
    isAnswered = true
    const { statusCode: status = 0, headers: answered } = response
    resolve({ kind: 'answered', status, headers: answered, body: await readStart(response) })
    sending.destroy()
  })
  sending.on('error', (error) => {
    // An answer may still be read, as far as it came.
    if (!isAnswered) resolve({ kind: 'failed', isSent, reason: describeFailure(error) })
  })
  sending.end(body)
  return promise
}

/** The status is the answer, so an answer whose rest does not come counts like one that is complete. */
async function readStart(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // It was cut off, or the time is up.
  }
  return Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES)
}
