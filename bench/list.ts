/** `npm run bench:list`: reads of the dashboard and the purge, with few and with many submissions stored. */
import { DAY, later } from '../src/domain/time.ts'
import type { Store } from '../src/store/store.ts'
import {
  createFilledDatabase,
  type FilledDatabase,
  openFilledDatabase,
  openFilledStore,
} from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { PLAN } from './harness/processes.ts'
import { publishTable, whole } from './harness/report.ts'
import { median } from './harness/rounds.ts'

const FEW_ROWS = 10_000
const ENDPOINTS = 10_000
/** Number of endpoints that are read; with few submissions, only the busiest have more than a page. */
const READ_ENDPOINTS = 4
const PAGE = 50
const CALLS_PER_ROUND = 400
/** Submissions per batch of the purge, as in the hourly maintenance. */
const PURGE_BATCH_ROWS = 500
/** In days. */
const RETENTION = { submissions: 30, telemetry: 30 }
/** After this time, everything stored is older than its retention. */
const DAYS_UNTIL_EXPIRED = 60

type Opened = {
  store: Store
  formIds: readonly string[]
  /** Owner of each endpoint. */
  accountKeys: readonly number[]
  /** Key after which the last full page of each endpoint begins. */
  deepKeys: readonly number[]
  purgedTo: number
}

type Step = { name: string; calls: number; call(opened: Opened, n: number): Promise<unknown> }

const STEPS: readonly Step[] = [
  {
    name: `newest ${PAGE} of an endpoint`,
    calls: CALLS_PER_ROUND,
    call: (opened, n) => opened.store.inbox.listSubmissions(pageQuery(opened, n)),
  },
  {
    name: `its oldest ${PAGE}, by key`,
    calls: CALLS_PER_ROUND,
    call: (opened, n) =>
      opened.store.inbox.listSubmissions({
        ...pageQuery(opened, n),
        olderThan: opened.deepKeys[n % opened.deepKeys.length] ?? 0,
      }),
  },
  {
    name: 'its usage of the month',
    calls: CALLS_PER_ROUND,
    call: ({ store, formIds }, n) => store.findEndpoint(formIds[n % formIds.length] ?? ''),
  },
  { name: `purge of ${PURGE_BATCH_ROWS}`, calls: 1, call: purge },
]

const options = readOptions({})
const filling = { endpoints: ENDPOINTS, emails: 'delivered' } as const
await using few = await createFilledDatabase(options.store, { ...filling, submissions: FEW_ROWS })
const manyFilling = { ...filling, submissions: options.rows }
await using many = await (options.store === null
  ? createFilledDatabase(null, manyFilling)
  : openFilledDatabase(options.store, manyFilling))

const opened = [await open(few), await open(many)] as const
const lines: { name: string; ms: [number, number] }[] = []
for (const step of STEPS) {
  process.stderr.write(`${step.name}\n`)
  const measured: [number[], number[]] = [[], []]
  for (let round = 1; round <= options.rounds; round++) {
    for (const which of [0, 1] as const) measured[which].push(await measureStep(step, opened[which]))
  }
  lines.push({ name: step.name, ms: [median(measured[0]), median(measured[1])] })
}
for (const { store } of opened) await store.close()

const sizes = [few.rows, many.rows].map(whole)
publishTable(
  {
    name: 'list',
    title: 'Reading and purging',
    setting:
      `At the store, with ${sizes.join(' and with ')} submissions stored, each with its settled delivery, in ` +
      `${whole(ENDPOINTS)} endpoints, of which the ${READ_ENDPOINTS} busiest are read in turn; the database is in the page cache. ` +
      'The purge is one transaction with its flush, and the pause after it that leaves the writer to others.',
    table: [
      ['measured', 'ratio', ...sizes.map((rows) => `ms of ${rows}`)],
      ...lines.map(({ name, ms }) => [
        name,
        `× ${(ms[1] / ms[0]).toFixed(2)}`,
        ...ms.map((one) => one.toFixed(3)),
      ]),
    ],
    chart: lines.map(({ name, ms }) => ({
      heading: name,
      bars: ms.map((value, index) => ({
        name: sizes[index] ?? '',
        value,
        label: `${value.toFixed(3)} ms`,
      })),
    })),
  },
  { write: options.write, now: new Date() },
)

async function open(database: FilledDatabase): Promise<Opened> {
  const store = await openFilledStore(database)
  const formIds = database.formIds.slice(0, READ_ENDPOINTS)
  const accountKeys: number[] = []
  const deepKeys: number[] = []
  for (const [n, formId] of formIds.entries()) {
    accountKeys.push((await store.findEndpoint(formId))?.accountKey ?? 0)
    const opened = { formIds, accountKeys }
    const { keys } = await store.inbox.listKeys({ ...pageQuery(opened, n), limit: Number.MAX_SAFE_INTEGER })
    const oldest = keys.at(-PAGE - 1)
    if (oldest === undefined) throw new Error('An endpoint has less than one page. Use more --rows.')
    deepKeys.push(oldest)
  }
  return { store, formIds, accountKeys, deepKeys, purgedTo: 0 }
}

function pageQuery(opened: Pick<Opened, 'formIds' | 'accountKeys'>, n: number) {
  const which = n % opened.formIds.length
  return {
    accountKey: opened.accountKeys[which] ?? 0,
    endpointId: opened.formIds[which] ?? '',
    folders: ['inbox'],
    terms: [],
    unread: null,
    after: null,
    before: null,
    limit: PAGE,
    olderThan: null,
  } as const
}

async function purge(opened: Opened): Promise<void> {
  const { deleted, next } = await opened.store.maintenance.purgeSubmissions({
    now: later(new Date(), DAYS_UNTIL_EXPIRED * DAY),
    after: opened.purgedTo,
    limit: PURGE_BATCH_ROWS,
    retention: { unclaimed: RETENTION, plans: { [PLAN]: RETENTION } },
  })
  if (deleted !== PURGE_BATCH_ROWS || next === null)
    throw new Error(`Fewer than ${PURGE_BATCH_ROWS} submissions were left to purge. Use more --rows.`)
  opened.purgedTo = next
}

/** Returns the mean duration of a call in one round. */
async function measureStep(step: Step, opened: Opened): Promise<number> {
  const began = performance.now()
  for (let n = 0; n < step.calls; n++) await step.call(opened, n)
  return (performance.now() - began) / step.calls
}
