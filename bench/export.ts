/** `npm run bench:export`: duration and memory of a complete export, and the latency of other requests meanwhile. */
import { createFilledDatabase } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { createApiKey } from './harness/owner-session.ts'
import { type Subject, startFormslot } from './harness/processes.ts'
import { publishTable, whole } from './harness/report.ts'
import { NO_MAIL } from './harness/subjects.ts'

const ENDPOINTS = 100
const FORMATS = ['csv', 'ndjson', 'json'] as const
const MIB = 1024 * 1024
/** Pause between the small requests of another client. */
const PROBE_INTERVAL_MS = 10

const options = readOptions({ rows: 1_000_000 })
await using database = await createFilledDatabase(options.store, {
  submissions: options.rows,
  endpoints: ENDPOINTS,
  owners: 'one',
  emails: 'delivered',
})
const apiKey = await createApiKey(database)
const lines: { name: string; figures: Figures }[] = []
for (const format of FORMATS) {
  const subject = await startFormslot({ env: { ...NO_MAIL, FORMSLOT_DATABASE_URL: database.url } })
  try {
    lines.push({ name: format, figures: await exportAll(subject, format) })
  } finally {
    await subject.stop()
  }
}
publishTable(
  {
    name: 'export',
    title: 'Exports',
    setting:
      `${whole(options.rows)} submissions of ${whole(ENDPOINTS)} endpoints of one owner, read over HTTP as fast as possible; ` +
      `meanwhile another client requests /healthz every ${PROBE_INTERVAL_MS} ms. CSV reads everything twice, first for its columns.`,
    table: [
      [
        'format',
        's',
        'rows/s',
        'MiB',
        'memory before, MiB',
        'peak memory, MiB',
        'p50 of others, ms',
        'p99 of others, ms',
      ],
      ...lines.map(({ name, figures }) => [
        name,
        figures.seconds.toFixed(1),
        whole(options.rows / figures.seconds),
        whole(figures.bytes / MIB),
        figures.before.toFixed(0),
        figures.peak.toFixed(0),
        figures.p50.toFixed(1),
        figures.p99.toFixed(1),
      ]),
    ],
    chart: [
      {
        heading: 'peak memory, MiB',
        bars: lines.map(({ name, figures }) => ({
          name,
          value: figures.peak,
          label: `${figures.peak.toFixed(0)} MiB`,
        })),
      },
    ],
  },
  { write: options.write, now: new Date() },
)

type Figures = { seconds: number; bytes: number; before: number; peak: number; p50: number; p99: number }

async function exportAll(subject: Subject, format: string): Promise<Figures> {
  const before = subject.memory().now
  const probes = startProbing(subject)
  const began = performance.now()
  const answer = await fetch(`${subject.base}/api/v1/submissions/export?folder=all&format=${format}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  if (!answer.body || answer.status !== 200) throw new Error(`The export was answered ${answer.status}.`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.byteLength
  const seconds = (performance.now() - began) / 1000
  const waits = await probes.stop()
  const { peak } = subject.memory()
  return { seconds, bytes, before, peak, p50: waits.at(0.5), p99: waits.at(0.99) }
}

/** Sends small requests until it is stopped; returns how long the responses took. */
function startProbing({ base }: Subject) {
  const waits: number[] = []
  let going = true
  const probing = (async () => {
    while (going) {
      const began = performance.now()
      await (await fetch(`${base}/healthz`)).arrayBuffer()
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS))
    }
  })()
  return {
    async stop() {
      going = false
      await probing
      const sorted = waits.toSorted((one, other) => one - other)
      return { at: (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN }
    },
  }
}
