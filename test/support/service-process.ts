import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const SCRIPT = path.join(import.meta.dirname, 'run-service.ts')

export type ServiceProcess = {
  base: string
  process: ChildProcess
  /** Settles when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The real service in a process of its own, so that it can be killed; its worker runs by itself.
 *
 * @param options.killAt ends the process with SIGKILL at the n-th named point it passes
 * @param options.under a command that runs it, such as a tracer
 * @returns null when it was killed before it listened
 */
export async function startServiceProcess(options: {
  dataDir: string
  env?: Record<string, string>
  killAt?: number
  under?: string[]
}): Promise<ServiceProcess | null> {
  const [command = process.execPath, ...rest] = [...(options.under ?? []), process.execPath, SCRIPT]
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      FORMSLOT_PORT: '0',
      FORMSLOT_DATA_DIR: options.dataDir,
      FORMSLOT_LOG_LEVEL: 'silent',
      FORMSLOT_MIN_FREE_MB: '0',
      FORMSLOT_CREATE_PER_HOUR: '0',
      FORMSLOT_CREATE_SPACING_MS: '0',
      FORMSLOT_SUBMIT_RATE: '0',
      ...options.env,
      ...(options.killAt === undefined ? {} : { KILL_AT: String(options.killAt) }),
    },
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const line = await Promise.race([firstLine(child), ended.then(() => null)])
  if (line === null) return null
  const [base = '', pid] = line.split(' ')
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    // The service itself, not the tracer it may run under.
    if (child.exitCode === null && child.signalCode === null) process.kill(Number(pid), signal)
    return ended
  }
  return {
    base,
    process: child,
    ended,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL')
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  return new Promise(() => {})
}
