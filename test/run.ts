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
import { openSharedServers } from './support/run/shared-servers.ts'
import type { Counts, TallyLine } from './support/run/tally.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const TALLY = path.join(import.meta.dirname, 'support/run/tally.ts')
/** Tests wait for flushes and answers: more run at once than there are cores. */
const LANES = Number(process.env.TEST_CONCURRENCY ?? availableParallelism() + 1)

type Step = {
  name: string
  files: readonly string[]
  env?: Record<string, string>
  /** All files in one process, for tests that only compute. */
  inOneProcess?: true
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

const STEPS: Record<string, readonly Step[]> = {
  quick: [
    { name: 'rules', files: PURE, inOneProcess: true },
    {
      name: 'service on SQLite',
      files: [
        'test/{store,actions,delivery,http,commands,service}/**/*.test.ts',
        'test/browser/journey.test.ts',
        'test/faults/kill.test.ts',
      ],
      env: { TEST_STORES: 'SQLite' },
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

let current: ChildProcess | null = null
let stopped = false
// The servers are stopped too, once the step under way has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = true
    current?.kill(signal)
  })

const folder = await mkdtemp(path.join(tmpdir(), 'formslot-tests-'))
const reports: { step: Step; code: number; seconds: number; lines: TallyLine[] }[] = []
{
  await using servers = await openSharedServers()
  for (const step of steps) {
    if (!stopped) reports.push(await runStep(step, servers.env))
  }
}
await rm(folder, { recursive: true })
process.stdout.write(closingLines())
process.exitCode = !stopped && reports.every(({ code }) => code === 0) ? 0 : 1

async function runStep(step: Step, servers: Record<string, string>) {
  const began = performance.now()
  const tallyFile = path.join(folder, `${reports.length}.jsonl`)
  process.stdout.write(`\n▶ ${step.name}\n`)
  const options = [
    '--test',
    ...(step.inOneProcess ? ['--test-isolation=none'] : [`--test-concurrency=${LANES}`]),
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${TALLY}`, `--test-reporter-destination=${tallyFile}`],
  ]
  const files = globSync(step.files, { cwd: ROOT, exclude: step.inOneProcess ? [] : PURE })
  const child = spawn(process.execPath, [...options, ...files.sort()], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
      ...process.env,
      ...servers,
      ...step.env,
    },
  })
  current = child
  const [code] = await once(child, 'exit')
  const text = await readFile(tallyFile, 'utf8').catch(() => '')
  const lines: TallyLine[] = text
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
