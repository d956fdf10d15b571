/**
 * The servers that everything is compared with; a process of its own. Its first argument is the kind: `bare` reads the body
 * and responds with 200, `fastify` also parses it and stores nothing, `flush` is bare and flushes 4 KiB to the file in its
 * second argument before it responds.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { parseUrlencoded } from '../../src/http/kernel/body/urlencoded.ts'

const RESPONSE = '{"ok":true}'
/** One page of a database. */
const PAGE = Buffer.alloc(4096, 'x')
/** After these pages the file is overwritten, as a write-ahead log is: a flush of a growing file costs more. */
const FILE_PAGES = 1000

function startBare(beforeAnswer = () => {}): void {
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => {
      beforeAnswer()
      response.writeHead(bytes > 0 || request.method === 'GET' ? 200 : 400, {
        'content-type': 'application/json',
        'content-length': RESPONSE.length,
      })
      response.end(RESPONSE)
    })
  })
  server.listen(0, '127.0.0.1', () => printAddress((server.address() as AddressInfo).port))
}

/** Returns a function that flushes a page on the only thread, as SQLite does. */
function createFlush(file: string): () => void {
  const descriptor = openSync(file, 'w')
  for (let page = 0; page < FILE_PAGES; page += 1) writeSync(descriptor, PAGE)
  fdatasyncSync(descriptor)
  let written = 0
  return () => {
    writeSync(descriptor, PAGE, 0, PAGE.length, (written % FILE_PAGES) * PAGE.length)
    fdatasyncSync(descriptor)
    written += 1
  }
}

async function startFastify(): Promise<void> {
  const server = fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post('/f/:id', async (request, reply) => {
    const fields = parseUrlencoded(request.body as Buffer)
    return reply.code(fields.length > 0 ? 200 : 400).send({ ok: true })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  printAddress((server.server.address() as AddressInfo).port)
}

/** Prints the address as the first line of output. */
function printAddress(port: number): void {
  process.stdout.write(`http://127.0.0.1:${port}\n`)
}

const [, , kind, file = ''] = process.argv
switch (kind) {
  case 'fastify':
    await startFastify()
    break
  case 'flush':
    startBare(createFlush(file))
    break
  default:
    startBare()
}
