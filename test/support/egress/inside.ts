/**
 * Runs in a network namespace of its own, whose one interface has addresses of the internet beside private ones. It answers
 * HTTP on all of them, resolves the names of the test, and sends through the door what the test asks for.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import dns2 from 'dns2'
import { createEgress } from '../../../src/delivery/egress/egress.ts'
import type { Asked, Told } from './namespace.ts'

/** Addresses of the interface, beside those of loopback. */
const ADDRESSES = [
  '1.1.1.1/32',
  '10.0.0.5/32',
  '100.64.0.1/32',
  '169.254.169.254/32',
  '192.168.1.1/32',
  '2606:4700::1111/128',
  'fd00:ec2::254/128',
  'fc00::5/128',
]
const [tlsFolder = ''] = process.argv.slice(2)
const NAME_SERVER = '127.0.0.1:53'

execFileSync('ip', ['link', 'set', 'lo', 'up'])
for (const address of ADDRESSES) execFileSync('ip', ['address', 'add', address, 'dev', 'lo'])

/** Requests that the receivers got, as `host:port path`. */
let received: string[] = []

function answer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const { localAddress, localPort } = request.socket
  received.push(`${localAddress} ${localPort} ${request.url}`)
  const behave = BEHAVIOURS[new URL(request.url ?? '', 'http://x').pathname]
  if (behave) behave(request, response)
  else request.resume().once('end', () => response.end('taken'))
}

const BEHAVIOURS: Record<string, (request: http.IncomingMessage, response: http.ServerResponse) => void> = {
  '/redirect': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/inside' }).end(),
  '/silent': () => {},
  '/half': (_, response) => response.writeHead(200, { 'content-length': 1000 }).write('the start'),
  '/slow': (_, response) => {
    response.writeHead(200)
    const dripping = setInterval(() => response.write('.'), 20)
    response.once('close', () => clearInterval(dripping))
  },
  '/endless': (_, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(64 * 1024, 'x')
    const pour = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  },
  '/headers': (_, response) => {
    for (let index = 0; index < 400; index++) response.setHeader(`x-${index}`, 'y'.repeat(100))
    response.end()
  },
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/echo': (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece) => {
      body += piece
    })
    request.on('end', () => response.end(JSON.stringify({ headers: request.headers, body })))
  },
  '/gone': (_, response) => response.writeHead(410, { 'retry-after': '7' }).end(),
}

for (const port of [80, 3000]) await listen(http.createServer(answer), port)
const tls = {
  key: readFileSync(`${tlsFolder}/key.pem`),
  cert: readFileSync(`${tlsFolder}/cert.pem`),
}
await listen(https.createServer(tls, answer), 443)
// A server that speaks another protocol, and one that never answers a greeting of TLS.
await listen(
  net.createServer((socket) => socket.end('220 mail ESMTP\r\n')),
  8443,
)
await listen(
  net.createServer((socket) => socket.on('error', () => {})),
  9443,
)

async function listen(server: net.Server, port: number): Promise<void> {
  server.listen(port, '::')
  await once(server, 'listening')
}

/** The answers to each look-up of a name: the last one stands for all that follow. */
let names: Record<string, string[][]> = {}
const asked: Record<string, number> = {}
const nameServer = dns2.createServer({
  udp: true,
  handle(request, send) {
    const [{ name, type } = { name: '', type: 0 }] = request.questions as { name: string; type: number }[]
    if (name === 'silent.test') return
    const key = `${name} ${type}`
    const rounds = names[name] ?? []
    const round = rounds[Math.min(asked[key] ?? 0, rounds.length - 1)] ?? []
    asked[key] = (asked[key] ?? 0) + 1
    const response = dns2.Packet.createResponseFromRequest(request)
    let owner = name
    for (const value of round) {
      const family = net.isIP(value)
      if (family === 0) {
        response.answers.push({
          name: owner,
          type: dns2.Packet.TYPE.CNAME,
          class: 1,
          ttl: 0,
          domain: value,
        } as never)
        owner = value
      } else if (type === (family === 4 ? dns2.Packet.TYPE.A : dns2.Packet.TYPE.AAAA)) {
        response.answers.push({ name: owner, type, class: 1, ttl: 0, address: value } as never)
      }
    }
    send(response)
  },
})
await nameServer.listen({ udp: { port: 53, address: '127.0.0.1' } })

/** A proxy that counts what it was asked for, with the login, and opens it on the receiver of the internet. */
const proxy = http.createServer()
proxy.on('connect', (request, socket, head) => {
  const [, login = ''] = (request.headers['proxy-authorization'] ?? '').split(' ')
  received.push(`proxy ${request.url}${login && ` ${Buffer.from(login, 'base64')}`}`)
  if (request.url?.startsWith('silent.')) return
  if (request.url?.startsWith('forbidden.')) {
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    return
  }
  const port = Number(request.url?.split(':').at(-1))
  const through = net.connect(port, '1.1.1.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    through.write(head)
    through.pipe(socket).pipe(through)
  })
  // Either side may end while the other one still writes.
  socket.on('error', () => through.destroy())
  through.on('error', () => socket.destroy())
})
proxy.listen(3128, '127.0.0.1')
await once(proxy, 'listening')

process.on('message', async ({ id, settings, requests, names: resolved, limits }: Asked) => {
  received = []
  names = resolved
  for (const key of Object.keys(asked)) delete asked[key]
  const egress = createEgress(settings, { limits, nameServers: [NAME_SERVER] })
  const results = []
  for (const url of requests)
    results.push(
      await egress.send({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"a":1}'),
      }),
    )
  const told: Told = {
    id,
    results: results.map((result) =>
      result.kind === 'answered'
        ? { ...result, body: result.body.toString('latin1').slice(0, 2000), bytes: result.body.length }
        : result,
    ),
    received,
  }
  process.send?.(told)
})
process.send?.('ready')
