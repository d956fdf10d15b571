/** `npm run bench:scale`: submissions per second of 1, 2 and 4 nodes on one PostgreSQL, compared with its own maximum. */
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../test/support/postgres/postgres.ts'
import { createFormRequests } from './data/contact-form.ts'
import { createFilledDatabase } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { ALL_CORES, type Subject, spawnOn, startFormslot } from './harness/processes.ts'
import { type Results, reportLoad, whole } from './harness/report.ts'
import { interleave, median } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'
import { type LoadRequest, load, type Round, sumFailures } from './harness/wrk.ts'

const NODES = [1, 2, 4]
const ENDPOINTS = 10_000
const STORED = 10_000
/** Time for the transactions of a loaded node to end before it is stopped: their locks would stop the other nodes. */
const SETTLING_MS = 500
const BARE_POSTGRES = 'PostgreSQL alone'

const options = readOptions({ connections: [256] })
await using server = options.store === null ? await startPostgres() : null
const address = options.store ?? (await server?.createDatabase()) ?? ''
const filling = { submissions: STORED, endpoints: ENDPOINTS, emails: 'delivered' } as const
await using forNodes = await createFilledDatabase(address, filling)
await using forBare = await createFilledDatabase(address, filling)
const requests = createFormRequests(forNodes.formIds.map((id) => `/f/${id}`))

await using started = new AsyncDisposableStack()
const nodes: Subject[] = []
for (let n = 1; n <= Math.max(...NODES); n++) {
  const env = { ...NO_MAIL, FORMSLOT_DATABASE_URL: forNodes.url }
  const node = await startFormslot({ name: `node ${n}`, cores: ALL_CORES, env })
  started.defer(async () => {
    node.signal('SIGCONT')
    await node.stop()
  })
  node.signal('SIGSTOP')
  nodes.push(node)
}

const results: Results = []
for (const connections of options.connections) {
  process.stderr.write(`${connections} connections\n`)
  const rounds = await interleave({
    rounds: options.rounds,
    subjects: [
      { name: BARE_POSTGRES, measure: () => insertBare(forBare.url) },
      ...NODES.map((count) => ({
        name: count === 1 ? '1 node' : `${count} nodes`,
        measure: () => loadNodes(nodes.slice(0, count), { connections, requests }),
      })),
    ],
  })
  results.push({ connections, rounds })
}
reportLoad(
  {
    name: 'scale',
    title: 'Many nodes',
    setting:
      `Submissions to ${whole(ENDPOINTS)} claimed endpoints through nodes that share one PostgreSQL, with the connections spread ` +
      `over the nodes. The nodes, the database and the load share ${availableParallelism()} cores, so another node only helps ` +
      `where a core is idle. \`${BARE_POSTGRES}\` is a plain script that inserts the same rows in batches of 256 over four ` +
      'connections; its times are per batch.',
    results,
    yardsticks: [BARE_POSTGRES, '1 node'],
  },
  { write: options.write, now: new Date() },
)

/** Loads several nodes at once, each with its share of the connections; the others are stopped meanwhile. */
async function loadNodes(
  loaded: readonly Subject[],
  share: { connections: number; requests: readonly LoadRequest[] },
): Promise<Round> {
  const connections = Math.max(1, Math.round(share.connections / loaded.length))
  const { requests } = share
  for (const node of loaded) node.signal('SIGCONT')
  const rounds = await Promise.all(
    loaded.map((node) => load(node, { connections, seconds: options.seconds, requests, cores: ALL_CORES })),
  )
  await pause(SETTLING_MS)
  for (const node of loaded) node.signal('SIGSTOP')
  const of = (read: (round: Round) => number) => rounds.map(read)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    perSecond: sum(of((round) => round.perSecond)),
    p50Ms: median(of((round) => round.p50Ms)),
    p99Ms: Math.max(...of((round) => round.p99Ms)),
    cpuMicros: median(of((round) => round.cpuMicros)),
    memoryMb: sum(of((round) => round.memoryMb)),
    failures: sumFailures(rounds),
  }
}

async function insertBare(url: string): Promise<Round> {
  const script = path.join(import.meta.dirname, 'servers/bare-inserts.ts')
  const child = spawnOn(ALL_CORES, [script, url, String(options.seconds)])
  const result = JSON.parse(await text(child.stdout)) as { perSecond: number; batchMs: number[] }
  const sorted = result.batchMs.sort((one, other) => one - other)
  return {
    perSecond: result.perSecond,
    p50Ms: median(sorted),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    cpuMicros: Number.NaN,
    memoryMb: Number.NaN,
    failures: {},
  }
}
