/** `npm run bench:list`: what an owner's dashboard reads, and what upkeep deletes, of few and of many submissions. */
import { DAY, later } from '../src/domain/time.ts'
import type { Store } from '../src/store/contract/store.ts'
import { type FilledDatabase, freshFilled, keptFilled, openFilled } from './databases.ts'
import { readOptions } from './options.ts'
import { PLAN } from './processes.ts'
import { publish, whole } from './report.ts'
import { median } from './rounds.ts'

const FEW = 10_000
const ENDPOINTS = 10_000
/** The endpoints that are read: of few submissions, only the busiest have more than a page. */
const READ = 4
const PAGE = 50
/** Calls of each read in a round. */
const CALLS = 400
/** Submissions in one batch of the purge, as upkeep takes them. */
const PURGED = 500
/** So many days from now no plan keeps anything of what is stored. */
const LONG_AFTER = 60

type Opened = {
  store: Store
  formIds: readonly string[]
  /** By endpoint: whose it is. */
  accountKeys: readonly number[]
  /** By endpoint: where its last full page begins. */
  deepKeys: readonly number[]
  purgedTo: number
}

type Step = { name: string; calls: number; call(opened: Opened, n: number): Promise<unknown> }

const STEPS: readonly Step[] = [
  {
    name: `newest ${PAGE} of an endpoint`,
    calls: CALLS,
    call: (opened, n) => opened.store.inbox.listSubmissions(pageOf(opened, n)),
  },
  {
    name: `its oldest ${PAGE}, by key`,
    calls: CALLS,
    call: (opened, n) =>
      opened.store.inbox.listSubmissions({
        ...pageOf(opened, n),
        olderThan: opened.deepKeys[n % opened.deepKeys.length] ?? 0,
      }),
  },
  {
    name: 'its count of the month',
    calls: CALLS,
    call: ({ store, formIds }, n) => store.findEndpoint(formIds[n % formIds.length] ?? ''),
  },
  { name: `purge of ${PURGED}`, calls: 1, call: purge },
]

const options = readOptions({})
const filling = { endpoints: ENDPOINTS, emails: 'delivered' } as const
await using few = await freshFilled(options.store, { ...filling, submissions: FEW })
const manyFilling = { ...filling, submissions: options.rows }
await using many = await (options.store === null
  ? freshFilled(null, manyFilling)
  : keptFilled(options.store, manyFilling))

const opened = [await open(few), await open(many)] as const
const lines: { name: string; ms: [number, number] }[] = []
for (const step of STEPS) {
  process.stderr.write(`${step.name}\n`)
  const measured: [number[], number[]] = [[], []]
  for (let round = 1; round <= options.rounds; round++) {
    for (const which of [0, 1] as const) measured[which].push(await millisecondsOf(step, opened[which]))
  }
  lines.push({ name: step.name, ms: [median(measured[0]), median(measured[1])] })
}
for (const { store } of opened) await store.close()

const sizes = [few.rows, many.rows].map(whole)
publish(
  {
    name: 'list',
    title: 'Reading and purging',
    setting:
      `At the store, with ${sizes.join(' and with ')} submissions stored, each with its settled email, over ` +
      `${whole(ENDPOINTS)} endpoints of which the ${READ} busiest are read in turn; the database is in the memory of the ` +
      'system. The purge is one transaction with its flush.',
    table: [
      ['what', 'ratio', ...sizes.map((rows) => `ms of ${rows}`)],
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
  const store = await openFilled(database)
  const formIds = database.formIds.slice(0, READ)
  const accountKeys: number[] = []
  const deepKeys: number[] = []
  for (const [n, formId] of formIds.entries()) {
    accountKeys.push((await store.findEndpoint(formId))?.accountKey ?? 0)
    const opened = { formIds, accountKeys }
    const { keys } = await store.inbox.listKeys({ ...pageOf(opened, n), limit: Number.MAX_SAFE_INTEGER })
    const oldest = keys.at(-PAGE - 1)
    if (oldest === undefined) throw new Error('--rows is too few: an endpoint has less than a page')
    deepKeys.push(oldest)
  }
  return { store, formIds, accountKeys, deepKeys, purgedTo: 0 }
}

function pageOf(opened: Pick<Opened, 'formIds' | 'accountKeys'>, n: number) {
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

const KEPT = { submissions: 30, telemetry: 30 }

async function purge(opened: Opened): Promise<void> {
  const { deleted, next } = await opened.store.maintenance.purgeSubmissions({
    now: later(new Date(), LONG_AFTER * DAY),
    after: opened.purgedTo,
    limit: PURGED,
    retention: { unclaimed: KEPT, plans: { [PLAN]: KEPT } },
  })
  if (deleted !== PURGED || next === null)
    throw new Error(`fewer than ${PURGED} submissions were left to purge`)
  opened.purgedTo = next
}

/** One call, on average of the round. */
async function millisecondsOf(step: Step, opened: Opened): Promise<number> {
  const began = performance.now()
  for (let n = 0; n < step.calls; n++) await step.call(opened, n)
  return (performance.now() - began) / step.calls
}
