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
const FEWER_HOOKS = path.join(import.meta.dirname, 'support/run/fewer-hooks.ts')
const IN_ONE_PROCESS = path.join(import.meta.dirname, 'support/run/in-one-process.ts')
/** More than there are cores, since tests wait for flushes and responses. */
const CONCURRENT_FILES = Number(process.env.TEST_CONCURRENCY ?? availableParallelism() + 1)
/** Fails a test that hangs. The longest takes some 2 minutes on a busy machine. */
const MAX_TEST_MS = 8 * 60_000

type Step = {
  name: string
  /** Patterns. */
  files: readonly string[]
  env?: Record<string, string>
  /**
   * Number of processes that the files share, one file after the other in each. It saves the start of each file, which takes
   * longer than most. Such steps run first and at the same time.
   */
  processes?: number
  /** Files that another step runs. */
  exclude?: readonly string[]
}

/** Tests that only compute: they start no server and no process. */
const PURE = [
  'test/{domain,config,ids,runtime}/**/*.test.ts',
  'test/dashboard/*.test.ts',
  'test/{image/recipe,project/project-files}.test.ts',
  'test/delivery/{emails*,mime,quota-emails}.test.ts',
  'test/http/kernel/{client-address,negotiation,read-body,refusals,stream-pieces}.test.ts',
  'test/http/limits/*.test.ts',
  'test/http/pages/{languages,pages,refusal,snippets}.test.ts',
  'test/http/submissions/{export-formats,import-files}.test.ts',
  'test/http/telemetry/{protobuf,read-events}.test.ts',
]

/** Tests over HTTP. Each starts a service of its own. */
const HTTP = ['test/http/**/*.test.ts']

/** Tests that validate every documented response: compiling schemas is most of their work. */
const RESPONSES = ['test/http/answers/*.test.ts']

/** Tests of HTTP and of documents, which no database changes: `npm test` runs them, on SQLite. */
const ANY_DATABASE = [
  'test/http/docs/*.test.ts',
  'test/http/kernel/{body-work,json-text,late-request}.test.ts',
  'test/http/mcp/wire.test.ts',
  'test/http/telemetry/unread.test.ts',
]

/** Tests of HTTP that take several seconds: `npm test` leaves them to the full run, which runs them on both databases. */
const SLOW_HTTP = [
  'test/http/accounts/{account,account-export,audit,stream}.test.ts',
  'test/http/endpoints/decline.test.ts',
  'test/http/mcp/unread.test.ts',
  'test/http/submissions/import.test.ts',
]

/** Hours of an attack on the limits of emails: `npm test` leaves them to the full run. */
const LONG_ATTACKS = ['test/delivery/email-turns.test.ts']

/** Tests of single upgrades, each on both databases. */
const UPGRADES = ['test/store/engine/*-migration.test.ts']

/** Tests over simulated months. */
const MONTHS = ['test/service/{maintenance,retention}.test.ts']
/** Tests that start processes of the service, kill them, wait for its time limits, or upgrade its database. */
const PROCESSES = ['test/service/{clocks-apart,database-file,upgrade,write-lock}.test.ts']
/** Tests of pages in a browser, which no database changes. */
const PAGES_IN_BROWSER = ['test/http/pages/{hostile,quality}.test.ts']

/** Tests with spam filters of others, which take seconds to start. */
const SPAM_FILTERS = ['test/judging/engines/real-engines.test.ts']

