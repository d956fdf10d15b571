/** `npm run bench:search-index`: the cost of the search index for submissions, compared with a server that does not index. */
import { sql } from 'kysely'
import { connect } from '../src/store/dialects/connect.ts'
import { createClaimedEndpoints } from './data/claimed-endpoints.ts'
import { createFormRequests } from './data/contact-form.ts'
import { parseStoreUrl } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { startFormslot } from './harness/processes.ts'
import { reportLoad } from './harness/report.ts'
import { measureAll, NO_MAIL } from './harness/subjects.ts'

const ENDPOINTS = 20
const INDEXED_UP_TO = Number.MAX_SAFE_INTEGER

const options = readOptions({ connections: [1, 64] })
const store: Record<string, string> = options.store === null ? {} : { FORMSLOT_DATABASE_URL: options.store }
const indexing = await startFormslot({ name: 'indexing', env: { ...NO_MAIL, ...store } })
const notIndexing = await startFormslot({ name: 'not indexing', env: NO_MAIL })
try {
  // As if every future submission was indexed already.
  const connection = await connect(parseStoreUrl(`file:${notIndexing.folder}/formslot.db`))
  await connection.transaction(({ db }) =>
    sql`update search_progress set indexed_up_to = ${INDEXED_UP_TO}`.execute(db),
  )
  await connection.close()
  const subjects = []
  for (const subject of [notIndexing, indexing]) {
    subjects.push({
      ...subject,
      requests: createFormRequests(await createClaimedEndpoints(subject, ENDPOINTS)),
    })
  }
  const results = await measureAll(options, subjects)
  reportLoad(
    {
      name: 'search-index',
      title: 'Submissions and the search index',
      setting: `As under Submissions, with and without indexing; ${ENDPOINTS} endpoints, SQLite.`,
      results,
      yardsticks: ['not indexing'],
    },
    { write: options.write, now: new Date() },
  )
} finally {
  await indexing.stop()
  await notIndexing.stop()
}
