import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { openSite } from './site.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** A static site on another origin than the service, as a plain web server serves a folder. */
export async function serveFolder(folder: string) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    try {
      const body = await readFile(path.join(folder, path.normalize(name)))
      response.writeHead(200, { 'content-type': TYPES[path.extname(name)] ?? 'text/plain' }).end(body)
    } catch {
      // Browsers request an icon on their own; a missing one is not an error of the page.
      response.writeHead(name === '/favicon.ico' ? 204 : 404).end()
    }
  })
  return openSite(server)
}
