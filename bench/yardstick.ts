/**
 * The servers that everything is measured against; a process of its own, told by its first argument which to be:
 * `bare` reads the body and answers 200, `fastify` parses it too and stores nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { parseUrlencoded } from '../src/http/body/urlencoded.ts'

const ANSWER = '{"ok":true}'

function bare(): void {
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => {
      response.writeHead(bytes > 0 || request.method === 'GET' ? 200 : 400, {
        'content-type': 'application/json',
        'content-length': ANSWER.length,
      })
      response.end(ANSWER)
    })
  })
  server.listen(0, '127.0.0.1', () => tell((server.address() as AddressInfo).port))
}

async function parsing(): Promise<void> {
  const server = fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post('/f/:id', async (request, reply) => {
    const fields = parseUrlencoded(request.body as Buffer)
    return reply.code(fields.length > 0 ? 200 : 400).send({ ok: true })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  tell((server.server.address() as AddressInfo).port)
}

/** The first line of output is the address. */
function tell(port: number): void {
  process.stdout.write(`http://127.0.0.1:${port}\n`)
}

if (process.argv[2] === 'fastify') await parsing()
else bare()
