/** `npm run bench:start`: time from spawn to first response, on a second start: the database exists and the compile cache is warm. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readOptions } from './harness/options.ts'
import { readCpuMs, START_FLAGS, stopProcess } from './harness/processes.ts'

const MAIN = path.join(import.meta.dirname, '../src/main.js')
const RETRY_MS = 2
const GIVE_UP_MS = 30_000

const { rounds } = readOptions({ rounds: 9 })
const folder = mkdtempSync(path.join(tmpdir(), 'formslot-bench-'))
const port = await freePort()
await measureStart()
const starts: { wallMs: number; cpuMs: number }[] = []
for (let round = 0; round < rounds; round += 1) starts.push(await measureStart())
rmSync(folder, { recursive: true, force: true })
const wall = median(starts.map(({ wallMs }) => wallMs))
const cpu = median(starts.map(({ cpuMs }) => cpuMs))
console.log(
  `start to first response: ${wall.toFixed(0)} ms (${cpu} ms of processor time), median of ${rounds}`,
)

/** Starts the service as `npm start` does, and stops it after its first response. */
async function measureStart(): Promise<{ wallMs: number; cpuMs: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [...START_FLAGS, MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      FORMSLOT_PORT: String(port),
      FORMSLOT_DATA_DIR: folder,
      FORMSLOT_LOG_LEVEL: 'error',
    },
  })
  try {
    await waitForAnswer(began + GIVE_UP_MS)
    return { wallMs: performance.now() - began, cpuMs: readCpuMs(child.pid ?? 0) }
  } finally {
    await stopProcess(child)
  }
}

async function waitForAnswer(giveUpAt: number): Promise<void> {
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await pause(RETRY_MS)
  }
  throw new Error(`the service did not answer within ${GIVE_UP_MS} ms`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
