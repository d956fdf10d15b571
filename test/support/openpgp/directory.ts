import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { generate } from 'selfsigned'

/**
 * Starts a key directory for these domains, and a proxy that leads to it: a real server with a certificate that this process
 * trusts until the end.
 *
 * @param answers bodies by `host/path`, without the query
 */
export async function startKeyDirectory(hosts: readonly string[], answers: ReadonlyMap<string, Buffer>) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'keys.test' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value }) as const) },
    ],
  })
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, cert])
  const asked: string[] = []
  const directory = https.createServer({ key, cert }, (request, response) => {
    const url = `${request.headers.host}${request.url}`
    asked.push(url)
    const body = answers.get(url.split('?')[0] ?? '')
    response.writeHead(body ? 200 : 404, { connection: 'close' }).end(body)
  })
  const proxy = http.createServer().on('connect', (request, socket) => {
    if (!hosts.includes(String(request.url).split(':')[0] ?? '')) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    const tunnel = net.connect(portOf(directory), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    for (const end of [tunnel, socket]) end.on('error', () => tunnel.destroy())
  })
  for (const server of [directory, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    /** Address of the proxy. */
    proxy: `http://127.0.0.1:${portOf(proxy)}`,
    /** Requests, as `host/path?query`. */
    asked,
    async [Symbol.asyncDispose]() {
      tls.setDefaultCACertificates(trusted)
      for (const server of [directory, proxy]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

function portOf(server: net.Server): number {
  return (server.address() as AddressInfo).port
}
