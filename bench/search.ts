/** `npm run bench:search`: what an owner's search costs, in an endpoint with many submissions beside those of others. */
import { readSearchQuery } from '../src/domain/submissions/search-query.ts'
import type { Store } from '../src/store/contract/store.ts'
import { connect } from '../src/store/dialects/connect.ts'
import { feedAll } from '../test/support/stores/search-index.ts'
import { databaseAt, type FilledDatabase, freshFilled, keptFilled, openFilled } from './databases.ts'
import { readOptions } from './options.ts'
import { publish, whole } from './report.ts'
import { median } from './rounds.ts'
import { openText, wordAt } from './search-text.ts'

const ROWS = 1_100_000
/** The busiest of them gets a tenth of all. */
const ENDPOINTS = 1000
const PAGE = 50
const CALLS = 20

const QUERIES: readonly { what: string; query(n: number): string }[] = [
  { what: 'a word of every submission', query: () => 'hello' },
  { what: 'the beginning of many words', query: () => 'ba' },
  { what: 'a word of every tenth', query: (n) => `"${wordAt(20 + (n % 5))}"` },
  { what: 'a word of every hundredth', query: (n) => `"${wordAt(300 + n)}"` },
  { what: 'a rare word', query: (n) => `"${wordAt(40_000 + n)}"` },
  { what: 'a sender', query: (n) => `from:sender${50_000 + 97 * n}` },
  { what: 'a word that does not occur', query: (n) => `zebra${n}` },
  { what: 'two words', query: (n) => `hello ${wordAt(5000 + n)}` },
  { what: 'a phrase', query: (n) => `"the ${40_000 + 31 * n}th"` },
  { what: 'a phrase of frequent words that does not occur', query: () => '"engines hello analytical"' },
]

const options = readOptions({ rows: ROWS })
const filling = {
  endpoints: ENDPOINTS,
  emails: 'delivered',
  submissions: options.rows,
  fields: openText(7),
} as const
await using database = await (options.store === null
  ? freshFilled(null, filling)
  : keptFilled(options.store, filling))
const fed = await feed(database)
const store = await openFilled(database)
const [formId = ''] = database.formIds
const found = await store.findEndpoint(formId)
const lines: { what: string; ms: number; worst: number; found: number }[] = []
for (const { what, query } of QUERIES) {
  process.stderr.write(`${what}\n`)
  const times: number[] = []
  const counts: number[] = []
  for (let round = 0; round < options.rounds; round++) {
    for (let n = 0; n < CALLS; n++) {
      const began = performance.now()
      counts.push(await firstPage(store, query(n)))
      times.push(performance.now() - began)
    }
  }
  lines.push({ what, ms: median(times), worst: Math.max(...times), found: median(counts) })
}
await store.close()

publish(
  {
    name: 'search',
    title: 'Searching',
    setting:
      `At the store, the first page of ${PAGE} in the busiest of ${whole(ENDPOINTS)} endpoints, which holds ` +
      `${whole(found?.endpoint.acceptedCount ?? 0)} of ${whole(database.rows)} submissions of some 40 words each, all in the index; ` +
      `the database is in the memory of the system. ${fed}`,
    table: [
      ['query', 'found on the page', 'ms', 'slowest ms'],
      ...lines.map(({ what, ms, worst, found }) => [what, whole(found), ms.toFixed(1), worst.toFixed(1)]),
    ],
    chart: lines.map(({ what, ms }) => ({
      heading: what,
      bars: [{ name: '', value: ms, label: `${ms.toFixed(1)} ms` }],
    })),
  },
  { write: options.write, now: new Date() },
)

async function firstPage(store: Store, query: string): Promise<number> {
  const { submissions } = await store.inbox.listSubmissions({
    accountKey: found?.accountKey ?? 0,
    endpointId: formId,
    folders: ['inbox'],
    terms: readSearchQuery(query).terms,
    unread: null,
    after: null,
    before: null,
    limit: PAGE,
    olderThan: null,
  })
  return submissions.length
}

/** Takes all into the index, and says what that cost. */
async function feed({ url, rows }: FilledDatabase): Promise<string> {
  const connection = await connect(databaseAt(url))
  const before = process.threadCpuUsage()
  const turns: number[] = []
  await feedAll({ ...connection, transaction: timed(connection.transaction) })
  const used = process.threadCpuUsage(before)
  await connection.close()
  if (turns.length < 2) return ''
  const micros = (used.user + used.system) / rows
  return (
    `Taking them in cost ${micros.toFixed(0)} µs of this process for each, in transactions of ` +
    `${median(turns).toFixed(1)} ms, the longest ${Math.max(...turns).toFixed(0)} ms.`
  )

  function timed(transaction: typeof connection.transaction): typeof connection.transaction {
    return async (work) => {
      const began = performance.now()
      const result = await transaction(work)
      turns.push(performance.now() - began)
      if (turns.length % 5000 === 0) process.stderr.write(`  ${turns.length} turns\n`)
      return result
    }
  }
}
