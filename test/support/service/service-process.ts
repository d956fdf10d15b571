import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { START_FLAGS } from '../../../bench/harness/processes.ts'
import type { FailpointName } from '../../../src/store/contract/failpoints.ts'

const SCRIPT = path.join(import.meta.dirname, 'run-service.ts')
const KIBIBYTE = 1024

type End = { code: number | null; signal: NodeJS.Signals | null }

export type ServiceProcess = {
  base: string
  /** Settles when the process has ended. */
  ended: Promise<End>
  /** SIGSTOP and SIGCONT return at once; other signals wait for the process to end. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  stop(signal?: NodeJS.Signals): Promise<End>
  /** Sets the offset of its clock; settles when due deliveries were sent or the process ended. */
  setClock(offsetMs: number): Promise<void>
  /** Sets the clock of its machine so far off the true time; time itself does not move. */
  setMachineClock(offsetMs: number): void
  /** Runs the hourly purge; settles when it is done or the process ended. */
  purge(): Promise<void>
  /** Returns the bytes in use after a full garbage collection. */
  liveMemory(): Promise<number>
  /** Resident memory in bytes and open descriptors, as the system counts them. */
  usage(): { memory: number; descriptors: number }
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The real service in a process of its own, so that it can be killed, with the options of `npm start`; its worker runs
 * by itself.
 *
 * @param options.killAt ends the process with SIGKILL at the n-th named point it passes
 * @param options.killFrom the point of this name that it passes first is the first one
 * @param options.clockOffsetMs how far its clock is off the machine's: time that has passed, for all nodes and the database
 * @param options.machineClockOffsetMs how far the clock of its machine is off the true time
 * @param options.under a command that runs it, such as a tracer
 * @returns null when it ended before it listened
 */
export async function startServiceProcess(options: {
  dataDir: string
  env?: Record<string, string>
  killAt?: number
  killFrom?: FailpointName
  clockOffsetMs?: number
  machineClockOffsetMs?: number
  under?: readonly string[]
}): Promise<ServiceProcess | null> {
  const node = [process.execPath, ...START_FLAGS, '--expose-gc', SCRIPT]
  const [command = process.execPath, ...rest] = [...(options.under ?? []), ...node]
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      FORMSLOT_PORT: '0',
      FORMSLOT_DATA_DIR: options.dataDir,
      FORMSLOT_LOG_LEVEL: 'silent',
      FORMSLOT_MIN_FREE_MB: '0',
      FORMSLOT_CREATE_PER_HOUR: '0',
      FORMSLOT_CREATE_SPACING_MS: '0',
      FORMSLOT_SUBMIT_RATE: '0',
      FORMSLOT_CALL_RATE: '0',
      FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '0',
      FORMSLOT_FORM_EMAILS_PER_HOUR: '0',
      ...options.env,
      CLOCK_OFFSET_MS: String(options.clockOffsetMs ?? 0),
      MACHINE_CLOCK_OFFSET_MS: String(options.machineClockOffsetMs ?? 0),
      ...(options.killAt === undefined ? {} : { KILL_AT: String(options.killAt) }),
      ...(options.killFrom === undefined ? {} : { KILL_FROM: options.killFrom }),
    },
  })
  // A scenario moves the clock often, and waits for all of that at once.
  child.setMaxListeners(0)
  const ended = once(child, 'exit').then(([code, signal]): End => ({ code, signal }))
  const line = await Promise.race([firstLine(child), ended.then(() => null)])
  if (line === null) return null
  const [base = '', name] = line.split(' ')
  // The service itself, not the tracer it may run under.
  const pid = Number(name)
  const runs = () => child.exitCode === null && child.signalCode === null
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (runs()) process.kill(pid, signal)
    return ended
  }
  return {
    base,
    ended,
    stop,
    signal: (signal) => {
      if (runs()) process.kill(pid, signal)
    },
    setClock(offsetMs) {
      if (!runs() || !child.connected) return Promise.resolve()
      const delivered = once(child, 'message')
      // The process may exit meanwhile; `ended` settles then.
      child.send({ clockOffsetMs: offsetMs }, () => {})
      return Promise.race([delivered, ended]).then(() => {})
    },
    setMachineClock(offsetMs) {
      if (runs() && child.connected) child.send({ machineClockOffsetMs: offsetMs }, () => {})
    },
    purge() {
      if (!runs() || !child.connected) return Promise.resolve()
      const purged = once(child, 'message')
      child.send({ purge: true }, () => {})
      return Promise.race([purged, ended]).then(() => {})
    },
    async liveMemory() {
      const said = once(child, 'message')
      child.send({ collect: true })
      const [{ liveMemory }] = (await said) as [{ liveMemory: number }]
      return liveMemory
    },
    usage: () => ({
      memory: Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KIBIBYTE,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    }),
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
