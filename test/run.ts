/**
 * Runs the tests in processes that share their servers, and says at the end what failed, what was skipped, and why.
 *
 *   node test/run.ts quick     what `npm test` runs
 *   node test/run.ts full      the rest
 *
 * A word after it chooses the steps with that word in their names; `--write` writes the seconds that files took into
 * `test/support/run/durations.json`, by which the next run deals them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { closingLines } from './support/run/closing-lines.ts'
import { dealJobs, writeDurations } from './support/run/jobs.ts'
import { type Report, runCheck, runJob, stopJobs } from './support/run/run-job.ts'
import { openSharedServers } from './support/run/shared-servers.ts'
import { STEPS } from './support/run/steps.ts'

/** Processes that run at once: more than there are cores, since tests wait for flushes and responses. */
const LANES = Number(process.env.TEST_CONCURRENCY ?? availableParallelism() + 1)

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const [wanted = 'quick', word = ''] = positionals
const steps = STEPS[wanted]?.filter(({ name }) => name.includes(word))
if (!steps) throw new Error(`no run is called "${wanted}": choose one of ${Object.keys(STEPS).join(', ')}`)
if (steps.length === 0) throw new Error(`no step of the run "${wanted}" has "${word}" in its name`)

let stopped = false
// The shared servers stop once the running tests have ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = true
    stopJobs(signal)
  })

const began = performance.now()
const folder = await mkdtemp(path.join(tmpdir(), 'formslot-tests-'))
const reports: Report[] = []
const lanes: number[] = []
{
  await using servers = await openSharedServers()
  const jobs: (() => Promise<Report>)[] = dealJobs(steps).map((job, index) => {
    return () => runJob(job, path.join(folder, `${index}.jsonl`), servers.env)
  })
  if (wanted === 'quick' && word === '') jobs.unshift(runCheck)
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let job = jobs.shift(); job && !stopped; job = jobs.shift()) reports.push(await job())
      lanes.push((performance.now() - began) / 1000)
    }),
  )
}
await rm(folder, { recursive: true })
if (values.write)
  writeDurations(
    reports.flatMap(({ step, lines }) =>
      lines.filter((line) => line.kind === 'file').map(({ file, seconds }) => ({ step, file, seconds })),
    ),
  )
if (wanted === 'quick')
  process.stdout.write('\nThe other databases, browsers, snippets and faults: npm run test:full\n')
process.stdout.write(closingLines(reports, lanes))
process.exitCode = !stopped && reports.every(({ code }) => code === 0) ? 0 : 1
