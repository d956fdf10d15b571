/**
 * `npm run bench:deliver`: emails per second to a mail server that accepts everything, compared with Nodemailer's own pool;
 * and submissions per second during delivery.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFormRequests } from './data/contact-form.ts'
import { createFilledDatabase, type FilledDatabase } from './data/filled-database.ts'
import type { Latency } from './harness/latency.ts'
import { readOptions } from './harness/options.ts'
import { readCpuMs, SERVER_CORE, spawnOn, startFormslot, stopProcess } from './harness/processes.ts'
import { bar, known, publishTable, share, whole } from './harness/report.ts'
import { interleave } from './harness/rounds.ts'
import { NO_MAIL } from './harness/subjects.ts'
import { load, type Round } from './harness/wrk.ts'
import { startMailServer } from './servers/mail-server.ts'

const ENDPOINTS = 1000
const EMAILS = 3000
/** More emails than are delivered while submissions are measured. */
const BACKLOG = 30_000
/** The first second of a process is not measured. */
const WARM_UP_SECONDS = 1

const options = readOptions({ connections: [64], seconds: 3 })

/** Starts Formslot on a fresh database with a backlog. */
async function startOn(database: FilledDatabase, env: Record<string, string>) {
  return startFormslot({ env: { ...NO_MAIL, ...env, FORMSLOT_DATABASE_URL: database.url } })
}

function createBacklog(emails: number): Promise<FilledDatabase> {
  return createFilledDatabase(options.store, { submissions: emails, endpoints: ENDPOINTS, emails: 'due' })
}

async function measureFormslot(): Promise<Round> {
  await using database = await createBacklog(EMAILS)
  await using mail = await startMailServer()
  const formslot = await startOn(database, { FORMSLOT_SMTP_URL: mail.url })
  try {
    const { perSecond } = await mail.waitFor(EMAILS)
    return toEmailRound({ perSecond, cpuMs: formslot.cpuMs(), memoryMb: formslot.memory().now })
  } finally {
    await formslot.stop()
  }
}

async function measureNodemailer(): Promise<Round> {
  await using mail = await startMailServer()
  const script = path.join(import.meta.dirname, 'servers/nodemailer-pool.ts')
  const args = [script, new URL(mail.url).port, String(EMAILS)]
  const sender = spawnOn(String(SERVER_CORE), args)
  try {
    const [{ perSecond }] = await Promise.all([mail.waitFor(EMAILS), once(sender, 'spawn')])
    const cpuMs = readCpuMs(sender.pid ?? 0)
    return toEmailRound({ perSecond, cpuMs, memoryMb: Number.NaN })
  } finally {
    await stopProcess(sender)
  }
}

/** Processor time includes the start of the process, on both sides. */
function toEmailRound(of: { perSecond: number; cpuMs: number; memoryMb: number }): Round {
  const { perSecond, memoryMb } = of
  const cpuMicros = (1000 * of.cpuMs) / EMAILS
  return { perSecond, p50Ms: Number.NaN, p99Ms: Number.NaN, cpuMicros, memoryMb, failures: {} }
}

/** Submissions while the backlog waits for a mail server that is down, or is being delivered. */
async function measureSubmissions(
  connections: number,
  backlog: 'waiting' | 'being delivered',
): Promise<Round> {
  await using database = await createBacklog(BACKLOG)
  await using mail = await startMailServer()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-latency-'))
  const latency = path.join(folder.path, 'latency.json')
  const formslot = await startOn(database, {
    BENCH_LATENCY: latency,
    ...(backlog === 'waiting' ? NO_MAIL : { FORMSLOT_SMTP_URL: mail.url }),
  })
  const requests = createFormRequests(database.formIds.map((id) => `/f/${id}`))
  try {
    await load(formslot, { connections, seconds: WARM_UP_SECONDS, requests })
    const round = await load(formslot, { connections, seconds: options.seconds, requests })
    await formslot.stop()
    // The mail server shares a core with the load: measured there, its time would count as ours.
    return { ...round, ...(JSON.parse(readFileSync(latency, 'utf8')) as Latency) }
  } finally {
    await formslot.stop()
  }
}

process.stderr.write('emails\n')
const emails = await interleave({
  rounds: options.rounds,
  subjects: [
    { name: 'nodemailer', measure: measureNodemailer },
    { name: 'formslot', measure: measureFormslot },
  ],
})
const pairs: { connections: number; waiting: Round; delivering: Round }[] = []
for (const connections of options.connections) {
  process.stderr.write(`submissions, ${connections} connections\n`)
  const { waiting, delivering } = await interleave({
    rounds: options.rounds,
    subjects: [
      { name: 'waiting', measure: () => measureSubmissions(connections, 'waiting') },
      { name: 'delivering', measure: () => measureSubmissions(connections, 'being delivered') },
    ],
  })
  pairs.push({ connections, waiting, delivering })
}

const head = ['measured', 'ratio', 'per second', 'p50 ms', 'p99 ms', 'CPU µs']
const figures = (round: Round) => [
  whole(round.perSecond),
  known(round.p50Ms, 2),
  known(round.p99Ms, 1),
  round.cpuMicros.toFixed(0),
]
const times = (one: number, other: number) => `p99 × ${(one / other).toFixed(2)}`
publishTable(
  {
    name: 'deliver',
    title: 'Emails',
    setting:
      `${whole(EMAILS)} due emails of ${whole(ENDPOINTS)} endpoints, to a mail server on the same machine that accepts ` +
      'each at once; an attempt is flushed before its email is sent, and its result after. `nodemailer` composes the ' +
      'same emails and sends them through its own pool with the same number of connections, and stores nothing. Below: ' +
      `submissions as fast as they are answered, while ${whole(BACKLOG)} emails wait for a mail server that is down, and ` +
      'while they are delivered; p50 and p99 are measured inside the service, from the request head to the response. ' +
      'The service has one core; the load and the mail server share another.',
    table: [
      head,
      ['emails, nodemailer', '', ...figures(emails.nodemailer)],
      [
        'emails, formslot',
        share(emails.formslot.perSecond, emails.nodemailer.perSecond),
        ...figures(emails.formslot),
      ],
      ...pairs.flatMap(({ connections, waiting, delivering }) => [
        [`submissions, ${connections} connections, emails wait`, '', ...figures(waiting)],
        [
          `submissions, ${connections} connections, emails are delivered`,
          times(delivering.p99Ms, waiting.p99Ms),
          ...figures(delivering),
        ],
      ]),
    ],
    results: pairs.map(({ connections, waiting, delivering }) => ({
      connections,
      rounds: { 'emails wait': waiting, 'emails are delivered': delivering },
    })),
    chart: [
      {
        heading: 'emails',
        bars: Object.entries(emails).map(([name, round]) => bar(name, round.perSecond)),
      },
      ...pairs.map(({ connections, waiting, delivering }) => ({
        heading: `submissions, ${connections} connections`,
        bars: [bar('emails wait', waiting.perSecond), bar('emails are delivered', delivering.perSecond)],
      })),
    ],
  },
  { write: options.write, now: new Date() },
)
