import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getScriptTexts } from '../../../src/http/site/form-script.ts'
import { FORM_SCRIPT_1 } from '../../../src/http/site/form-scripts/form-1.ts'
import { openSite } from '../browser/site.ts'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'idempotency-key',
  'access-control-expose-headers': 'link, retry-after',
}

/** A submission as it arrived: its key and its parts in order, each file as name, size and type. */
export type Received = { key: string | undefined; parts: [name: string, value: string | [string, number]][] }

/**
 * A page with a form, and a receiver on its origin that reads as slowly as a test wants: it stops after a number of bytes
 * until it is told to go on, which no real service does.
 */
export async function openFileReceiver(form: string) {
  const received: Received[] = []
  let allowedBytes = Infinity
  let answer: (response: ServerResponse) => void = accept
  let resume = () => {}

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of request) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= allowedBytes) await new Promise<void>((resolve) => (resume = resolve))
    }
    const headers = { 'content-type': `${request.headers['content-type']}` }
    const data = await new Response(Buffer.concat(chunks), { headers }).formData()
    const key = request.headers['idempotency-key']
    received.push({
      key: typeof key === 'string' ? key : undefined,
      parts: [...data].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : [value.name, value.size],
      ]),
    })
    answer(response)
  }

  const server = createServer((request, response) => {
    const texts = /^\/form\.(\w\w)\.json$/.exec(request.url ?? '')?.[1]
    if (request.method === 'POST') void receive(request, response).catch(() => response.destroy())
    else if (request.method === 'OPTIONS') response.writeHead(204, CORS).end()
    else if (request.url === '/form.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(FORM_SCRIPT_1)
    else if (texts === 'de' || texts === 'ar') response.end(JSON.stringify(getScriptTexts(texts)))
    else
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy':
            "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
        })
        .end(
          `<!doctype html><html lang="${request.url?.slice(1) || 'en'}"><title>Apply</title><main><h1>Apply</h1>${form}</main><script src="/form.js"></script></html>`,
        )
  })
  const site = await openSite(server)
  return {
    origin: site.origin,
    received,
    /** Reads this many bytes of the body that is being sent, or of the next, and then waits. */
    readUntil(bytes: number) {
      allowedBytes = bytes
      resume()
    },
    /** Sets the answer to submissions. */
    answer(next: (response: ServerResponse) => void = accept) {
      answer = next
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

function accept(response: ServerResponse): void {
  response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end('{"ok":true}')
}
