import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }

/** The server gets the first core and the load the last. */
export const SERVER_CORE = 0
export const LOAD_CORE = availableParallelism() - 1
/** All cores, for processes that share them. */
export const ALL_CORES = `0-${LOAD_CORE}`
/** The kernel counts processor time in ticks of 10 ms (proc_pid_stat(5), USER_HZ). */
const TICK_MS = 10
/** Time limit of an orderly stop of a process. */
const STOP_TIMEOUT_MS = 10_000
/** The options that `npm start` gives to Node. */
export const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
const YARDSTICK = path.join(import.meta.dirname, '../servers/yardstick.ts')
/** The name of the yardstick that flushes. */
export const FLUSHING_YARDSTICK = 'bare + flush'
const RATE_LIMITS_OFF = {
  FORMSLOT_CREATE_PER_HOUR: '0',
  FORMSLOT_CREATE_SPACING_MS: '0',
  FORMSLOT_SUBMIT_RATE: '0',
  FORMSLOT_CALL_RATE: '0',
  FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR: '0',
  FORMSLOT_FORM_EMAILS_PER_HOUR: '0',
}
/** Secret of the benchmarks, with which they make claim links without reading emails. */
export const SECRET = 'bench-'.padEnd(64, '0123456789abcdef')
/** Plan of all accounts, without quotas and with a retention of years. */
export const PLAN = 'bench'

const GIBIBYTE = 1024 ** 3
const FILE_LIMITS = {
  fileBytes: GIBIBYTE,
  submissionBytes: GIBIBYTE,
  filesPerSubmission: 10,
  storedBytes: 1024 * GIBIBYTE,
}

/** A server under measurement, in a process of its own. */
export type Subject = {
  name: string
  base: string
  /** Processor time used so far by all threads, in milliseconds. */
  cpuMs(): number
  /** Resident memory, now and at its highest, in MiB. */
  memory(): { now: number; peak: number }
  /** Time from the start of the process to its first response. */
  startMs: number
  /** Does nothing for a remote server. */
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

type StartOptions = {
  name: string
  args: string[]
  env?: Record<string, string>
  /** Cores in the format of `taskset -c`; the server's core when omitted. */
  cores?: string
}

/** Starts a yardstick that stores nothing. */
export function startYardstick(kind: 'bare' | 'fastify'): Promise<Subject> {
  return start({ name: kind, args: [YARDSTICK, kind] })
}

/** Starts the yardstick that flushes 4 KiB to a file in the folder before each response; for one connection. */
export function startFlushingYardstick(folder: string): Promise<Subject> {
  return start({ name: FLUSHING_YARDSTICK, args: [YARDSTICK, 'flush', path.join(folder, 'flushed')] })
}

/** Starts the server that streams each body to a file of this folder. */
export function startBareFiles(folder: string): Promise<Subject> {
  return start({ name: 'bare', args: [path.join(import.meta.dirname, '../servers/bare-files.ts'), folder] })
}

/** Starts Formslot with its rate limits off and a plan without quota; `env` adds to its settings. */
export async function startFormslot(
  options: Partial<Pick<StartOptions, 'name' | 'env' | 'cores'>> & { folder?: string; node?: string[] } = {},
): Promise<Subject & { folder: string; secret: string }> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'formslot-bench-'))
  const plans = path.join(folder, 'plans.json')
  const unlimited = { submissionsPerMonth: null, queueMessagesPerMonth: null, telemetryEventsPerMonth: null }
  writeFileSync(
    plans,
    JSON.stringify({
      [PLAN]: {
        ...unlimited,
        submissionRetentionDays: 3650,
        telemetryRetentionDays: 3650,
        destinations: 10,
        ...FILE_LIMITS,
      },
    }),
  )
  const subject = await start({
    name: options.name ?? 'formslot',
    cores: options.cores ?? String(SERVER_CORE),
    args: [...START_FLAGS, ...(options.node ?? []), path.join(import.meta.dirname, '../servers/formslot.js')],
    env: {
      FORMSLOT_PORT: '0',
      FORMSLOT_DATA_DIR: folder,
      FORMSLOT_SECRET: SECRET,
      FORMSLOT_PLANS_FILE: plans,
      FORMSLOT_DEFAULT_PLAN: PLAN,
      FORMSLOT_LOG_LEVEL: 'error',
      ...RATE_LIMITS_OFF,
      ...options.env,
    },
  })
  return {
    ...subject,
    folder,
    secret: SECRET,
    async stop() {
      await subject.stop()
      if (!options.folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a subject for a server that runs elsewhere; its processor time and memory are unknown. */
export function createRemoteSubject(base: string): Subject {
  const unknown = { now: Number.NaN, peak: Number.NaN }
  const name = new URL(base).host
  return {
    name,
    base,
    cpuMs: () => Number.NaN,
    memory: () => unknown,
    startMs: Number.NaN,
    signal: () => {},
    stop: async () => {},
  }
}

async function start(options: StartOptions): Promise<Subject> {
  const began = performance.now()
  const child = spawnOn(options.cores ?? String(SERVER_CORE), options.args, options.env)
  const base = await firstLine(child)
  const pid = child.pid
  if (pid === undefined) throw new Error(`${options.name} did not start.`)
  const answer = await fetch(`${base}/healthz`)
  await answer.arrayBuffer()
  return {
    name: options.name,
    base,
    cpuMs: () => readCpuMs(pid),
    memory: () => readMemory(pid),
    startMs: performance.now() - began,
    signal: (name) => child.kill(name),
    stop: () => stopProcess(child),
  }
}

/** Returns the share of a core that an idle server uses, measured over some seconds. */
export async function measureIdleShare(subject: Subject, seconds: number): Promise<number> {
  const before = subject.cpuMs()
  await pause(seconds * 1000)
  return (subject.cpuMs() - before) / (seconds * 1000)
}

/** Starts Node with these arguments on these cores. The caller must read its standard output. */
export function spawnOn(
  cores: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcessByStdio<null, Readable, null> {
  return spawn('taskset', ['-c', cores, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  })
}

/** Ends a process: SIGTERM, and SIGKILL after a time limit. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const slow = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await once(child, 'exit')
  clearTimeout(slow)
}

async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    const line = text.match(/^(http:\S+)$/m)?.[1]
    if (line !== undefined) return line
  }
  throw new Error('The server ended before it listened.')
}

/** Returns the processor time that a process has used so far, in milliseconds. */
export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // Fields 14 and 15 of proc_pid_stat(5), counted from the third.
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Returns the resident memory of a process in MiB. */
function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') }
}
