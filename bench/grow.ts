/** `npm run bench:grow`: durable submissions a second with few and with many submissions stored. */
import { contactForms } from './contact-form.ts'
import { freshFilled, keptFilled } from './databases.ts'
import { readOptions } from './options.ts'
import { startFormslot } from './processes.ts'
import { tell, whole } from './report.ts'
import { measureAll, NO_MAIL } from './subjects.ts'

const FEW = 10_000
const ENDPOINTS = 10_000

const options = readOptions({ connections: [64] })
const filling = { endpoints: ENDPOINTS, emails: 'delivered' } as const
await using few = await freshFilled(options.store, { ...filling, submissions: FEW })
const manyFilling = { ...filling, submissions: options.rows }
await using many = await (options.store === null
  ? freshFilled(null, manyFilling)
  : keptFilled(options.store, manyFilling))

await using started = new AsyncDisposableStack()
const subjects = []
for (const database of [few, many]) {
  const name = `${whole(database.rows)} stored`
  const formslot = await startFormslot({ name, env: { ...NO_MAIL, FORMSLOT_DATABASE_URL: database.url } })
  started.defer(() => formslot.stop())
  // Each has endpoints of its own, as many of them and as unevenly used.
  const requests = contactForms(database.formIds.map((id) => `/f/${id}`))
  subjects.push({ ...formslot, requests })
}
const results = await measureAll(options, subjects)
tell(
  {
    name: 'grow',
    title: 'Growth',
    setting:
      `An urlencoded body of 300 bytes to ${whole(ENDPOINTS)} claimed endpoints in turn, as \`bench:submit\` sends it, to ` +
      'two services: one with few submissions stored, one with many, each submission with its settled email. All that ' +
      'is stored is in the memory of the system, where that is large enough.',
    results,
    yardsticks: subjects.slice(0, 1).map((subject) => subject.name),
  },
  { write: options.write, now: new Date() },
)
