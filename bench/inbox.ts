/** `npm run bench:inbox`: what the inbox of an owner reads and marks where there is much of it. */
import type { InboxStore, SubmissionFilter } from '../src/store/contract/inbox-store.ts'
import type { OwnedEndpoint } from '../src/store/contract/owned-store.ts'
import type { Store } from '../src/store/contract/store.ts'
import { type FilledDatabase, freshFilled, openFilled } from './databases.ts'
import { readOptions } from './options.ts'
import { publish, whole } from './report.ts'
import { median } from './rounds.ts'

const SUBMISSIONS = 100_000
const ENDPOINTS = 1000
const PAGE = 50
/** As many as one transaction changes. */
const CHANGED = 250
const DAYS = 30
const MAX_UNREAD = 1000
const CALLS = 20

type Opened = {
  inbox: InboxStore
  store: Store
  filter: SubmissionFilter
  endpoints: readonly OwnedEndpoint[]
  /** The last full page begins behind it. */
  deepKey: number
  keys: readonly number[]
}
type Step = { name: string; call(opened: Opened, n: number): Promise<unknown> }

const pageOf = (
  { inbox, filter }: Opened,
  narrower: Partial<SubmissionFilter> = {},
  olderThan: number | null = null,
) => inbox.listSubmissions({ ...filter, ...narrower, limit: PAGE, olderThan })

const READS: readonly Step[] = [
  { name: `newest ${PAGE}`, call: (opened) => pageOf(opened) },
  { name: `oldest ${PAGE}`, call: (opened) => pageOf(opened, {}, opened.deepKey) },
  { name: 'the spam folder', call: (opened) => pageOf(opened, { folders: ['spam'] }) },
  { name: 'the empty archive', call: (opened) => pageOf(opened, { folders: ['archive'] }) },
  { name: 'unread', call: (opened) => pageOf(opened, { unread: true }) },
  { name: 'how many are unread', call: ({ inbox, filter }) => inbox.countUnreadIn(filter, MAX_UNREAD) },
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
const places = [
  { endpoints: 1, name: `${whole(options.rows)} in one endpoint` },
  { endpoints: ENDPOINTS, name: `${whole(options.rows)} in ${whole(ENDPOINTS)} endpoints` },
]
for (const [index, { endpoints, name }] of places.entries()) {
  process.stderr.write(`${name}\n`)
  await using database = await freshFilled(options.store, {
    submissions: options.rows,
    endpoints,
    owners: 'one',
    emails: 'delivered',
  })
  const opened = await open(database)
  for (const step of READS) note(step.name, index, await millisecondsOf(step, opened))
  const marking = await readEverything(opened)
  note(`${CHANGED} marked as read`, index, marking)
  for (const step of READS.filter((one) => one.name.includes('unread'))) {
    note(`${step.name}, when everything was read`, index, await millisecondsOf(step, opened))
  }
  note(`newest ${PAGE}, when everything was read`, index, await millisecondsOf(READS[0] ?? fail(), opened))
  const { accountKey } = opened.filter
  const deleting = opened.keys.slice(0, CHANGED)
  const began = performance.now()
  await opened.inbox.delete({ accountKey, keys: deleting })
  note(`${CHANGED} deleted`, index, performance.now() - began)
  await opened.store.close()
}
publish(
  {
    name: 'inbox',
    title: 'The inbox of an owner',
    setting: `At the store, one account with everything; the database is in the memory of the system. What is marked and deleted is one transaction with its flush.`,
    table: [
      ['what', ...places.map((place) => `ms, ${place.name}`)],
      ...lines.map(({ name, ms }) => [name, ...places.map((_, index) => ms[index]?.toFixed(2) ?? '–')]),
    ],
    chart: lines.map(({ name, ms }) => ({
      heading: name,
      bars: ms.map((value, index) => ({
        name: places[index]?.name ?? '',
        value,
        label: `${value.toFixed(2)} ms`,
      })),
    })),
  },
  { write: options.write, now: new Date() },
)

function note(name: string, index: number, ms: number): void {
  process.stderr.write(`  ${name}: ${ms.toFixed(2)} ms\n`)
  const known = lines.find((line) => line.name === name)
  if (known) known.ms[index] = ms
  else lines.push({ name, ms: Object.assign([], { [index]: ms }) })
}

async function open(database: FilledDatabase): Promise<Opened> {
  const store = await openFilled(database)
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

/** Milliseconds for each batch. */
async function readEverything({ inbox, filter, keys }: Opened): Promise<number> {
  const took: number[] = []
  for (let at = 0; at < keys.length; at += CHANGED) {
    const batch = keys.slice(at, at + CHANGED)
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

/** The median over the rounds of one call. */
async function millisecondsOf(step: Step, opened: Opened): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const began = performance.now()
    for (let n = 0; n < CALLS; n += 1) await step.call(opened, n)
    rounds.push((performance.now() - began) / CALLS)
  }
  return median(rounds)
}

function fail(): never {
  throw new Error('the database is empty')
}
