/**
 * `npm run bench:webhooks`: webhooks per second to a receiver that answers at once, compared with a bare loop of signed POSTs;
 * the latency of one quick receiver beside a hundred slow ones; and emails per second while `--rows` webhooks wait for a host
 * that is down.
 */
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { createKeys } from '../src/ids/keys.ts'
import { connect } from '../src/store/dialects/connect.ts'
import type { Connection } from '../src/store/engine/connection.ts'
import { addWaiting, getHost, getSlowHost, HOSTS, QUICK_HOST, turnIntoWebhooks } from './data/due-webhooks.ts'
import { createFilledDatabase, parseStoreUrl } from './data/filled-database.ts'
import { readOptions } from './harness/options.ts'
import {
  LOAD_CORE,
  readCpuMs,
  SECRET,
  SERVER_CORE,
  spawnOn,
  startFormslot,
  stopProcess,
} from './harness/processes.ts'
import { bar, known, publishTable, share, whole } from './harness/report.ts'
import { interleave } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'
import type { Round } from './harness/wrk.ts'
import { startMailServer } from './servers/mail-server.ts'

const WEBHOOKS = 6000
const EMAILS = 3000
const SLOW_RECEIVERS = 100
/** Submissions to the quick receiver: fewer than its host gets in a burst. */
const MEASURED = 100
const MEASURED_INTERVAL_MS = 40
const WARM_UP_MS = 1500
/** Nothing listens on it. */
const DEAD_PORT = 9

const options = readOptions({ connections: [64], seconds: 3, rows: 1_000_000 })
const keys = createKeys(SECRET)

/** The receiver of webhooks, on the core of the load (`webhook-sink.ts`). */
async function startSink() {
  const child = spawnOn(String(LOAD_CORE), [path.join(import.meta.dirname, 'servers/webhook-sink.ts')])
  const lines = createInterface({ input: child.stdout })
  const [port] = (await once(lines, 'line')) as [string]
  const reports: { count: number; ms: number }[] = []
  const latencies: number[] = []
  lines.on('line', (line) => {
    const [first = '', ms] = line.split(' ')
    if (first === 'latency') latencies.push(Number(ms))
    else reports.push({ count: Number(first), ms: Number(ms) })
  })
  return {
    port: Number(port),
    /** Waits for this many requests. Returns the rate between the first report and the last. */
    async waitFor(count: number): Promise<number> {
      while ((reports.at(-1)?.count ?? 0) < count) await once(lines, 'line')
      const [first, last] = [reports[0], reports.at(-1)]
      if (!first || !last || first === last) throw new Error('There were too few requests to compute a rate.')
      return (1000 * (last.count - first.count)) / (last.ms - first.ms)
    },
    async waitForLatencies(count: number): Promise<number[]> {
      while (latencies.length < count) await once(lines, 'line')
      return latencies.toSorted((one, other) => one - other)
    },
    [Symbol.asyncDispose]: () => stopProcess(child),
  }
}

/** Creates a database with due deliveries, which `prepare` changes. */
async function createBacklog(
  filling: { submissions: number; endpoints: number },
  prepare: (connection: Connection) => Promise<void>,
) {
  const database = await createFilledDatabase(options.store, { ...filling, emails: 'due' })
  const connection = await connect(parseStoreUrl(database.url))
  await prepare(connection)
  await connection.close()
  return database
}

function startOn(url: string, ports: readonly number[], env: Record<string, string> = {}) {
  return startFormslot({
    env: {
      ...NO_MAIL,
      ...env,
      FORMSLOT_DATABASE_URL: url,
      FORMSLOT_EGRESS_ALLOW: '127.0.0.0/8',
      FORMSLOT_EGRESS_PORTS: ports.join(','),
    },
  })
}

function toRound(of: {
  perSecond: number
  cpuMs: number
  count: number
  p50Ms?: number
  p99Ms?: number
}): Round {
  const { perSecond, p50Ms = Number.NaN, p99Ms = Number.NaN } = of
  const cpuMicros = (1000 * of.cpuMs) / of.count
  return { perSecond, p50Ms, p99Ms, cpuMicros, memoryMb: Number.NaN, failures: {} }
}

async function measureWebhooks(): Promise<Round> {
  await using sink = await startSink()
  const hosts = Array.from({ length: HOSTS }, (_, n) => getHost(n))
  await using database = await createBacklog({ submissions: WEBHOOKS, endpoints: HOSTS }, (connection) =>
    turnIntoWebhooks(connection, keys, { hosts, port: sink.port }),
  )
  const formslot = await startOn(database.url, [sink.port])
  try {
    const perSecond = await sink.waitFor(WEBHOOKS)
    return toRound({ perSecond, cpuMs: formslot.cpuMs(), count: WEBHOOKS })
  } finally {
    await formslot.stop()
  }
}

async function measureBareLoop(): Promise<Round> {
  await using sink = await startSink()
  const script = path.join(import.meta.dirname, 'servers/bare-webhooks.ts')
  const sender = spawnOn(String(SERVER_CORE), [script, String(sink.port), String(WEBHOOKS)])
  try {
    const perSecond = await sink.waitFor(WEBHOOKS)
    return toRound({ perSecond, cpuMs: readCpuMs(sender.pid ?? 0), count: WEBHOOKS })
  } finally {
    await stopProcess(sender)
  }
}

