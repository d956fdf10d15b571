import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import tls from 'node:tls'
import type { Target } from './target-url.ts'

/**
 * Has a proxy open the connection to a target (CONNECT, RFC 9110, 9.3.6). The proxy looks the name up, and it alone decides
 * what may be reached.
 *
 * @param request.proxy its address; user and password are sent to it (Basic)
 * @param request.timeoutMs until the connection is open and secured
 * @throws ErrnoException of the connection; `EPROXY`: the proxy cannot be reached, or refuses
 */
export async function connectThrough(request: {
  proxy: string
  target: Target
  timeoutMs: number
  signal: AbortSignal
}): Promise<Socket> {
  const { proxy, target } = request
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)])
  const socket = await openTunnel(proxy, target, signal)
  if (target.url.protocol === 'http:') return socket
  const names = target.isLiteral ? {} : { servername: target.host }
  const secured = tls.connect({ socket, ...names, ALPNProtocols: ['http/1.1'] })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const stop = () => secured.destroy(failure('ETIMEDOUT'))
  signal.addEventListener('abort', stop)
  secured.once('secureConnect', () => resolve(secured)).on('error', reject)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

function openTunnel(proxy: string, target: Target, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const { protocol, username, password, origin } = new URL(proxy)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }
  const { request } = protocol === 'https:' ? https : http
  const headers = { host: authority, ...(username ? authorization : {}) }
  request(origin, { method: 'CONNECT', path: authority, headers, agent: false, signal })
    .once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as Socket)
      socket.destroy()
      reject(failure('EPROXY'))
    })
    .on('error', () => reject(failure(signal.aborted ? 'ETIMEDOUT' : 'EPROXY')))
    .end()
  return promise
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}
