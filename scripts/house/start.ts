import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../src/runtime/listening.ts'

const RETRY_MS = 3
const START_TIMEOUT_MS = 60_000
// Fields 14 and 15 of proc_pid_stat(5), counted from the one after the name; a tick is 1/100 s.
const USER_TICKS = 11
const SYSTEM_TICKS = 12
const TICK_MS = 10

/** Elapsed and processor time from the start of the process to its first response, in milliseconds. */
export type Start = { wallMs: number; cpuMs: number }

/** Measures starts of the service on a data directory that exists, the fastest first. */
export async function measureStarts(root: string, rounds: number): Promise<Start[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-house-'))
  try {
    // The first start creates the database, compiles, and builds the dashboard.
    await measureStart(root, dataDir)
    const starts: Start[] = []
    for (let round = 0; round < rounds; round += 1) starts.push(await measureStart(root, dataDir))
    return starts.sort((one, other) => one.wallMs - other.wallMs)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

async function measureStart(root: string, dataDir: string): Promise<Start> {
  const port = await freePort('127.0.0.1')
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--no-allocation-site-pretenuring', 'src/main.js'],
    {
      cwd: root,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        FORMSLOT_DATA_DIR: dataDir,
        FORMSLOT_PORT: String(port),
        FORMSLOT_MIN_FREE_MB: '0',
        FORMSLOT_LOG_LEVEL: 'silent',
      },
    },
  )
  const gone = once(child, 'exit')
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
      if (performance.now() - begun > START_TIMEOUT_MS) throw new Error('The service did not answer.')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    const wallMs = performance.now() - begun
    return { wallMs, cpuMs: await readCpuMs(child.pid ?? 0) }
  } finally {
    child.kill()
    await gone
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    await answer.text()
    return answer.ok
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Returns the processor time of a process from /proc; NaN on systems other than Linux. */
async function readCpuMs(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS
}
