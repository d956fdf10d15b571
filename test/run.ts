/**
 * Runs the tests in steps that share their servers, and says at the end what failed, what was skipped, and why.
 *
 *   node test/run.ts quick     what `npm test` runs
 *   node test/run.ts full      the rest
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { openSharedServers } from './support/run/shared-servers.ts'
import type { Counts, TallyLine } from './support/run/tally.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const TALLY = path.join(import.meta.dirname, 'support/run/tally.ts')
/** More than there are cores, since tests wait for flushes and responses. */
const CONCURRENT_FILES = Number(process.env.TEST_CONCURRENCY ?? availableParallelism() + 1)
/** Fails a test that hangs. The longest takes some 2 minutes on a busy machine. */
const MAX_TEST_MS = 8 * 60_000

type Step = {
  name: string
  files: readonly string[]
  env?: Record<string, string>
  /** All files run in one process, which saves their start. Such steps run first and at the same time. */
  inOneProcess?: true
  /** Files that another step runs. */
  exclude?: readonly string[]
}

/** Tests that only compute: they start no server and no process. */
const PURE = [
  'test/{domain,config,ids,runtime}/**/*.test.ts',
  'test/dashboard/*.test.ts',
  'test/delivery/{emails*,mime,quota-emails}.test.ts',
  'test/http/kernel/{client-address,negotiation,read-body,refusals,stream-pieces}.test.ts',
  'test/http/limits/*.test.ts',
  'test/http/pages/{languages,pages,refusal,snippets}.test.ts',
  'test/http/{submissions/export-formats,telemetry/read-events}.test.ts',
]

/** Tests that validate every documented response: compiling schemas is most of their work. */
const RESPONSES = ['test/http/answers/*.test.ts']

/** Tests of HTTP and of documents, which no database changes: `npm test` runs them, on SQLite. */
const ANY_DATABASE = [
  'test/http/docs/*.test.ts',
  'test/http/kernel/{body-work,json-text,late-request}.test.ts',
  'test/http/telemetry/unread.test.ts',
]

/** Tests over simulated months. */
const MONTHS = ['test/service/{maintenance,retention}.test.ts']
/** Tests that start processes of the service, kill them, or wait for its time limits. */
const PROCESSES = ['test/service/{clocks-apart,database-file,write-lock}.test.ts']
/** Tests of pages in a browser, which no database changes. */
const PAGES_IN_BROWSER = ['test/http/pages/{hostile,quality}.test.ts']

const STEPS: Record<string, readonly Step[]> = {
  quick: [
    { name: 'rules', files: PURE, inOneProcess: true },
    {
      name: 'documented responses',
      files: RESPONSES,
      env: { TEST_STORES: 'SQLite' },
      inOneProcess: true,
    },
    {
      name: 'service on SQLite',
      files: [
        'test/{store,actions,delivery,http,commands,service}/**/*.test.ts',
        'test/browser/journey.test.ts',
        'test/faults/kill.test.ts',
      ],
      env: { TEST_STORES: 'SQLite' },
      exclude: [...PURE, ...RESPONSES, ...MONTHS, ...PROCESSES, ...PAGES_IN_BROWSER],
    },
  ],
  full: [
    {
      name: 'service on PostgreSQL',
      files: [
        'test/store/*/**/*.test.ts',
        'test/{actions,http,service}/**/*.test.ts',
        'test/delivery/worker.test.ts',
      ],
      env: { TEST_STORES: 'PostgreSQL', TEST_POSTGRES: '1' },
      exclude: [...PURE, ...ANY_DATABASE],
    },
    {
      name: 'months and processes on SQLite',
      files: [...MONTHS, ...PROCESSES],
      env: { TEST_STORES: 'SQLite' },
    },
    {
      name: 'browsers, snippets, documents, package',
      files: [
        'test/{browser,snippets,docs}/*.test.ts',
        'test/dashboard/build/*.test.ts',
        'test/package.test.ts',
      ],
    },
    { name: 'faults', files: ['test/faults/*.test.ts'] },
  ],
}

