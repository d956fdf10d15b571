/** `npm run bench:feed`: what submissions pay for the index of words, beside a server that does not feed it. */
import { sql } from 'kysely'
import { connect } from '../src/store/dialects/connect.ts'
import { contactForms } from './contact-form.ts'
import { databaseAt } from './databases.ts'
import { claimedEndpoints } from './endpoints.ts'
import { readOptions } from './options.ts'
import { startFormslot } from './processes.ts'
import { tell } from './report.ts'
import { measureAll, NO_MAIL } from './subjects.ts'

const ENDPOINTS = 20
const FED_UP_TO = Number.MAX_SAFE_INTEGER

const options = readOptions({ connections: [1, 64] })
const store: Record<string, string> = options.store === null ? {} : { FORMSLOT_DATABASE_URL: options.store }
const fed = await startFormslot({ name: 'fed', env: { ...NO_MAIL, ...store } })
const unfed = await startFormslot({ name: 'not fed', env: NO_MAIL })
try {
  // As if all that will ever come was in the index already.
  const connection = await connect(databaseAt(`file:${unfed.folder}/formslot.db`))
  await connection.transaction(({ db }) =>
    sql`update search_progress set indexed_up_to = ${FED_UP_TO}`.execute(db),
  )
  await connection.close()
  const subjects = []
  for (const subject of [unfed, fed]) {
    subjects.push({ ...subject, requests: contactForms(await claimedEndpoints(subject, ENDPOINTS)) })
  }
  const results = await measureAll(options, subjects)
  tell(
    {
      name: 'feed',
      title: 'Submissions and the index of words',
      setting: `As under Submissions, with and without the feeding of the index; ${ENDPOINTS} endpoints, SQLite.`,
      results,
      yardsticks: ['not fed'],
    },
    { write: options.write, now: new Date() },
  )
} finally {
  await fed.stop()
  await unfed.stop()
}