const STEPS: Record<string, readonly Step[]> = {
  quick: [
    { name: 'rules', files: PURE, processes: 1 },
    {
      name: 'documented responses',
      files: RESPONSES,
      env: { TEST_STORES: 'SQLite' },
      processes: 1,
    },
    {
      name: 'HTTP on SQLite',
      files: HTTP,
      env: { TEST_STORES: 'SQLite' },
      exclude: [...PURE, ...RESPONSES, ...PAGES_IN_BROWSER, ...SLOW_HTTP],
      processes: 3,
    },
    {
      name: 'store on SQLite',
      files: ['test/{store,actions}/**/*.test.ts'],
      env: { TEST_STORES: 'SQLite' },
      exclude: UPGRADES,
      processes: 1,
    },
    {
      name: 'service on SQLite',
      files: ['test/{delivery,judging,service}/**/*.test.ts', 'test/client/*.test.ts'],
      env: { TEST_STORES: 'SQLite' },
      exclude: [...PURE, ...MONTHS, ...PROCESSES, ...SPAM_FILTERS, ...LONG_ATTACKS],
      processes: 1,
    },
    {
      name: 'commands and processes on SQLite',
      files: ['test/commands/**/*.test.ts', 'test/browser/journey.test.ts', 'test/faults/kill.test.ts'],
      env: { TEST_STORES: 'SQLite' },
    },
  ],
  full: [
    {
      name: 'HTTP on PostgreSQL',
      files: HTTP,
      env: { TEST_STORES: 'PostgreSQL', TEST_POSTGRES: '1' },
      exclude: [...PURE, ...ANY_DATABASE, ...PAGES_IN_BROWSER],
      processes: 3,
    },
    {
      name: 'slow tests of HTTP and of emails on SQLite',
      files: [...SLOW_HTTP, ...LONG_ATTACKS],
      env: { TEST_STORES: 'SQLite' },
      processes: 1,
    },
    {
      name: 'service on PostgreSQL',
      files: [
        ...PAGES_IN_BROWSER,
        'test/store/*/**/*.test.ts',
        'test/{actions,service}/**/*.test.ts',
        'test/delivery/worker.test.ts',
      ],
      env: { TEST_STORES: 'PostgreSQL', TEST_POSTGRES: '1' },
      exclude: PURE,
    },
    {
      name: 'months and processes on SQLite',
      files: [...MONTHS, ...PROCESSES],
      env: { TEST_STORES: 'SQLite' },
    },
    {
      name: 'browsers, snippets, documents, packages',
      files: [
        'test/{browser,snippets,docs}/*.test.ts',
        'test/dashboard/build/*.test.ts',
        'test/package.test.ts',
        'test/client/package/*.test.ts',
      ],
    },
    { name: 'clients of others', files: ['test/clients/*.test.ts'] },
    { name: 'spam filters of others', files: SPAM_FILTERS },
    { name: 'image', files: ['test/image/image.test.ts'] },
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

/** The part of a step that one process runs. */
type Run = { name: string; files: readonly string[]; env: Record<string, string>; isShared: boolean }

const folder = await mkdtemp(path.join(tmpdir(), 'formslot-tests-'))
const reports: { name: string; code: number; seconds: number; lines: TallyLine[] }[] = []
{
  await using servers = await openSharedServers()
  const runs = steps.flatMap(toRuns)
  const report = (run: Run) => runFiles(run, servers.env)
  reports.push(...(await Promise.all(runs.filter((run) => run.isShared).map(report))))
  for (const run of runs.filter((run) => !run.isShared)) if (!stopped) reports.push(await report(run))
}
await rm(folder, { recursive: true })
process.stdout.write(closingLines())
process.exitCode = !stopped && reports.every(({ code }) => code === 0) ? 0 : 1

function toRuns({ name, files, env = {}, exclude = [], processes }: Step): Run[] {
  const found = globSync(files, { cwd: ROOT, exclude }).sort()
  if (processes === undefined) return [{ name, files: found, env, isShared: false }]
  return Array.from({ length: processes }, (_, index) => ({
    name: processes === 1 ? name : `${name}, ${index + 1} of ${processes}`,
    files: found.filter((_, place) => place % processes === index),
    env,
    isShared: true,
  }))
}

async function runFiles({ name, files, env, isShared }: Run, servers: Record<string, string>) {
  const began = performance.now()
  const tallyFile = path.join(folder, `${name}.jsonl`)
  const options = [
    ...['--import', FEWER_HOOKS],
    `--test-timeout=${MAX_TEST_MS}`,
    // A process that a failed test left running does not keep the run waiting.
    '--test-force-exit',
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${TALLY}`, `--test-reporter-destination=${tallyFile}`],
    ...(isShared ? [IN_ONE_PROCESS] : ['--test', `--test-concurrency=${CONCURRENT_FILES}`]),
  ]
  const child = spawn(process.execPath, [...options, ...files], {
    cwd: ROOT,
    stdio: ['inherit', isShared ? 'pipe' : 'inherit', 'inherit'],
    env: {
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
      ...process.env,
      ...servers,
      ...env,
    },
  })
  running.add(child)
  if (!isShared) process.stdout.write(`\n▶ ${name}\n`)
  const [[code], output] = await Promise.all([once(child, 'exit'), child.stdout ? text(child.stdout) : ''])
  running.delete(child)
  if (isShared) process.stdout.write(`\n▶ ${name}\n${output}`)
  const tally = await readFile(tallyFile, 'utf8').catch(() => '')
  const lines: TallyLine[] = tally
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { name, code: code ?? 1, seconds: (performance.now() - began) / 1000, lines }
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
    ...reports.map(({ name, code, seconds }) => {
      return `${code === 0 ? '✔' : '✖'} ${name}: ${Math.round(seconds)} s`
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
