import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { until } from '../service/until.ts'

export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  json: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A program on this machine that gets webhooks. It answers 204, unless the test answers for it. */
export async function startReceiver(
  options: { port?: number; answer?: (request: ReceivedRequest) => { status: number; body?: string } } = {},
) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body, json: parse(body) }
    requests.push(received)
    const { status, body: answer = '' } = options.answer?.(received) ?? { status: 204 }
    response.writeHead(status).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = Object(server.address())
  async function close(): Promise<void> {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    port: Number(port),
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    /** Waits for this many requests in all. */
    received: (count: number) => until(() => requests.length >= count),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function parse(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The command `listen` in a process of its own. */
export async function startListening(
  command: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined> },
) {
  const [file = '', ...args] = command
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    written.out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    written.err += String(chunk)
  })
  const ended = once(child, 'close').then(([code]): number => code)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    written,
    /** Waits until it forwards everything from now on, or has ended. */
    ready: () => until(() => written.err.includes('Forwarding ') || hasEnded()),
    secret: () => /^Signing secret: (whsec_\S+)$/m.exec(written.err)?.[1] ?? '',
    lines: () => written.out.split('\n').filter(Boolean),
    ended,
    /** Presses Ctrl+C; returns the exit code. */
    interrupt(): Promise<number> {
      child.kill('SIGINT')
      return ended
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
