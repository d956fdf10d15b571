/** `npm run bench:purge`: submissions while the purge deletes expired ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '../src/store/dialects/connect.ts'
import type { Connection } from '../src/store/engine/connection.ts'
import { createFormRequests } from './data/contact-form.ts'
import { createFilledDatabase, parseStoreUrl } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { PLAN, type Subject, startFormslot } from './harness/processes.ts'
import { reportLoad, whole } from './harness/report.ts'
import { interleave } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'
import { type LoadRequest, load } from './harness/wrk.ts'

const ENDPOINTS = 1000
const CONNECTIONS = 64

const options = readOptions({ rows: 1_000_000, rounds: 5, seconds: 5 })
const filling = { endpoints: ENDPOINTS, emails: 'delivered', submissions: options.rows } as const
await using opened = new AsyncDisposableStack()
const folder = mkdtempSync(path.join(tmpdir(), 'formslot-purge-'))
opened.defer(() => rmSync(folder, { recursive: true }))
// A month is stored and the retention is a day, so the purge has work for the whole measurement.
const plans = path.join(folder, 'plans.json')
const unlimited = { submissionsPerMonth: null, queueMessagesPerMonth: null, telemetryEventsPerMonth: null }
writeFileSync(
  plans,
  JSON.stringify({ [PLAN]: { ...unlimited, submissionRetentionDays: 1, telemetryRetentionDays: 1 } }),
)

const subjects: (Subject & { requests: LoadRequest[]; url: string })[] = []
for (const name of ['without a purge', 'with a purge']) {
  const database = opened.use(await createFilledDatabase(options.store, filling))
  const purging = { FORMSLOT_PLANS_FILE: plans, FORMSLOT_DATABASE_URL: database.url }
  const formslot = await startFormslot({ name, env: { ...NO_MAIL, ...purging } })
  opened.defer(() => {
    formslot.signal('SIGCONT')
    return formslot.stop()
  })
  const requests = createFormRequests(database.formIds.map((id) => `/f/${id}`))
  subjects.push({ ...formslot, requests, url: database.url })
}
const [, purging] = subjects
if (!purging) throw new Error('No service purges.')
const before = await countExpired(purging.url)
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
const left = await countExpired(purging.url)
const purged = before - left
process.stderr.write(
  `${whole(purged)} purged in ${whole(workedMs)} of ${whole(performance.now() - began)} ms\n`,
)
if (left === 0) process.stderr.write('The purge ended before the measurement. Use more --rows.\n')
reportLoad(
  {
    name: 'purge',
    title: 'Submissions and the purge',
    setting:
      `As under Submissions, to ${whole(ENDPOINTS)} endpoints with ${whole(options.rows)} submissions stored, each with its ` +
      `settled delivery; without a purge, and with one that runs all the time: it deleted ${whole((1000 * purged) / workedMs)} ` +
      'submissions per second during the load. A service purges once an hour, and only what expired in that hour.',
    results: [{ connections: CONNECTIONS, rounds }],
    yardsticks: ['without a purge'],
  },
  { write: options.write, now: new Date() },
)

/** Returns the number of submissions that are still to be purged. */
async function countExpired(url: string): Promise<number> {
  const connection: Connection = await connect(parseStoreUrl(url))
  const { rows } = await connection.reads
    .selectFrom('submissions')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .where('received_at', '<', Date.now() - 86_400_000)
    .executeTakeFirstOrThrow()
  await connection.close()
  return rows
}