/** The time from a submission to its webhook at a quick receiver, alone or beside slow ones with a backlog each. */
async function measureQuick(slow: number): Promise<Round> {
  await using sink = await startSink()
  const hosts = [QUICK_HOST, ...Array.from({ length: slow }, (_, n) => getSlowHost(n))]
  const submissions = 20 * hosts.length
  await using database = await createBacklog({ submissions, endpoints: hosts.length }, async (connection) => {
    await turnIntoWebhooks(connection, keys, { hosts, port: sink.port })
    // Only what is submitted now is measured.
    await connection.transaction(async ({ db }) => {
      await db.deleteFrom('outbox').where('target', 'like', `%${QUICK_HOST}%`).execute()
    })
  })
  const connection = await connect(parseStoreUrl(database.url))
  const { id } = await connection.reads
    .selectFrom('endpoints')
    .select('id')
    .orderBy('key')
    .executeTakeFirstOrThrow()
  await connection.close()
  const formslot = await startOn(database.url, [sink.port])
  try {
    await pause(WARM_UP_MS)
    for (let n = 0; n < MEASURED; n += 1) {
      const body = new URLSearchParams({ email: 'jane@acme.org', message: `Number ${n}` })
      const response = await fetch(`${formslot.base}/f/${id}`, { method: 'POST', body, redirect: 'manual' })
      if (response.status >= 400) throw new Error(`${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
      await pause(MEASURED_INTERVAL_MS)
    }
    const latencies = await sink.waitForLatencies(MEASURED)
    const at = (part: number) => latencies[Math.ceil(part * latencies.length) - 1] ?? Number.NaN
    return toRound({
      perSecond: Number.NaN,
      cpuMs: formslot.cpuMs(),
      count: MEASURED,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    })
  } finally {
    await formslot.stop()
  }
}

/** Emails per second, while this many webhooks wait for a host that is down. */
async function measureEmails(waiting: number): Promise<Round> {
  await using database = await createBacklog({ submissions: EMAILS, endpoints: 1000 }, async (connection) => {
    if (waiting > 0)
      await addWaiting(connection, keys, { count: waiting, origin: `http://127.0.0.1:${DEAD_PORT}` })
  })
  await using mail = await startMailServer()
  const formslot = await startOn(database.url, [DEAD_PORT], { FORMSLOT_SMTP_URL: mail.url })
  try {
    // Those of the endpoint with the webhook are no emails any more.
    const { perSecond } = await mail.waitFor(EMAILS / 2)
    return toRound({ perSecond, cpuMs: formslot.cpuMs(), count: EMAILS })
  } finally {
    await formslot.stop()
  }
}

const { rounds } = options
process.stderr.write('webhooks\n')
const webhooks = await interleave({
  rounds,
  subjects: [
    { name: 'bare', measure: measureBareLoop },
    { name: 'formslot', measure: measureWebhooks },
  ],
})
process.stderr.write('one quick receiver\n')
const quick = await interleave({
  rounds,
  subjects: [
    { name: 'alone', measure: () => measureQuick(0) },
    { name: 'beside', measure: () => measureQuick(SLOW_RECEIVERS) },
  ],
})
process.stderr.write('emails\n')
const emails = await interleave({
  rounds,
  subjects: [
    { name: 'alone', measure: () => measureEmails(0) },
    { name: 'beside', measure: () => measureEmails(options.rows) },
  ],
})

const figures = (round: Round) => [
  known(round.perSecond, 0),
  known(round.p50Ms, 0),
  known(round.p99Ms, 0),
  round.cpuMicros.toFixed(0),
]
publishTable(
  {
    name: 'webhooks',
    title: 'Webhooks',
    setting:
      `${whole(WEBHOOKS)} due webhooks to ${HOSTS} hosts on the same machine that answer each at once; an attempt is ` +
      'flushed before its request is sent, and its result after. `bare` composes, signs and posts the same requests with ' +
      'as many connections, and stores nothing. Below: the time from a submission to its webhook at a receiver that ' +
      `answers at once, alone and beside ${SLOW_RECEIVERS} that answer after three to six seconds and have a backlog; and emails ` +
      `while ${whole(options.rows)} webhooks wait for a host that is down. The service has one core; the receivers share ` +
      'another.',
    table: [
      ['measured', 'ratio', 'per second', 'p50 ms', 'p99 ms', 'CPU µs'],
      ['webhooks, bare', '', ...figures(webhooks.bare)],
      [
        'webhooks, formslot',
        share(webhooks.formslot.perSecond, webhooks.bare.perSecond),
        ...figures(webhooks.formslot),
      ],
      ['one quick receiver', '', ...figures(quick.alone)],
      [
        `one quick receiver beside ${SLOW_RECEIVERS} slow ones`,
        `p99 × ${(quick.beside.p99Ms / quick.alone.p99Ms).toFixed(2)}`,
        ...figures(quick.beside),
      ],
      ['emails', '', ...figures(emails.alone)],
      [
        `emails beside ${whole(options.rows)} waiting webhooks`,
        share(emails.beside.perSecond, emails.alone.perSecond),
        ...figures(emails.beside),
      ],
    ],
    results: [{ connections: 0, rounds: { bare: webhooks.bare, formslot: webhooks.formslot } }],
    chart: [
      {
        heading: 'webhooks',
        bars: Object.entries(webhooks).map(([name, round]) => bar(name, round.perSecond)),
      },
    ],
  },
  { write: options.write, now: new Date() },
)
