/** `npm run bench:owners`: submissions per second and their latency while owners export and search. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '../src/store/dialects/connect.ts'
import { feedAll } from '../test/support/stores/search-index.ts'
import { createFormRequests } from './data/contact-form.ts'
import { createFilledDatabase, openFilledDatabase, parseStoreUrl } from './data/filled-database.ts'
import { createTextFields } from './data/search-text.ts'
import type { Latency } from './harness/latency.ts'
import { readOptions } from './harness/options.ts'
import { type OwnerFigures, type OwnerWork, startExport, startSearches } from './harness/owner-client.ts'
import { createApiKey } from './harness/owner-session.ts'
import { LOAD_CORE, type Subject, startFormslot } from './harness/processes.ts'
import { bar, known, publishTable, whole } from './harness/report.ts'
import { interleave, median } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'
import { load, type Round } from './harness/wrk.ts'

const ENDPOINTS = 100
const SEARCHES_PER_SECOND = 20
/** The first second of a process is not measured. */
const WARM_UP_SECONDS = 1

const options = readOptions({ rows: 1_000_000, connections: [64], seconds: 5 })
// The requests of the owner come from this process: they must not take time of the server's core.
execFileSync('taskset', ['-apc', String(LOAD_CORE), String(process.pid)])
const filling = {
  submissions: options.rows,
  endpoints: ENDPOINTS,
  owners: 'one',
  emails: 'delivered',
  fields: createTextFields(7),
} as const
await using database = await (options.store === null
  ? createFilledDatabase(null, filling)
  : openFilledDatabase(options.store, filling))
const connection = await connect(parseStoreUrl(database.url))
await feedAll(connection)
await connection.close()
const apiKey = await createApiKey(database)
const [formId = ''] = database.formIds

const WORK = {
  'submissions alone': () => null,
  'during an export': (subject: Subject) => startExport(subject, apiKey),
  'during searches': (subject: Subject) =>
    startSearches(subject, { apiKey, formId, searchesPerSecond: SEARCHES_PER_SECOND }),
} as const satisfies Record<string, (subject: Subject) => OwnerWork | null>
type Name = keyof typeof WORK
const NAMES = Object.keys(WORK) as Name[]
let done: { name: Name; figures: OwnerFigures }[] = []

/** Submissions as fast as they are answered, while an owner works. Latency is measured inside the service. */
async function measure(name: Name, connections: number): Promise<Round> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-latency-'))
  const latency = path.join(folder.path, 'latency.json')
  const formslot = await startFormslot({
    env: { ...NO_MAIL, BENCH_LATENCY: latency, FORMSLOT_DATABASE_URL: database.url },
  })
  const requests = createFormRequests(database.formIds.map((id) => `/f/${id}`))
  try {
    await load(formslot, { connections, seconds: WARM_UP_SECONDS, requests })
    const work = WORK[name](formslot)
    const round = await load(formslot, { connections, seconds: options.seconds, requests }).finally(
      async () => {
        if (work) done.push({ name, figures: await work.stop() })
      },
    )
    await formslot.stop()
    return { ...round, ...(JSON.parse(readFileSync(latency, 'utf8')) as Latency) }
  } finally {
    await formslot.stop()
  }
}

const results: { connections: number; rounds: Record<Name, Round>; owner: Record<Name, string> }[] = []
for (const connections of options.connections) {
  process.stderr.write(`${connections} connections\n`)
  done = []
  const subjects = NAMES.map((name) => ({ name, measure: () => measure(name, connections) }))
  const rounds = await interleave({ rounds: options.rounds, subjects })
  results.push({
    connections,
    rounds,
    owner: {
      'submissions alone': '',
      'during an export': `${medianOf('during an export', 'perSecond').toFixed(1)} MB/s`,
      'during searches': `${medianOf('during searches', 'perSecond').toFixed(0)} per second, ${medianOf('during searches', 'medianMs').toFixed(0)} ms`,
    },
  })
}

function medianOf(name: Name, figure: keyof OwnerFigures): number {
  return median(done.flatMap((one) => (one.name === name ? one.figures[figure] : [])))
}

const ratio = (one: number, other: number) => (one / other).toFixed(2)
publishTable(
  {
    name: 'owners',
    title: 'Submissions while owners work',
    setting:
      `Submissions to ${whole(ENDPOINTS)} endpoints of one owner with ${whole(database.rows)} submissions, as fast as they are ` +
      `answered: alone, while the owner exports all of them as NDJSON, and while the owner searches the busiest endpoint ${SEARCHES_PER_SECOND} ` +
      'times a second. p50 and p99 of submissions are measured inside the service, from the request head to the response; ' +
      'the last column is the rate of the export, and the searches with their median duration. The service has one core; the load ' +
      'and the owner share another.',
    table: [
      [
        'connections',
        'submissions',
        'p99 of alone',
        'rate of alone',
        'per second',
        'p50 ms',
        'p99 ms',
        'CPU µs',
        'memory MiB',
        'owner',
      ],
      ...results.flatMap(({ connections, rounds, owner }) =>
        NAMES.map((name) => {
          const [round, alone] = [rounds[name], rounds['submissions alone']]
          return [
            String(connections),
            name,
            `× ${ratio(round.p99Ms, alone.p99Ms)}`,
            ratio(round.perSecond, alone.perSecond),
            whole(round.perSecond),
            known(round.p50Ms, 2),
            known(round.p99Ms, 1),
            round.cpuMicros.toFixed(0),
            round.memoryMb.toFixed(0),
            owner[name],
          ]
        }),
      ),
    ],
    results,
    chart: results.map(({ connections, rounds }) => ({
      heading: `${connections} connections`,
      bars: NAMES.map((name) => bar(name, rounds[name].perSecond)),
    })),
  },
  { write: options.write, now: new Date() },
)
