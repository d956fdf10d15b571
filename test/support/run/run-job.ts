import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Job, ROOT } from './jobs.ts'
import type { TallyLine } from './tally.ts'

const TALLY = path.join(import.meta.dirname, 'tally.ts')
const IN_ONE_PROCESS = path.join(import.meta.dirname, 'in-one-process.ts')
/** Fails a test that hangs. The longest takes some 2 minutes on a busy machine. */
const MAX_TEST_MS = 8 * 60_000
/** Ends a process that hangs outside its tests. */
const MAX_JOB_MS = 20 * 60_000
const MAX_CLOSE_MS = 5_000
/** The summary of one process, which says little about a run of many. */
const SUMMARY = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n/gm
/** Maximum lines of output that are shown of a process that failed without naming a test. */
const MAX_LAST_LINES = 20

export type Report = { step: string; name: string; code: number; seconds: number; lines: TallyLine[] }

const running = new Set<ChildProcess>()

export function stopJobs(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal)
}

/**
 * Runs the files of a job in one process and prints what it says when it ends.
 *
 * @param tallyFile a path for the lines of the tally
 */
export async function runJob(job: Job, tallyFile: string, servers: Record<string, string>): Promise<Report> {
  const { step, name, files, env } = job
  const options = [
    `--test-timeout=${MAX_TEST_MS}`,
    // A process that a failed test left running does not keep the run waiting.
    '--test-force-exit',
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${TALLY}`, `--test-reporter-destination=${tallyFile}`],
    ...[IN_ONE_PROCESS, ...files],
  ]
  const compiled = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node') }
  const { code, seconds, said } = await runProcess(name, options, {
    ...compiled,
    ...process.env,
    ...servers,
    ...env,
  })
  const tally = await readFile(tallyFile, 'utf8').catch(() => '')
  const lines: TallyLine[] = tally
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  if (code !== 0 && !lines.some(({ kind }) => kind === 'fail')) lines.push(toUnnamedFailure(name, said))
  return { step, name, code, seconds, lines }
}

/** Runs `npm run check`. */
export async function runCheck(): Promise<Report> {
  const name = 'check'
  const { code, seconds, said } = await runProcess(name, [path.join(ROOT, 'scripts/check.ts')], process.env)
  return { step: name, name, code, seconds, lines: code === 0 ? [] : [toUnnamedFailure(name, said)] }
}

async function runProcess(name: string, options: readonly string[], env: NodeJS.ProcessEnv) {
  const began = performance.now()
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, options, { cwd: ROOT, stdio: [...stdio], timeout: MAX_JOB_MS, env })
  running.add(child)
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  running.delete(child)
  // A process that it has left running keeps its output open.
  await Promise.race([closed, setTimeout(MAX_CLOSE_MS, null, { ref: false })])
  said = said.replace(SUMMARY, '')
  process.stdout.write(`\n▶ ${name}\n${said}`)
  return { code: code ?? 1, seconds: (performance.now() - began) / 1000, said }
}

function toUnnamedFailure(name: string, said: string): TallyLine {
  const error = said.trimEnd().split('\n').slice(-MAX_LAST_LINES).join('\n')
  return { kind: 'fail', name, place: 'no test', error }
}
