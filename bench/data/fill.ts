import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { type EndpointFacts, newEndpoint } from '../../src/domain/endpoints/endpoint.ts'
import type { Keys } from '../../src/domain/keys.ts'
import { toMonth } from '../../src/domain/plans/plan.ts'
import { type Field, stringifyFields } from '../../src/domain/submissions/fields.ts'
import { DAY, later } from '../../src/domain/time.ts'
import { toEndpointRow } from '../../src/store/endpoints/creations.ts'
import type { StoredEndpoint } from '../../src/store/endpoints/endpoints.ts'
import type { Connection, Rows } from '../../src/store/engine/connection.ts'
import type { Schema } from '../../src/store/engine/schema.ts'
import { KEYS_IN_A_SLOT, keyAt } from '../../src/store/engine/sequence.ts'
import { newDelivery } from '../../src/store/outbox/new-delivery.ts'
import { newSubmission } from '../../src/store/changes/submission.ts'
import { seededRandom } from '../../test/support/fixtures/seeded-random.ts'

/** The rows are distributed evenly over this time before now. */
const SPAN_MS = 29 * DAY
/** Skew of submissions over endpoints: of 10,000, the busiest gets 4.6 % and the busier half 79 %. */
const SKEW = 3
/** Of the newest submissions, one in this many is spam; older spam has been deleted (`trimSpam`). */
const SPAM_EVERY = 50
const NEWEST_ROWS = 10_000
const ROWS_PER_SAVE = 5000
const ROWS_PER_TRANSACTION = { sqlite: 1_000_000, postgres: 50_000 }
/** Cache of SQLite while it is filled, so that index pages are written once per transaction and not once per row. */
const CACHE_KIB = 4_000_000
/** Times of an attempt and of its result, after the submission. */
const ATTEMPT_DELAY_MS = 12
const SETTLED_DELAY_MS = 31
const WEEK_MS = 7 * DAY

export type Filling = {
  submissions: number
  /** Number of endpoints; all are claimed and confirmed by their owners. */
  endpoints: number
  /** `each`: every endpoint has an owner of its own. */
  owners: 'each' | 'one'
  /** State of the emails: delivered long ago, or due now. With due emails there is no spam, which causes none. */
  emails: 'delivered' | 'due'
  plan: string
  now: Date
  /** Fields of the next submission; `contactFormFields` when omitted. */
  fields?(ofEndpoint: number): Field[]
}

/**
 * Fills an empty, migrated database with the rows that a service has after a month, in the order of their keys and with all
 * indexes in place, so that its trees have a realistic shape.
 */
export async function fillDatabase(connection: Connection, keys: Keys, filling: Filling): Promise<void> {
  const { submissions, now } = filling
  const begin = later(now, -SPAN_MS)
  await prepare(connection, begin, now)
  const endpoints = createEndpoints(keys, filling, later(begin, -DAY))
  const random = seededRandom(filling.submissions)
  const chunk = ROWS_PER_TRANSACTION[connection.dialect]
  for (let from = 0; from < submissions; from += chunk) {
    const to = Math.min(from + chunk, submissions)
    await connection.transaction(async (tx) => {
      for (let at = from; at < to; at += ROWS_PER_SAVE) {
        const rows = createRows()
        for (let n = at; n < Math.min(at + ROWS_PER_SAVE, to); n++) {
          const endpoint = endpoints[Math.floor(endpoints.length * random() ** SKEW)]
          if (!endpoint) throw new Error('There is no endpoint to submit to.')
          const receivedAt = later(begin, Math.floor((SPAN_MS * n) / submissions))
          const isSpam = filling.emails === 'delivered' && submissions - n <= NEWEST_ROWS && n % SPAM_EVERY === 0
          submit(rows, {
            endpoint,
            receivedAt,
            folder: isSpam ? 'spam' : 'inbox',
            emails: filling.emails,
            fields: (filling.fields ?? contactFormFields)(endpoint.endpoint.acceptedCount),
          })
        }
        tx.save({ insert: rows })
      }
      await connection.indexSubmissions(tx.db)
    })
    if (submissions > chunk) process.stderr.write(`  ${to.toLocaleString('en')} stored\n`)
  }
  await connection.transaction(async (tx) => {
    for (let at = 0; at < endpoints.length; at += ROWS_PER_SAVE) {
      tx.save({ insert: toRows(endpoints.slice(at, at + ROWS_PER_SAVE), filling) })
    }
  })
  if (connection.dialect === 'postgres') await analyze(connection)
}

/** Returns the fields of a contact form, different for each `n`. */
export function contactFormFields(n: number): Field[] {
  const sentence = 'Hello there, I would like to know what they cost, and when they can be had. '
  return [
    { name: 'name', value: `Charles Babbage the ${n}th` },
    { name: 'email', value: `charles${n}@babbage.org` },
    { name: 'company', value: 'Analytical Engines' },
    { name: 'message', value: sentence.repeat(1 + (n % 5)).trim() },
  ]
}

