import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '../service/until.ts'

const run = promisify(execFile)
/** The port of the programs in the guide. */
const WRITTEN_PORT = '3000'

const DENO = path.resolve(import.meta.dirname, '../../clients/node_modules/.bin/deno')

/** Serves a module with a default export as Workers do, on the Web Crypto of the Node of the tests. */
const WORKER_HOST = `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import worker from './worker.mjs'
const env = { WEBHOOK_SECRET: process.env.WEBHOOK_SECRET }
createServer(async (request, response) => {
  const { method, headers, url } = request
  const sent = new Request(new URL(url, 'http://localhost'), { method, headers, body: await buffer(request) })
  const answer = await worker.fetch(sent, env)
  response.writeHead(answer.status).end()
}).listen(${WRITTEN_PORT})
`

type Host = {
  /** Language of its code block, and its number among those. */
  language: string
  index: number
  file: string
  /** Program that must be installed. */
  needs: string | null
  /** Further files. */
  files?: Record<string, string>
  build?: readonly string[]
  command(port: number): readonly string[]
}

const NODE = process.execPath

/** The programs of docs/webhooks.md that verify a webhook. */
export const WEBHOOK_PROGRAMS: Readonly<Record<string, Host>> = {
  Node: { language: 'js', index: 0, file: 'webhook.mjs', needs: null, command: () => [NODE, 'webhook.mjs'] },
  'Web Crypto, as Workers run it': {
    ...{ language: 'js', index: 1, file: 'worker.mjs', needs: null, files: { 'host.mjs': WORKER_HOST } },
    command: () => [NODE, 'host.mjs'],
  },
  Deno: {
    ...{ language: 'js', index: 1, file: 'worker.mjs', needs: DENO },
    command: (port) => [DENO, 'serve', '--no-remote', '--allow-env', '--port', String(port), 'worker.mjs'],
  },
  Python: {
    ...{ language: 'python', index: 0, file: 'webhook.py', needs: 'python3' },
    command: () => ['python3', 'webhook.py'],
  },
  PHP: {
    ...{ language: 'php', index: 0, file: 'webhook.php', needs: 'php' },
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'webhook.php'],
  },
  Go: {
    ...{ language: 'go', index: 0, file: 'webhook.go', needs: 'go' },
    build: ['go', 'build', '-o', 'webhook', 'webhook.go'],
    command: () => ['./webhook'],
  },
}

/** The reason why a program cannot be tested; false where what it needs is installed. */
export function withoutProgram({ needs }: Host): string | false {
  if (needs === null) return false
  try {
    execFileSync('sh', ['-c', `command -v ${needs}`], { stdio: 'ignore' })
    return false
  } catch {
    return needs === DENO ? 'no Deno: run npm run clients' : `no ${needs} is installed`
  }
}

/** Prepares a program of the guide, to be started with a secret. */
export async function openWebhookProgram(host: Host, code: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-webhook-'))
  const port = await findFreePort()
  const here = (text: string) => text.replaceAll(WRITTEN_PORT, String(port))
  await writeFile(path.join(folder, host.file), here(code))
  for (const [name, text] of Object.entries(host.files ?? {}))
    await writeFile(path.join(folder, name), here(text))
  const env = { PATH: process.env.PATH, HOME: folder, GOFLAGS: '-mod=mod' }
  const [builder, ...sources] = host.build ?? []
  if (builder) await run(builder, sources, { cwd: folder, env })
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Starts it with this secret. */
    async start(secret: string) {
      const [file = '', ...args] = host.command(port)
      const child = spawn(file, args, {
        cwd: folder,
        env: { ...env, WEBHOOK_SECRET: secret },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own: the command of Deno only starts another process.
        detached: true,
      })
      const ended = once(child, 'close')
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk)
        })
      await until(async () => child.exitCode !== null || (await answers(port)))
      if (child.exitCode !== null) throw new Error(`it has ended: ${output}`)
      return {
        output: () => output,
        async [Symbol.asyncDispose]() {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
          await ended
        },
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  server.close()
  await once(server, 'close')
  return port
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Nothing listens yet.
    return false
  } finally {
    socket.destroy()
  }
}
