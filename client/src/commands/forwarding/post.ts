import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'

const TIMEOUT_MS = 15_000
/** The start of an answer that is read. */
const MAX_ANSWER_BYTES = 16 * 1024
const KNOCK_MS = 500

/** The answer of the local program. `unreachable`: nothing listens there, so nothing was sent. */
export type Answer =
  | { kind: 'answered'; status: number; text: string }
  | { kind: 'unreachable' }
  | { kind: 'failed'; reason: string }

/** Posts a body as a webhook does: a connection of its own, 15 seconds in all, no redirects. Never throws. */
export function post(url: URL, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http
    let status = 0
    let text = ''
    const sending = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        connection: 'close',
        'content-length': body.length,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const finish = () => {
      resolve({ kind: 'answered', status, text })
      sending.destroy()
    }
    sending.once('response', (response) => {
      status = response.statusCode ?? 0
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
        if (text.length >= MAX_ANSWER_BYTES) finish()
      })
      // The status is the answer, also of one that is cut.
      response.once('close', finish)
    })
    sending.on('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error
      if (status !== 0) finish()
      else if (code === 'ECONNREFUSED') resolve({ kind: 'unreachable' })
      else resolve({ kind: 'failed', reason: REASONS[code] ?? (code || error.message) })
    })
    sending.end(body)
  })
}

/** Waits until something listens at an address, or the signal is aborted. `onWait` is called when nothing does at first. */
export async function waitForListener(
  url: URL,
  { signal, onWait }: { signal: AbortSignal; onWait(): void },
): Promise<void> {
  for (let tries = 0; !signal.aborted && !(await knock(url)); tries += 1) {
    if (tries === 0) onWait()
    await setTimeout(KNOCK_MS, undefined, { signal }).catch(() => {})
  }
}

/** Opens a connection and closes it. True as well for addresses that fail in another way: a request will tell how. */
function knock({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = net.connect({ host, port: Number(port || DEFAULT_PORTS[protocol]), timeout: TIMEOUT_MS })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('timeout', () => resolve(true))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  }).finally(() => socket.destroy())
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const REASONS: Readonly<Record<string, string>> = {
  ABORT_ERR: `no answer within ${TIMEOUT_MS / 1000} seconds`,
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; set NODE_EXTRA_CA_CERTS',
}
