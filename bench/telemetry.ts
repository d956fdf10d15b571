/** `npm run bench:telemetry`: durable events per second, compared with a bare server, and the duration of statistics. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newEndpoint } from '../src/domain/endpoints/endpoint.ts'
import { countByHour, stringifyEvents, type TelemetryEvent, toHour } from '../src/domain/telemetry/event.ts'
import { DAY, later } from '../src/domain/time.ts'
import { connectSqlite } from '../src/store/dialects/sqlite/connect.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { BATCH_EVENTS, createEventRequests, createTelemetryEndpoints, EVENT_NAMES } from './data/events.ts'
import { readOptions } from './harness/options.ts'
import { bar, publishTable, share, whole } from './harness/report.ts'
import { median } from './harness/rounds.ts'
import { measureAll, withSubjects } from './harness/subjects.ts'

const ENDPOINTS = 20
const COUNTED_EVENTS = 100_000
const DAYS = 30
const CALLS_PER_ROUND = 20
/** Selects all events of an endpoint. */
const ALL_EVENTS = { name: null, since: null, until: null, prop: null, value: null }

const options = readOptions({ connections: [16, 64] })
await withSubjects(options, async ({ formslot, all }) => {
  const requests = createEventRequests(await createTelemetryEndpoints(formslot, ENDPOINTS))
  const subjects = all.filter(({ name }) => name !== 'fastify')
  const results = await measureAll(options, subjects, requests)
  const stats = await measureStats()
  const bytes = requests[0]?.body?.length ?? 0
  publishTable(
    {
      name: 'telemetry',
      title: 'Telemetry',
      setting:
        `Requests of ${BATCH_EVENTS} events (${(bytes / 1024).toFixed(1)} KiB) to ${ENDPOINTS} claimed endpoints in turn, rate limits off, each response ` +
        'after the flush of its transaction. The server has one core, the load another; `bare` is node:http reading the body. ' +
        `Statistics at the store, for ${whole(COUNTED_EVENTS)} events with ${EVENT_NAMES.length} names over ${DAYS} days in one endpoint: ` +
        `${stats.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ')}.`,
      table: [
        [
          'connections',
          'server',
          'of bare',
          'events/s',
          'requests/s',
          'p50 ms',
          'p99 ms',
          'CPU µs per event',
        ],
        ...results.flatMap(({ connections, rounds }) =>
          Object.entries(rounds).map(([name, round]) => [
            String(connections),
            name,
            share(round.perSecond, rounds.bare?.perSecond),
            whole(round.perSecond * BATCH_EVENTS),
            whole(round.perSecond),
            round.p50Ms.toFixed(2),
            round.p99Ms.toFixed(1),
            (round.cpuMicros / BATCH_EVENTS).toFixed(1),
          ]),
        ),
      ],
      results,
      chart: results.map(({ connections, rounds }) => ({
        heading: `${connections} connections`,
        bars: Object.entries(rounds).map(([name, round]) => bar(name, round.perSecond * BATCH_EVENTS)),
      })),
    },
    { write: options.write, now: new Date() },
  )
})

/** Measures the queries of the dashboard, in milliseconds. */
async function measureStats(): Promise<{ name: string; ms: number }[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-stats-'))
  const now = new Date()
  const store = await openStore({
    connection: connectSqlite(path.join(folder, 'formslot.db')),
    now,
    hmacSecret: 'bench',
    minFreeBytes: 0,
    newLease: () => 'lease',
    onBroken: (error) => {
      throw error
    },
    onFault: (error) => {
      throw error
    },

    failpoint() {},
  })
  try {
    const endpointId = 't_0000000000000000'
    await fill(store, endpointId, now)
    const span = { since: toHour(later(now, -DAYS * DAY)), until: toHour(now) + 1, endpointId }
    const count = store.telemetry.count
    return [
      await timed('by day', () => count({ ...span, name: null, by: 'day' })),
      await timed('by hour', () => count({ ...span, name: null, by: 'hour' })),
      await timed('one name by hour', () => count({ ...span, name: 'signup', by: 'hour' })),
      await timed('the newest 50 events', () =>
        store.telemetry.listEvents({ ...ALL_EVENTS, endpointId, before: null, limit: 50 }),
      ),
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores events as requests would have, one after the other. */
async function fill(store: Store, endpointId: string, now: Date): Promise<void> {
  const begin = later(now, -DAYS * DAY)
  await store.create({
    addressKey: 'bench',
    mailboxKey: 'ada',
    newest: 1,
    now: begin,
    idempotencyKey: null,
    decide: () => ({
      answer: null,
      endpoint: newEndpoint({ id: endpointId, recipient: 'ada@events.net', now: begin }),
    }),
  })
  const step = (DAYS * DAY) / COUNTED_EVENTS
  for (let sent = 0; sent < COUNTED_EVENTS; sent += BATCH_EVENTS) {
    const events = Array.from({ length: BATCH_EVENTS }, (_, n): TelemetryEvent => {
      const name = EVENT_NAMES[n % EVENT_NAMES.length] ?? ''
      const time = later(begin, (sent + n) * step)
      return { name, time, props: [['plan', 'pro']], url: null, referrer: null, user: null, id: null }
    })
    await store.change({
      endpointId,
      now: later(begin, (sent + BATCH_EVENTS) * step),
      idempotencyKey: null,
      decide: ({ nextKey }) => ({
        answer: null,
        remember: false,
        consequences: [
          {
            kind: 'events',
            key: nextKey(),
            text: stringifyEvents(events),
            counts: countByHour(events),
            ids: [],
            visitor: null,
          },
        ],
      }),
    })
  }
}

async function timed(name: string, ask: () => Promise<unknown>): Promise<{ name: string; ms: number }> {
  const times: number[] = []
  for (let call = 0; call < CALLS_PER_ROUND; call += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return { name, ms: median(times) }
}
