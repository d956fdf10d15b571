import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A static site on another origin than the service. */
export async function startSite(pages: Record<string, { type: string; body: string }>) {
  const server = createServer((request, response) => {
    const page =
      request.url === '/favicon.ico' ? { type: 'image/x-icon', body: '' } : pages[request.url ?? '']
    response
      .writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' })
      .end(page?.body ?? 'not here')
  })
  return openSite(server)
}

/** Makes a server listen on a loopback port until it is disposed. */
export async function openSite(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page of such a site. */
export function html(body: string) {
  return { type: 'text/html; charset=utf-8', body: `<!doctype html><title>site</title>${body}` }
}
