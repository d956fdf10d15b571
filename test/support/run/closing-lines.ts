import path from 'node:path'
import { ROOT } from './jobs.ts'
import type { Report } from './run-job.ts'

/** Number of slow files that are named. */
const SLOWEST = 8

/** Says what was skipped and why, where the time went, what failed and with which error, and at last how many tests ran. */
export function closingLines(reports: readonly Report[], lanes: readonly number[]): string {
  const all = reports.flatMap(({ lines }) => lines)
  const skipped = Map.groupBy(
    all.filter((line) => line.kind === 'skip'),
    ({ reason }) => reason,
  )
  const slowest = all
    .filter((line) => line.kind === 'file')
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
  const failed = all.filter((line) => line.kind === 'fail')
  const counts = all.filter((line) => line.kind === 'counts')
  return [
    '',
    ...[...skipped].flatMap(([reason, tests]) => [
      `skipped, ${reason}:`,
      ...tests.map(({ name }) => `  ﹣ ${name}`),
    ]),
    `slowest: ${slowest.map(({ file, seconds }) => `${path.relative(ROOT, file)} ${Math.round(seconds)} s`).join(', ')}`,
    ...[...Map.groupBy(reports, ({ step }) => step)].map(([step, jobs]) => {
      const mark = jobs.every(({ code }) => code === 0) ? '✔' : '✖'
      return `${mark} ${step}: ${Math.round(sum(jobs.map(({ seconds }) => seconds)))} s in ${jobs.length} processes`
    }),
    `lanes ended after ${lanes.map((seconds) => `${Math.round(seconds)} s`).join(', ')}`,
    ...failed.flatMap(({ name, place, error }) => [
      '',
      `failed: ✖ ${name} (${path.isAbsolute(place) ? path.relative(ROOT, place) : place})`,
      error.replace(/^/gm, '    '),
    ]),
    '',
    `${sum(counts.map(({ passed }) => passed))} passed, ${failed.length} failed, ${sum(counts.map((line) => line.skipped))} skipped`,
    '',
  ].join('\n')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
