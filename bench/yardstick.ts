/**
 * The servers that everything is measured against; a process of its own, told by its first argument which to be:
 * `bare` reads the body and answers 200, `fastify` parses it too and stores nothing, `flush` is bare and has 4 KiB on
 * disk, in the file that its second argument names, before it answers.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { parseUrlencoded } from '../src/http/kernel/body/urlencoded.ts'

const ANSWER = '{"ok":true}'
/** A page of a database. */
const PAGE = Buffer.alloc(4096, 'x')
/** Then the file begins anew, as a write-ahead log does: a flush is dearer where a file grows. */
const PAGES = 1000

function bare(keep = () => {}): void {
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => {
      keep()
      response.writeHead(bytes > 0 || request.method === 'GET' ? 200 : 400, {
        'content-type': 'application/json',
        'content-length': ANSWER.length,
      })
      response.end(ANSWER)
    })
  })
  server.listen(0, '127.0.0.1', () => tell((server.address() as AddressInfo).port))
}

/** One after the other on the one thread, as SQLite does it. */
function flushing(file: string): () => void {
  const descriptor = openSync(file, 'w')
  for (let page = 0; page < PAGES; page += 1) writeSync(descriptor, PAGE)
  fdatasyncSync(descriptor)
  let written = 0
  return () => {
    writeSync(descriptor, PAGE, 0, PAGE.length, (written % PAGES) * PAGE.length)
    fdatasyncSync(descriptor)
    written += 1
  }
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

const [, , kind, file = ''] = process.argv
switch (kind) {
  case 'fastify':
    await parsing()
    break
  case 'flush':
    bare(flushing(file))
    break
  default:
    bare()
}
