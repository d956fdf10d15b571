/** `npm run bench:inbox`: reads and changes of an owner's inbox with many submissions. */

import type { OwnedEndpoint } from '../src/store/endpoints/owned-endpoints.ts'
import type { Store } from '../src/store/store.ts'
import type { InboxStore } from '../src/store/submissions/inbox.ts'
import type { SubmissionFilter } from '../src/store/submissions/inbox-reads.ts'
import { createFilledDatabase, type FilledDatabase, openFilledStore } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import { publishTable, whole } from './harness/report.ts'
import { median } from './harness/rounds.ts'

const SUBMISSIONS = 100_000
const ENDPOINTS = 1000
const PAGE = 50
/** Submissions that one transaction changes. */
const CHANGED_ROWS = 250
const DAYS = 30
const MAX_UNREAD = 1000
const CALLS_PER_ROUND = 20

type Opened = {
  inbox: InboxStore
  store: Store
  filter: SubmissionFilter
  endpoints: readonly OwnedEndpoint[]
  /** Key after which the last full page begins. */
  deepKey: number
  keys: readonly number[]
}
type Step = { name: string; call(opened: Opened, n: number): Promise<unknown> }

const listPage = (
  { inbox, filter }: Opened,
  narrower: Partial<SubmissionFilter> = {},
  olderThan: number | null = null,
) => inbox.listSubmissions({ ...filter, ...narrower, limit: PAGE, olderThan })

const READ_STEPS: readonly Step[] = [
  { name: `newest ${PAGE}`, call: (opened) => listPage(opened) },
  { name: `oldest ${PAGE}`, call: (opened) => listPage(opened, {}, opened.deepKey) },
  { name: 'the spam folder', call: (opened) => listPage(opened, { folders: ['spam'] }) },
  { name: 'the empty archive', call: (opened) => listPage(opened, { folders: ['archive'] }) },
  { name: 'unread', call: (opened) => listPage(opened, { unread: true }) },
  { name: 'count of unread', call: ({ inbox, filter }) => inbox.countUnreadIn(filter, MAX_UNREAD) },
  {
    name: `${PAGE} endpoints with their counts`,
    async call({ inbox, endpoints }) {
      const some = endpoints.slice(0, PAGE)
      await inbox.countUnread(some, MAX_UNREAD)
      await inbox.countDays(some, { today: new Date(), days: DAYS })
    },
  },
]

const options = readOptions({ rows: SUBMISSIONS, rounds: 5 })
const lines: { name: string; ms: number[] }[] = []
const instances = [
  { endpoints: 1, name: `${whole(options.rows)} in one endpoint` },
  { endpoints: ENDPOINTS, name: `${whole(options.rows)} in ${whole(ENDPOINTS)} endpoints` },
]
for (const [index, { endpoints, name }] of instances.entries()) {
  process.stderr.write(`${name}\n`)
  await using database = await createFilledDatabase(options.store, {
    submissions: options.rows,
    endpoints,
    owners: 'one',
    emails: 'delivered',
  })
  const opened = await open(database)
  for (const step of READ_STEPS) record(step.name, index, await measureStep(step, opened))
  const marking = await markAllRead(opened)
  record(`${CHANGED_ROWS} marked as read`, index, marking)
  for (const step of READ_STEPS.filter((one) => one.name.includes('unread'))) {
    record(`${step.name}, all marked as read`, index, await measureStep(step, opened))
  }
  record(`newest ${PAGE}, all marked as read`, index, await measureStep(READ_STEPS[0] ?? fail(), opened))
  const { accountKey } = opened.filter
  const deleting = opened.keys.slice(0, CHANGED_ROWS)
  const began = performance.now()
  await opened.inbox.delete({ accountKey, keys: deleting })
  record(`${CHANGED_ROWS} deleted`, index, performance.now() - began)
  await opened.store.close()
}
publishTable(
  {
    name: 'inbox',
    title: 'The inbox of an owner',
    setting: `At the store, one account with all submissions; the database is in the page cache. Each change is one transaction with its flush.`,
    table: [
      ['measured', ...instances.map((place) => `ms, ${place.name}`)],
      ...lines.map(({ name, ms }) => [name, ...instances.map((_, index) => ms[index]?.toFixed(2) ?? '–')]),
    ],
    chart: lines.map(({ name, ms }) => ({
      heading: name,
      bars: ms.map((value, index) => ({
        name: instances[index]?.name ?? '',
        value,
        label: `${value.toFixed(2)} ms`,
      })),
    })),
  },
  { write: options.write, now: new Date() },
)

function record(name: string, index: number, ms: number): void {
  process.stderr.write(`  ${name}: ${ms.toFixed(2)} ms\n`)
  const known = lines.find((line) => line.name === name)
  if (known) known.ms[index] = ms
  else lines.push({ name, ms: Object.assign([], { [index]: ms }) })
}

async function open(database: FilledDatabase): Promise<Opened> {
  const store = await openFilledStore(database)
  const { inbox } = store
  const found = await store.findEndpoint(database.formIds[0] ?? '')
  const accountKey = found?.accountKey ?? fail()
  const filter = {
    accountKey,
    endpointId: null,
    folders: ['inbox'],
    unread: null,
    after: null,
    before: null,
    terms: [],
  } as const
  const all = { limit: Number.MAX_SAFE_INTEGER, olderThan: null }
  const { keys } = await inbox.listKeys({ ...filter, ...all })
  const owned = { accountKey, kind: 'form', state: null, before: null, limit: ENDPOINTS } as const
  const endpoints = await store.owned.list(owned)
  return { inbox, store, filter, endpoints, keys, deepKey: keys.at(-PAGE - 1) ?? 0 }
}

/** Marks all submissions as read. Returns the median duration of a batch in milliseconds. */
async function markAllRead({ inbox, filter, keys }: Opened): Promise<number> {
  const took: number[] = []
  for (let at = 0; at < keys.length; at += CHANGED_ROWS) {
    const batch = keys.slice(at, at + CHANGED_ROWS)
    const began = performance.now()
    await inbox.mark({
      accountKey: filter.accountKey,
      keys: batch,
      mark: { kind: 'read' },
      now: new Date(),
      deliveriesFor: () => [],
    })
    took.push(performance.now() - began)
  }
  return median(took)
}

/** Returns the median over the rounds of the mean duration of a call. */
async function measureStep(step: Step, opened: Opened): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const began = performance.now()
    for (let n = 0; n < CALLS_PER_ROUND; n += 1) await step.call(opened, n)
    rounds.push((performance.now() - began) / CALLS_PER_ROUND)
  }
  return median(rounds)
}

function fail(): never {
  throw new Error('The database is empty.')
}
