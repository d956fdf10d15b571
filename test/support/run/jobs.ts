import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Step } from './steps.ts'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Seconds of the slow files in an earlier run, by step. */
const DURATIONS = path.join(import.meta.dirname, 'durations.json')
/** Seconds that each process of a step takes whose files share processes. */
const SHARED_SECONDS = 20
/** Seconds that the start of a process takes. */
const START_SECONDS = 1
/** Minimum seconds of a file that the table lists. */
const SLOW_SECONDS = 4
/** Estimate for all other files: bytes of a test file that run in a second. */
const BYTES_PER_SECOND = 6_000

type Durations = Record<string, Record<string, number>>

/** Files that one process runs. */
export type Job = {
  step: string
  name: string
  files: readonly string[]
  env: Record<string, string>
  seconds: number
}

/** Deals the files of steps to processes by the seconds that each took in an earlier run; the longest job comes first. */
export function dealJobs(steps: readonly Step[]): Job[] {
  const durations = readDurations()
  return steps
    .flatMap((step) => toJobs(step, durations[step.name] ?? {}))
    .sort((one, other) => other.seconds - one.seconds)
}

function toJobs(
  { name, files, env = {}, exclude = [], isShared }: Step,
  durations: Record<string, number>,
): Job[] {
  const found = globSync(files, { cwd: ROOT, exclude })
    .map((file) => ({
      file,
      seconds: durations[file] ?? statSync(path.join(ROOT, file)).size / BYTES_PER_SECOND,
    }))
    .sort((one, other) => other.seconds - one.seconds || one.file.localeCompare(other.file))
  const total = found.reduce((sum, { seconds }) => sum + seconds, 0)
  const count = isShared ? Math.max(1, Math.round(total / SHARED_SECONDS)) : found.length
  const jobs = Array.from({ length: count }, () => ({ files: [] as string[], seconds: START_SECONDS }))
  for (const { file, seconds } of found) {
    const shortest = jobs.reduce((one, other) => (other.seconds < one.seconds ? other : one))
    shortest.files.push(file)
    shortest.seconds += seconds
  }
  return jobs.map((job, index) => ({
    ...job,
    env,
    step: name,
    name: isShared ? `${name}, ${index + 1} of ${count}` : `${name}: ${job.files}`,
  }))
}

/** Replaces the seconds of the steps that a run has measured. */
export function writeDurations(measured: readonly { step: string; file: string; seconds: number }[]): void {
  const durations = readDurations()
  for (const [step, files] of Map.groupBy(measured, ({ step }) => step))
    durations[step] = Object.fromEntries(
      files
        .filter(({ seconds }) => seconds >= SLOW_SECONDS)
        .map(({ file, seconds }) => [path.relative(ROOT, file), Math.round(seconds)] as const)
        .sort(([one], [other]) => one.localeCompare(other)),
    )
  writeFileSync(DURATIONS, `${JSON.stringify(durations, null, 2)}\n`)
}

function readDurations(): Durations {
  return JSON.parse(readFileSync(DURATIONS, 'utf8'))
}
