/** `npm run bench:grow`: durable submissions per second with few and with many submissions stored. */

import { seededRandom } from '../test/support/fixtures/seeded-random.ts'
import { createFormRequests } from './data/contact-form.ts'
import { createFilledDatabase, openFilledDatabase } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { startFormslot } from './harness/processes.ts'
import { reportLoad, whole } from './harness/report.ts'
import { measureAll, NO_MAIL } from './harness/subjects.ts'

const FEW_ROWS = 10_000
const ENDPOINTS = 10_000

const options = readOptions({ connections: [64] })
const filling = { endpoints: ENDPOINTS, emails: 'delivered' } as const
await using few = await createFilledDatabase(options.store, { ...filling, submissions: FEW_ROWS })
const manyFilling = { ...filling, submissions: options.rows }
await using many = await (options.store === null
  ? createFilledDatabase(null, manyFilling)
  : openFilledDatabase(options.store, manyFilling))

await using started = new AsyncDisposableStack()
const subjects = []
for (const database of [few, many]) {
  const name = `${whole(database.rows)} stored`
  const formslot = await startFormslot({ name, env: { ...NO_MAIL, FORMSLOT_DATABASE_URL: database.url } })
  started.defer(() => formslot.stop())
  // Each service has the same number of endpoints, with the same skew. In the order of the busiest, which with few rows is
  // that of their keys, neighbors would share a page of the database with few rows and not of the other.
  const requests = createFormRequests(shuffle(database.formIds).map((id) => `/f/${id}`))
  subjects.push({ ...formslot, requests })
}
const results = await measureAll(options, subjects)
reportLoad(
  {
    name: 'grow',
    title: 'Growth',
    setting:
      `An urlencoded body of 300 bytes to ${whole(ENDPOINTS)} claimed endpoints in turn, as \`bench:submit\` sends it, to ` +
      'two services: one with few submissions stored, one with many, each submission with its settled delivery. The ' +
      'databases are in the page cache as far as memory suffices.',
    results,
    yardsticks: subjects.slice(0, 1).map((subject) => subject.name),
  },
  { write: options.write, now: new Date() },
)

/** Returns the values in an order that looks random and is the same in each run. */
function shuffle<Value>(values: readonly Value[]): Value[] {
  const random = seededRandom(values.length)
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)
}
