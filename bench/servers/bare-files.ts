/**
 * The server that `bench:files` is compared with; a process of its own. It streams each body to a file of the folder in its
 * first argument, flushes it, and responds with 200. It parses and hashes nothing.
 */
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const RESPONSE = '{"ok":true}'
const [folder = '.'] = process.argv.slice(2)
let count = 0

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(RESPONSE)
    return
  }
  count += 1
  const file = path.join(folder, String(count))
  await pipeline(request, createWriteStream(file))
  await using handle = await open(file, 'r+')
  await handle.datasync()
  response.end(RESPONSE)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