const wanted = process.argv[2] ?? 'quick'
const steps = STEPS[wanted]
if (!steps) throw new Error(`no run is called "${wanted}": choose one of ${Object.keys(STEPS).join(', ')}`)

const running = new Set<ChildProcess>()
let stopped = false
// The shared servers stop once the running steps have ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = true
    for (const child of running) child.kill(signal)
  })

const folder = await mkdtemp(path.join(tmpdir(), 'formslot-tests-'))
const reports: { step: Step; code: number; seconds: number; lines: TallyLine[] }[] = []
{
  await using servers = await openSharedServers()
  const inOneProcess = steps.filter((step) => step.inOneProcess)
  reports.push(...(await Promise.all(inOneProcess.map((step) => runStep(step, servers.env)))))
  for (const step of steps.filter((step) => !step.inOneProcess)) {
    if (!stopped) reports.push(await runStep(step, servers.env))
  }
}
await rm(folder, { recursive: true })
process.stdout.write(closingLines())
process.exitCode = !stopped && reports.every(({ code }) => code === 0) ? 0 : 1

async function runStep(step: Step, servers: Record<string, string>) {
  const began = performance.now()
  const tallyFile = path.join(folder, `${step.name}.jsonl`)
  const options = [
    '--test',
    `--test-timeout=${MAX_TEST_MS}`,
    // A process that a failed test left running does not keep the run waiting.
    '--test-force-exit',
    ...(step.inOneProcess ? ['--test-isolation=none'] : [`--test-concurrency=${CONCURRENT_FILES}`]),
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${TALLY}`, `--test-reporter-destination=${tallyFile}`],
  ]
  const files = globSync(step.files, { cwd: ROOT, exclude: step.exclude ?? [] })
  const child = spawn(process.execPath, [...options, ...files.sort()], {
    cwd: ROOT,
    stdio: ['inherit', step.inOneProcess ? 'pipe' : 'inherit', 'inherit'],
    env: {
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
      ...process.env,
      ...servers,
      ...step.env,
    },
  })
  running.add(child)
  if (!step.inOneProcess) process.stdout.write(`\n▶ ${step.name}\n`)
  const [[code], output] = await Promise.all([once(child, 'exit'), child.stdout ? text(child.stdout) : ''])
  running.delete(child)
  if (step.inOneProcess) process.stdout.write(`\n▶ ${step.name}\n${output}`)
  const tally = await readFile(tallyFile, 'utf8').catch(() => '')
  const lines: TallyLine[] = tally
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { step, code: code ?? 1, seconds: (performance.now() - began) / 1000, lines }
}

function closingLines(): string {
  const all = reports.flatMap(({ lines }) => lines)
  const skipped = Map.groupBy(
    all.filter((line) => line.kind === 'skip'),
    ({ reason }) => reason,
  )
  const failed = all.filter((line) => line.kind === 'fail')
  return [
    '',
    ...[...skipped].flatMap(([reason, tests]) => [
      `skipped, ${reason}:`,
      ...tests.map(({ name }) => `  ﹣ ${name}`),
    ]),
    ...failed.map(({ name, file }) => `failed: ✖ ${name} (${path.relative(ROOT, file)})`),
    ...reports.map(({ step, code, seconds }) => {
      return `${code === 0 ? '✔' : '✖'} ${step.name}: ${Math.round(seconds)} s`
    }),
    ...(wanted === 'quick' ? ['The other databases, browsers, snippets and faults: npm run test:full'] : []),
    ...Object.entries(sum(all)).map(([name, count]) => `ℹ ${name} ${count}`),
    '',
  ].join('\n')
}

function sum(lines: readonly TallyLine[]): Counts {
  const total: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
  for (const line of lines) {
    if (line.kind !== 'counts') continue
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += line.counts[name]
  }
  return total
}
