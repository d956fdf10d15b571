/** `npm run bench:purge`: what submissions pay while upkeep deletes what no plan keeps any more. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '../src/store/dialects/connect.ts'
import type { Connection } from '../src/store/engine/connection.ts'
import { contactForms } from './contact-form.ts'
import { databaseAt, freshFilled } from './databases.ts'
import { readOptions } from './options.ts'
import { PLAN, type Subject, startFormslot } from './processes.ts'
import { tell, whole } from './report.ts'
import { interleave } from './rounds.ts'
import { NO_MAIL } from './subjects.ts'
import { type LoadRequest, load } from './wrk.ts'

const ENDPOINTS = 1000
const CONNECTIONS = 64

const options = readOptions({ rows: 1_000_000, rounds: 5, seconds: 5 })
const filling = { endpoints: ENDPOINTS, emails: 'delivered', submissions: options.rows } as const
await using opened = new AsyncDisposableStack()
const folder = mkdtempSync(path.join(tmpdir(), 'formslot-purge-'))
opened.defer(() => rmSync(folder, { recursive: true }))
// Of the month that is stored a day is kept: so upkeep has work for as long as is measured.
const plans = path.join(folder, 'plans.json')
const unlimited = { submissionsPerMonth: null, queueMessagesPerMonth: null, telemetryEventsPerMonth: null }
writeFileSync(
  plans,
  JSON.stringify({ [PLAN]: { ...unlimited, submissionRetentionDays: 1, telemetryRetentionDays: 1 } }),
)

const subjects: (Subject & { requests: LoadRequest[]; url: string })[] = []
for (const name of ['without', 'while it purges']) {
  const database = opened.use(await freshFilled(options.store, filling))
  const purging = { FORMSLOT_PLANS_FILE: plans, FORMSLOT_DATABASE_URL: database.url }
  const formslot = await startFormslot({ name, env: { ...NO_MAIL, ...purging } })
  opened.defer(() => {
    formslot.signal('SIGCONT')
    return formslot.stop()
  })
  const requests = contactForms(database.formIds.map((id) => `/f/${id}`))
  subjects.push({ ...formslot, requests, url: database.url })
}
const [, purging] = subjects
if (!purging) throw new Error('there is no service that purges')
const before = await oldOf(purging.url)
purging.signal('SIGUSR2')
purging.signal('SIGSTOP')
const began = performance.now()
let workedMs = 0
const rounds = await interleave({
  rounds: options.rounds,
  subjects: subjects.map((subject) => ({
    name: subject.name,
    server: subject,
    async measure() {
      const from = performance.now()
      const round = await load(subject, {
        connections: CONNECTIONS,
        seconds: options.seconds,
        requests: subject.requests,
      })
      if (subject === purging) workedMs += performance.now() - from
      return round
    },
  })),
})
const left = await oldOf(purging.url)
const purged = before - left
process.stderr.write(
  `${whole(purged)} purged in ${whole(workedMs)} of ${whole(performance.now() - began)} ms\n`,
)
if (left === 0) process.stderr.write('The purge ended before the measurement: take more --rows.\n')
tell(
  {
    name: 'purge',
    title: 'Submissions and the purge',
    setting:
      `As under Submissions, to ${whole(ENDPOINTS)} endpoints with ${whole(options.rows)} submissions stored, each with its ` +
      `settled email; without, and while upkeep deletes all the time, which it did at ${whole((1000 * purged) / workedMs)} ` +
      'submissions a second beside the load. Upkeep does so once an hour, for what grew old in that hour.',
    results: [{ connections: CONNECTIONS, rounds }],
    yardsticks: ['without'],
  },
  { write: options.write, now: new Date() },
)

/** Submissions that are still to be purged. */
async function oldOf(url: string): Promise<number> {
  const connection: Connection = await connect(databaseAt(url))
  const { rows } = await connection.reads
    .selectFrom('submissions')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .where('received_at', '<', Date.now() - 86_400_000)
    .executeTakeFirstOrThrow()
  await connection.close()
  return rows
}
