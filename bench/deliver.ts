/**
 * `npm run bench:deliver`: emails a second to a mail server that accepts them, beside Nodemailer's own pool; and what
 * delivering does to those who submit meanwhile.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contactForms } from './contact-form.ts'
import { type FilledDatabase, freshFilled } from './databases.ts'
import type { Latency } from './latency.ts'
import { startMailServer } from './mail-server.ts'
import { readOptions } from './options.ts'
import { cpuMsOf, SERVER_CORE, spawnOn, startFormslot, stopProcess } from './processes.ts'
import { bar, known, publish, share, whole } from './report.ts'
import { interleave } from './rounds.ts'
import { NO_MAIL } from './subjects.ts'
import { load, type Round } from './wrk.ts'

const ENDPOINTS = 1000
const EMAILS = 3000
/** More than is delivered while submissions are measured. */
const BACKLOG = 30_000
/** The first second of a process is none to measure. */
const WARM_UP_SECONDS = 1

const options = readOptions({ connections: [64], seconds: 3 })

/** Starts Formslot on a fresh database with a backlog. */
async function startBeside(database: FilledDatabase, env: Record<string, string>) {
  return startFormslot({ env: { ...NO_MAIL, ...env, FORMSLOT_DATABASE_URL: database.url } })
}

function filled(emails: number): Promise<FilledDatabase> {
  return freshFilled(options.store, { submissions: emails, endpoints: ENDPOINTS, emails: 'due' })
}

async function formslotDelivers(): Promise<Round> {
  await using database = await filled(EMAILS)
  await using mail = await startMailServer()
  const formslot = await startBeside(database, { FORMSLOT_SMTP_URL: mail.url })
  try {
    const { perSecond } = await mail.taken(EMAILS)
    return emailRound({ perSecond, cpuMs: formslot.cpuMs(), memoryMb: formslot.memory().now })
  } finally {
    await formslot.stop()
  }
}

async function nodemailerSends(): Promise<Round> {
  await using mail = await startMailServer()
  const script = path.join(import.meta.dirname, 'email-sender.ts')
  const args = [script, new URL(mail.url).port, String(EMAILS)]
  const sender = spawnOn(String(SERVER_CORE), args)
  try {
    const [{ perSecond }] = await Promise.all([mail.taken(EMAILS), once(sender, 'spawn')])
    const cpuMs = cpuMsOf(sender.pid ?? 0)
    return emailRound({ perSecond, cpuMs, memoryMb: Number.NaN })
  } finally {
    await stopProcess(sender)
  }
}

/** Processor time includes the start of the process, on both sides. */
function emailRound(of: { perSecond: number; cpuMs: number; memoryMb: number }): Round {
  const { perSecond, memoryMb } = of
  const cpuMicros = (1000 * of.cpuMs) / EMAILS
  return { perSecond, p50Ms: Number.NaN, p99Ms: Number.NaN, cpuMicros, memoryMb, failures: 0 }
}

/** Submissions while the backlog waits for a mail server that is away, or is being delivered. */
async function submissions(connections: number, backlog: 'waiting' | 'being delivered'): Promise<Round> {
  await using database = await filled(BACKLOG)
  await using mail = await startMailServer()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-latency-'))
  const latency = path.join(folder.path, 'latency.json')
  const formslot = await startBeside(database, {
    BENCH_LATENCY: latency,
    ...(backlog === 'waiting' ? NO_MAIL : { FORMSLOT_SMTP_URL: mail.url }),
  })
  const requests = contactForms(database.formIds.map((id) => `/f/${id}`))
  try {
    await load(formslot, { connections, seconds: WARM_UP_SECONDS, requests })
    const round = await load(formslot, { connections, seconds: options.seconds, requests })
    await formslot.stop()
    // The mail server shares the core of the load, which would count its turns as ours.
    return { ...round, ...(JSON.parse(readFileSync(latency, 'utf8')) as Latency) }
  } finally {
    await formslot.stop()
  }
}

process.stderr.write('emails\n')
const emails = await interleave({
  rounds: options.rounds,
  subjects: [
    { name: 'nodemailer', measure: nodemailerSends },
    { name: 'formslot', measure: formslotDelivers },
  ],
})
const pairs: { connections: number; waiting: Round; delivering: Round }[] = []
for (const connections of options.connections) {
  process.stderr.write(`submissions, ${connections} connections\n`)
  const { waiting, delivering } = await interleave({
    rounds: options.rounds,
    subjects: [
      { name: 'waiting', measure: () => submissions(connections, 'waiting') },
      { name: 'delivering', measure: () => submissions(connections, 'being delivered') },
    ],
  })
  pairs.push({ connections, waiting, delivering })
}

const head = ['what', 'ratio', 'a second', 'p50 ms', 'p99 ms', 'CPU µs']
const figures = (round: Round) => [
  whole(round.perSecond),
  known(round.p50Ms, 2),
  known(round.p99Ms, 1),
  round.cpuMicros.toFixed(0),
]
const times = (one: number, other: number) => `p99 × ${(one / other).toFixed(2)}`
publish(
  {
    name: 'deliver',
    title: 'Emails',
    setting:
      `${whole(EMAILS)} emails that are due, of ${whole(ENDPOINTS)} endpoints, to a mail server beside it that accepts ` +
      'each at once; an attempt is flushed before the email is posted, and its answer after. `nodemailer` composes the ' +
      'same emails and sends them through its own pool, as many connections, and stores nothing. Below, submissions ' +
      `as fast as they are answered while ${whole(BACKLOG)} emails wait for a mail server that is away, and while they ` +
      'are being delivered; their p50 and p99 are measured inside the service, from the head read to the answer written. ' +
      'The service has one core, the load and the mail server share another.',
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
          `submissions, ${connections} connections, emails go out`,
          times(delivering.p99Ms, waiting.p99Ms),
          ...figures(delivering),
        ],
      ]),
    ],
    chart: [
      {
        heading: 'emails',
        bars: Object.entries(emails).map(([name, round]) => bar(name, round.perSecond)),
      },
      ...pairs.map(({ connections, waiting, delivering }) => ({
        heading: `submissions, ${connections} connections`,
        bars: [bar('emails wait', waiting.perSecond), bar('emails go out', delivering.perSecond)],
      })),
    ],
  },
  { write: options.write, now: new Date() },
)