async function prepare(connection: Connection, begin: Date, now: Date): Promise<void> {
  await connection.transaction(async ({ db }) => {
    if (connection.dialect === 'sqlite') await sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`.execute(db)
    // Creates the partitions that the hourly maintenance would have created.
    for (let week = begin; week < now; week = later(week, WEEK_MS)) {
      await connection.maintain(db, { now: week })
    }
  })
}

/** PostgreSQL does so by itself, but only after a minute. */
async function analyze(connection: Connection): Promise<void> {
  await connection.migration((db) => sql`analyze`.execute(db))
}

function createEndpoints(keys: Keys, filling: Filling, createdAt: Date): StoredEndpoint[] {
  const firstKey = keyAt(createdAt)
  return Array.from({ length: filling.endpoints }, (_, n) => {
    const recipient = toRecipient(filling.owners === 'each' ? n : 0)
    const key = firstKey + 2 * n * KEYS_IN_A_SLOT
    return {
      key,
      newestKey: 0,
      testKey: null,
      publicLinkId: null,
    isSuspended: false,
    hasSpamLists: false,
    watches: [],
    savedWatches: [],
      lessons: null,
      // The account has the slot after its endpoint.
      accountKey: (filling.owners === 'each' ? key : firstKey) + KEYS_IN_A_SLOT,
      mailboxKey: keys.mailboxKey(recipient),
      endpoint: {
        ...newEndpoint({ id: keys.newEndpointId('form'), recipient, now: createdAt }),
        claimEmailAt: createdAt,
        claimedAt: createdAt,
        confirmedAt: createdAt,
        countedMonth: toMonth(filling.now),
      },
      plan: filling.plan,
      usage: null,
    }
  })
}

function toRecipient(n: number): string {
  return `ada${n}@formslot.net`
}

type FilledRows = {
  submissions: Insertable<Schema['submissions']>[]
  outbox: Insertable<Schema['outbox']>[]
  attempts: Insertable<Schema['attempts']>[]
}

function createRows(): FilledRows {
  return { submissions: [], outbox: [], attempts: [] }
}

/** Adds the rows of one submission and counts it at the endpoint. */
function submit(
  rows: FilledRows,
  submission: {
    endpoint: StoredEndpoint
    receivedAt: Date
    folder: 'inbox' | 'spam'
    emails: Filling['emails']
    fields: Field[]
  },
): void {
  const { endpoint, receivedAt } = submission
  // The span has more milliseconds than there are submissions, so no key repeats.
  const key = keyAt(receivedAt)
  const spamReasons = submission.folder === 'spam' ? ['honeypot'] : null
  endpoint.newestKey = key
  const facts = endpoint.endpoint
  const row = { key, endpointKey: endpoint.key, receivedAt, spamReasons }
  rows.submissions.push(newSubmission({ ...row, text: stringifyFields(submission.fields) }))
  if (spamReasons) return
  endpoint.endpoint = counted(facts, receivedAt)
  const delivery = newDelivery({
    kind: 'submission',
    endpointKey: endpoint.key,
    submissionKey: key,
    destination: null,
    ordinal: 0,
    channel: 'email',
    target: endpoint.mailboxKey,
    createdAt: receivedAt,
  })
  if (submission.emails === 'due') {
    rows.outbox.push(delivery)
    return
  }
  const startedAt = receivedAt.getTime() + ATTEMPT_DELAY_MS
  const endedAt = receivedAt.getTime() + SETTLED_DELAY_MS
  rows.outbox.push({
    ...delivery,
    due_at: null,
    started_at: startedAt,
    attempts: 1,
    settled_at: endedAt,
    outcome: 'sent',
  })
  rows.attempts.push({
    key: key + KEYS_IN_A_SLOT,
    delivery_key: key,
    started_at: startedAt,
    ended_at: endedAt,
    outcome: 'accepted',
    answer: '250 2.0.0 Ok: queued as 4cK0fZ2xVgz9vN',
  })
}

function counted(facts: EndpointFacts, receivedAt: Date): EndpointFacts {
  const inMonth = toMonth(receivedAt) === facts.countedMonth ? 1 : 0
  return {
    ...facts,
    lastAcceptedAt: receivedAt,
    acceptedCount: facts.acceptedCount + 1,
    monthCount: facts.monthCount + inMonth,
  }
}

function toRows(endpoints: readonly StoredEndpoint[], { plan }: Filling): NonNullable<Rows['insert']> {
  const createdAt = (stored: StoredEndpoint) => stored.endpoint.createdAt.getTime()
  const owners = endpoints.filter((stored) => stored.accountKey === stored.key + KEYS_IN_A_SLOT)
  return {
    accounts: owners.map((stored) => ({
      key: stored.key + KEYS_IN_A_SLOT,
      mailbox: stored.endpoint.recipient,
      plan,
      created_at: createdAt(stored),
    })),
    mailboxes: owners.map((stored) => ({ mailbox_key: stored.mailboxKey })),
    endpoints: endpoints.map(toEndpointRow),
  }
}
