/**
 * Sends files as a browser does; a process of its own. Arguments: address, number of connections, number of files, bytes of a
 * file, and bytes a second of each connection, 0 for as many as it takes. Prints the result as JSON.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const [address = '', ...numbers] = process.argv.slice(2)
const [connections = 1, uploads = 1, bytes = 1, pace = 0] = numbers.map(Number)
const BOUNDARY = 'bench-boundary'
const PIECE_BYTES = 64 * 1024
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="message"\r\n\r\nHello\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n`,
)
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
const PIECE = Buffer.alloc(PIECE_BYTES, 'x')

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const latencies: number[] = []
const statuses: Record<string, number> = {}
let begun = 0

async function send(client: number): Promise<void> {
  const startedAt = performance.now()
  const sent = request(address, {
    method: 'POST',
    agent,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': HEAD.length + bytes + TAIL.length,
      // Each connection is a client of its own.
      'x-forwarded-for': `198.51.100.${client}`,
    },
  })
  const answered = once(sent, 'response')
  sent.write(HEAD)
  for (let left = bytes; left > 0; left -= PIECE_BYTES) {
    const isFull = !sent.write(left < PIECE_BYTES ? PIECE.subarray(0, left) : PIECE)
    if (isFull) await once(sent, 'drain')
    if (pace > 0) await pause((1000 * PIECE_BYTES) / pace)
  }
  sent.end(TAIL)
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
  latencies.push(performance.now() - startedAt)
}

async function sendInTurn(client: number): Promise<void> {
  while (begun < uploads) {
    begun += 1
    await send(client)
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: connections }, (_, client) => sendInTurn(client + 1)))
const seconds = (performance.now() - startedAt) / 1000
const sorted = latencies.toSorted((one, other) => one - other)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
process.stdout.write(
  `${JSON.stringify({ seconds, uploads: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), statuses })}\n`,
)
agent.destroy()
