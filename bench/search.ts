/** `npm run bench:search`: the duration of an owner's search in an endpoint with many submissions, next to those of others. */
import { readSearchQuery } from '../src/domain/submissions/search-query.ts'
import { connect } from '../src/store/dialects/connect.ts'
import type { Store } from '../src/store/store.ts'
import { feedAll } from '../test/support/stores/search-index.ts'
import {
  createFilledDatabase,
  type FilledDatabase,
  openFilledDatabase,
  openFilledStore,
  parseStoreUrl,
} from './data/filled-database.ts'
import { createTextFields, toWord } from './data/search-text.ts'
import { readOptions } from './harness/options.ts'
import { publishTable, whole } from './harness/report.ts'
import { median } from './harness/rounds.ts'

const ROWS = 1_100_000
/** The busiest gets a tenth of all submissions. */
const ENDPOINTS = 1000
const PAGE = 50
const CALLS_PER_ROUND = 20

const QUERIES: readonly { name: string; query(n: number): string }[] = [
  { name: 'a word in every submission', query: () => 'hello' },
  { name: 'a prefix of many words', query: () => 'ba' },
  { name: 'a word in every tenth', query: (n) => `"${toWord(20 + (n % 5))}"` },
  { name: 'a word in every hundredth', query: (n) => `"${toWord(300 + n)}"` },
  { name: 'a rare word', query: (n) => `"${toWord(40_000 + n)}"` },
  { name: 'a sender', query: (n) => `from:sender${50_000 + 97 * n}` },
  { name: 'a word that does not occur', query: (n) => `zebra${n}` },
  { name: 'two words', query: (n) => `hello ${toWord(5000 + n)}` },
  { name: 'a phrase', query: (n) => `"the ${40_000 + 31 * n}th"` },
  { name: 'a phrase of frequent words that does not occur', query: () => '"engines hello analytical"' },
]

const options = readOptions({ rows: ROWS })
const filling = {
  endpoints: ENDPOINTS,
  emails: 'delivered',
  submissions: options.rows,
  fields: createTextFields(7),
} as const
await using database = await (options.store === null
  ? createFilledDatabase(null, filling)
  : openFilledDatabase(options.store, filling))
const fed = await indexAll(database)
const store = await openFilledStore(database)
const [formId = ''] = database.formIds
const found = await store.findEndpoint(formId)
const lines: { name: string; ms: number; worst: number; found: number }[] = []
for (const { name, query } of QUERIES) {
  process.stderr.write(`${name}\n`)
  const times: number[] = []
  const counts: number[] = []
  for (let round = 0; round < options.rounds; round++) {
    for (let n = 0; n < CALLS_PER_ROUND; n++) {
      const began = performance.now()
      counts.push(await firstPage(store, query(n)))
      times.push(performance.now() - began)
    }
  }
  lines.push({ name, ms: median(times), worst: Math.max(...times), found: median(counts) })
}
await store.close()

publishTable(
  {
    name: 'search',
    title: 'Searching',
    setting:
      `At the store, the first page of ${PAGE} in the busiest of ${whole(ENDPOINTS)} endpoints, which holds ` +
      `${whole(found?.endpoint.acceptedCount ?? 0)} of ${whole(database.rows)} submissions of some 40 words each, all indexed; ` +
      `the database is in the page cache. ${fed}`,
    table: [
      ['query', 'results on the page', 'ms', 'slowest ms'],
      ...lines.map(({ name, ms, worst, found }) => [name, whole(found), ms.toFixed(1), worst.toFixed(1)]),
    ],
    chart: lines.map(({ name, ms }) => ({
      heading: name,
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

/** Indexes all submissions and returns a sentence about the cost. */
async function indexAll({ url, rows }: FilledDatabase): Promise<string> {
  const connection = await connect(parseStoreUrl(url))
  const before = process.threadCpuUsage()
  const transactions: number[] = []
  await feedAll({ ...connection, transaction: timed(connection.transaction) })
  const used = process.threadCpuUsage(before)
  await connection.close()
  if (transactions.length < 2) return ''
  const micros = (used.user + used.system) / rows
  return (
    `Indexing cost ${micros.toFixed(0)} µs of processor time per submission, in transactions of ` +
    `${median(transactions).toFixed(1)} ms, the longest ${Math.max(...transactions).toFixed(0)} ms.`
  )

  function timed(transaction: typeof connection.transaction): typeof connection.transaction {
    return async (work) => {
      const began = performance.now()
      const result = await transaction(work)
      transactions.push(performance.now() - began)
      if (transactions.length % 5000 === 0) process.stderr.write(`  ${transactions.length} transactions\n`)
      return result
    }
  }
}
