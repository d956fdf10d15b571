/**
 * Follows four ways through `src` on a warm service: SQLite, a real SMTP server, a form whose owner uses no option. Prints JSON.
 * A process of its own, because only files that are loaded after the trace has begun are followed.
 *
 *   submit   a urlencoded POST to an unclaimed form, until its response
 *   email    the notification email of a confirmed form, until it is settled
 *   claim    the claim link, until its page
 *   list     the inbox list that the dashboard reads
 *
 * Usage: node scripts/house/ways.ts <root>
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { startTrace, type Way } from './trace.ts'

/** One way, and the write transactions that it took. */
export type MeasuredWay = Way & { transactions: number }
/** The ways by their names. */
export type Ways = Record<'submit' | 'email' | 'claim' | 'list', MeasuredWay>

const WARM_UPS = 3
/** Each way is followed so often, and the shortest one counts: how the network splits an answer adds hops. */
const ROUNDS = 3
const STEP_MS = 10_000

const root = path.resolve(process.argv[2] ?? '.')

let transactions = 0
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith('begin immediate')) transactions += 1
  exec.call(this, sql)
}

const trace = startTrace(root)
const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-house-'))
let newestEmail = ''
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  closeTimeout: 100,
  onData(stream, _session, done) {
    text(stream).then((email) => {
      newestEmail = email
      done()
    }, done)
  },
})
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const { port: smtpPort } = smtp.server.address() as AddressInfo

let now = new Date('2026-11-10T09:00:00.000Z')
const service = await openService()
try {
  for (let round = 0; round < WARM_UPS; round += 1) await followWays(round)
  let shortest = await followWays(WARM_UPS)
  for (let round = 1; round < ROUNDS; round += 1)
    shortest = takeShorter(shortest, await followWays(WARM_UPS + round))
  process.stdout.write(`${JSON.stringify(shortest)}\n`)
} finally {
  await service.close()
  await new Promise((resolve) => smtp.close(() => resolve(null)))
  await rm(dataDir, { recursive: true })
}
process.exit(0)

async function followWays(round: number): Promise<Ways> {
  const created = await post(`${service.url}/new`, { recipient: `ada${round}@lovelace.dev` })
  const { endpoint_url: form } = JSON.parse(await read(created, 201)) as { endpoint_url: string }
  take()
  await read(await post(form, { email: 'bo@builds.dev', message: 'Hello' }), 200)
  const submit = take()
  await deliverOne()
  const link = /https?:\/\/\S+\/claim\/[0-9a-z]+/i.exec(newestEmail.replaceAll('=\r\n', ''))?.[0]
  if (!link) throw new Error(`the claim email contains no claim link:\n${newestEmail}`)
  take()
  await read(await fetch(link, { headers: { accept: 'text/html' } }), 200)
  const claim = take()
  const opened = await fetch(`${link}/open`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', origin: service.url },
    redirect: 'manual',
  })
  await read(opened, 303)
  const cookie = opened.headers.getSetCookie().map((each) => each.split(';')[0])
  await read(await post(form, { email: 'bo@builds.dev', message: 'Hello again' }), 200)
  take()
  await deliverOne()
  const email = take()
  const submissions = `${service.url}/api/v1/submissions?folder=inbox&limit=40`
  await read(await fetch(submissions, { headers: { cookie: cookie.join('; ') } }), 200)
  const list = take()
  now = new Date(now.getTime() + STEP_MS)
  return { submit, email, claim, list }
}

function takeShorter(one: Ways, other: Ways): Ways {
  const shorter = (name: keyof Ways) => (other[name].hops < one[name].hops ? other[name] : one[name])
  return {
    submit: shorter('submit'),
    email: shorter('email'),
    claim: shorter('claim'),
    list: shorter('list'),
  }
}

function take(): MeasuredWay {
  const way = { ...trace.take(), transactions }
  transactions = 0
  return way
}

async function deliverOne(): Promise<void> {
  // In a running service, a commit wakes only the channel that it is about.
  const sent = await service.deliver('email')
  if (sent !== 1) throw new Error(`${sent} emails were sent, not one`)
}

/** Reads a response to its end, and lets the service finish what it does after it. */
async function read(response: Response, expected: number): Promise<string> {
  const body = await response.text()
  if (response.status !== expected)
    throw new Error(`${response.url}: ${response.status} instead of ${expected}: ${body}`)
  await setImmediate()
  return body
}

function post(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

async function openService(): Promise<{
  url: string
  deliver(channel: string): Promise<number>
  close(): Promise<void>
}> {
  const { readConfig } = await import(path.join(root, 'src/config/config.ts'))
  const { openService: open } = await import(path.join(root, 'src/service.ts'))
  const reading = readConfig({
    FORMSLOT_PORT: '0',
    FORMSLOT_DATA_DIR: dataDir,
    FORMSLOT_LOG_LEVEL: 'silent',
    FORMSLOT_MIN_FREE_MB: '0',
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    FORMSLOT_MAIL_FROM: 'Formslot <emails@formslot.dev>',
  })
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults))
  return open({
    config: reading.config,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    random: () => 0.5,
    work: 'by hand',
    readInThisThread: true,
  })
}
