/**
 * Receives webhooks on all loopback addresses and stores none; a process of its own. Its first line of output is its port.
 * Then it prints a line with the number of requests and the time after every 50 requests, and one with `latency` and the
 * milliseconds since its event for each at `QUICK_HOST`. The hosts that begin with `SLOW_HOSTS` answer after `SLOW_MS` to twice that.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { QUICK_HOST, SLOW_HOSTS, SLOW_MS } from '../data/due-webhooks.ts'

const REPORT_INTERVAL = 50

let requests = 0

const server = http.createServer((request, response) => {
  const { host = '' } = request.headers
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (host.startsWith(SLOW_HOSTS))
      return void setTimeout(() => response.end(), SLOW_MS * (1 + Math.random()))
    response.end()
    if (host.startsWith(QUICK_HOST)) {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string }
      process.stdout.write(`latency ${Date.now() - Date.parse(timestamp)}\n`)
      return
    }
    requests += 1
    if (requests % REPORT_INTERVAL === 0) process.stdout.write(`${requests} ${performance.now()}\n`)
  })
})
server.listen(0, '0.0.0.0', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
