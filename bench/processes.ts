import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import packageJson from '../package.json' with { type: 'json' }

/** The server gets the first core, the load the last, where there is more than one. */
export const SERVER_CORE = 0
export const LOAD_CORE = availableParallelism() - 1
/** Where nothing is held apart: the system gives the cores to whoever has work. */
export const ALL_CORES = `0-${LOAD_CORE}`
/** The kernel counts processor time in ticks of a hundredth of a second (proc_pid_stat(5), USER_HZ). */
const TICK_MS = 10
/** Time limit of an orderly stop of a process. */
const PATIENCE_MS = 10_000
/** The options that `npm start` gives to Node. */
export const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
const YARDSTICK = path.join(import.meta.dirname, 'yardstick.ts')
/** The name of the yardstick that flushes. */
export const BARE_AND_FLUSH = 'bare + flush'
const RATE_LIMITS_OFF = {
  FORMSLOT_CREATE_PER_HOUR: '0',
  FORMSLOT_CREATE_SPACING_MS: '0',
  FORMSLOT_SUBMIT_RATE: '0',
}
/** Known to the bench alone: with it, claim links can be made without reading mail. */
export const SECRET = 'bench-'.padEnd(64, '0123456789abcdef')
/** The plan of all accounts: no quota, and kept for years. */
export const PLAN = 'bench'

/** A server under measurement, in a process of its own. */
export type Subject = {
  name: string
  base: string
  /** Milliseconds of processor time used so far, all threads together. */
  cpuMs(): number
  /** Resident memory, now and at its highest, in MiB. */
  memory(): { now: number; peak: number }
  /** From the start of the process to its first answer. */
  startMs: number
  /** Nothing where the server is somebody else's. */
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

export type StartOptions = {
  name: string
  args: string[]
  env?: Record<string, string>
  /** As `taskset -c` takes them; the server's core when left out. */
  cores?: string
}

/** Starts one of the yardsticks that store nothing. */
export function startYardstick(kind: 'bare' | 'fastify'): Promise<Subject> {
  return start({ name: kind, args: [YARDSTICK, kind] })
}

/** Starts the yardstick that flushes 4 KiB to a file in the folder before each answer: for one request at a time. */
export function startFlushing(folder: string): Promise<Subject> {
  return start({ name: BARE_AND_FLUSH, args: [YARDSTICK, 'flush', path.join(folder, 'flushed')] })
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
    JSON.stringify({ [PLAN]: { ...unlimited, submissionRetentionDays: 3650, telemetryRetentionDays: 3650 } }),
  )
  const subject = await start({
    name: options.name ?? 'formslot',
    cores: options.cores ?? String(SERVER_CORE),
    args: [...START_FLAGS, ...(options.node ?? []), path.join(import.meta.dirname, 'formslot.js')],
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

/** A server that somebody else runs: its processor time and memory are not seen. */
export function subjectAt(base: string): Subject {
  const unseen = { now: Number.NaN, peak: Number.NaN }
  const name = new URL(base).host
  return {
    name,
    base,
    cpuMs: () => Number.NaN,
    memory: () => unseen,
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
  if (pid === undefined) throw new Error(`${options.name} did not start`)
  const answer = await fetch(`${base}/healthz`)
  await answer.arrayBuffer()
  return {
    name: options.name,
    base,
    cpuMs: () => cpuMsOf(pid),
    memory: () => memoryOf(pid),
    startMs: performance.now() - began,
    signal: (name) => child.kill(name),
    stop: () => stopProcess(child),
  }
}

/** The share of a core that a server takes while nobody asks it anything, over so many seconds. */
export async function idleShare(subject: Subject, seconds: number): Promise<number> {
  const before = subject.cpuMs()
  await pause(seconds * 1000)
  return (subject.cpuMs() - before) / (seconds * 1000)
}

/** Node with these arguments, on these cores; its standard output is to be read. */
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

/** Asks a process to end, and sees to it. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const slow = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
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
  throw new Error('the server ended before it listened')
}

/** Milliseconds of processor time a process has used so far. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // Fields 14 and 15 of proc_pid_stat(5), counted from the third.
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Resident memory of a process, in MiB. */
function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') }
}
