/**
 * Runs the service for somebody who works on it: `npm run dev`. Vite answers at the port of the service, with the sources of
 * the dashboard and hot replacement under /app, and passes everything else to a server that `node --watch` restarts. So the
 * browser sees one origin, and the policies of the real service stay as they are: its own /app is never shown.
 */
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin, type ProxyOptions } from 'vite'
import { freePort } from '../../src/runtime/listening.ts'

const HOST = '127.0.0.1'
const DEFAULT_PORT = 8080
const ROOT = path.resolve(import.meta.dirname, '../..')
/** Time for which a request waits for a server that restarts. */
const MAX_WAIT_MS = 10_000
const RETRY_MS = 50
/** The exit code of a wrong setting, as of the service. */
const EXIT_CONFIG = 78
/** Addresses of the dashboard. Everything else belongs to the service. */
const NOT_THE_DASHBOARD = '^/(?!app(?:[/?]|$))'

const given = Number(process.env.FORMSLOT_PORT ?? DEFAULT_PORT)
const port = given === 0 ? await freePort(HOST) : given
const servicePort = await freePort(HOST)
const base = process.env.FORMSLOT_BASE_URL ?? `http://${HOST}:${port}`

const vite = await createServer({
  configFile: path.join(ROOT, 'dashboard/vite.config.ts'),
  plugins: [answerWithoutSlash()],
  server: {
    cors: false,
    host: HOST,
    port,
    strictPort: true,
    allowedHosts: [new URL(base).hostname],
    // The packages of a worktree can be a link.
    fs: { allow: [ROOT, realpathSync(path.join(ROOT, 'node_modules'))] },
    proxy: { [NOT_THE_DASHBOARD]: passOn(servicePort) },
  },
})
await vite.listen().catch((error: Error) => {
  process.stderr.write(`${error.message}. FORMSLOT_PORT names another port.\n`)
  process.exit(EXIT_CONFIG)
})

const service = spawn(
  process.execPath,
  [
    ...['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning'],
    path.join(import.meta.dirname, 'service.ts'),
  ],
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      FORMSLOT_HOST: HOST,
      FORMSLOT_PORT: String(servicePort),
      FORMSLOT_BASE_URL: base,
      // A restart compiles what has changed, and nothing else.
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/formslot'),
    },
  },
)
process.stdout.write(
  `\n  ${base}/app shows your changes of dashboard/; changes of src/ restart the service.\n\n`,
)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Vite's own listener would exit before the service has ended.
  process.removeAllListeners(signal)
  process.on(signal, () => {
    isStopping = true
    service.kill('SIGTERM')
  })
}
service.on('exit', async (code) => {
  await vite.close()
  process.exit(isStopping ? 0 : (code ?? 1))
})

/** Answers /app like /app/, as the service does. Vite answers only the latter. */
function answerWithoutSlash(): Plugin {
  return {
    name: 'answer-without-slash',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/app(?=\?|$)/, '/app/')
        next()
      })
    },
  }
}

/** Passes requests to the service, and holds those that come while it restarts. */
function passOn(target: number): ProxyOptions {
  const origin = `http://${HOST}:${target}`
  return {
    target: origin,
    // Asked before each request is passed on.
    async bypass() {
      await listening(origin)
    },
  }
}

async function listening(origin: string): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (performance.now() < end) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
