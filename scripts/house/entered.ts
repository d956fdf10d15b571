/**
 * Counts the files and named functions of `src` that one submission and its email enter, by V8's precise coverage, and
 * the write transactions they take: a warm service on SQLite, a urlencoded POST to an unclaimed endpoint, a real SMTP
 * server. Prints JSON. A process of its own, because only files loaded after the coverage has begun are counted.
 *
 * Usage: node scripts/house/entered.ts <root>
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'

/** Files and named functions entered, and write transactions begun. */
export type Entered = { files: string[]; functions: number; transactions: number }

const WARM_UPS = 4
const STEP_MS = 10_000

const root = path.resolve(process.argv[2] ?? '.')
const source = `${pathToFileURL(path.join(root, 'src'))}/`

let transactions = 0
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith('begin immediate')) transactions += 1
  exec.call(this, sql)
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-house-'))
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  closeTimeout: 100,
  onData(stream, _session, done) {
    stream.resume().on('end', () => done())
  },
})
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const { port: smtpPort } = smtp.server.address() as AddressInfo

let now = new Date('2026-11-10T09:00:00.000Z')
const service = await openService()
try {
  for (let round = 0; round < WARM_UPS; round += 1) await measure(round)
  process.stdout.write(`${JSON.stringify(await measure(WARM_UPS))}\n`)
} finally {
  await service.close()
  await new Promise((resolve) => smtp.close(() => resolve(null)))
  await rm(dataDir, { recursive: true })
}
process.exit(0)

async function measure(round: number): Promise<{ submission: Entered; email: Entered }> {
  const created = await post(`${service.url}/new`, { recipient: `ada${round}@lovelace.dev` })
  const { endpoint_url: url } = (await created.json()) as { endpoint_url: string }
  if (created.status !== 201) throw new Error(`creation was answered ${created.status}`)
  await take()
  const submitted = await post(url, { email: 'bo@builds.dev', message: 'Hello' })
  const submission = await take()
  await submitted.text()
  if (submitted.status >= 400) throw new Error(`the submission was answered ${submitted.status}`)
  const sent = await service.deliver()
  const email = await take()
  if (sent !== 1) throw new Error(`${sent} emails were sent, not one`)
  now = new Date(now.getTime() + STEP_MS)
  return { submission, email }
}

/** Reads the counts since the last call. */
async function take(): Promise<Entered> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files: string[] = []
  let functions = 0
  for (const script of result) {
    if (!script.url.startsWith(source)) continue
    const entered = script.functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    if (entered.length > 0) files.push(`src/${script.url.slice(source.length)}`)
    functions += entered.filter(({ functionName }) => functionName !== '').length
  }
  const begun = transactions
  transactions = 0
  return { files: files.sort(), functions, transactions: begun }
}

function post(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

/** Opens the service of the measured tree, which can be of another version than this script. */
async function openService(): Promise<{
  url: string
  deliver(): Promise<number>
  close(): Promise<void>
}> {
  const configFile = ['src/config/config.ts', 'src/config.ts'].find((file) =>
    existsSync(path.join(root, file)),
  )
  const { readConfig } = await import(path.join(root, configFile ?? ''))
  const { openService: open } = await import(path.join(root, 'src/service.ts'))
  const read = readConfig({
    FORMSLOT_PORT: '0',
    FORMSLOT_DATA_DIR: dataDir,
    FORMSLOT_LOG_LEVEL: 'silent',
    FORMSLOT_MIN_FREE_MB: '0',
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    FORMSLOT_MAIL_FROM: 'Formslot <emails@formslot.dev>',
  })
  if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults))
  return open({
    config: read.config,
    clock: { now: () => now },
    steady: () => now.getTime(),
    log: pino({ level: 'silent' }),
    random: () => 0.5,
    work: 'by hand',
  })
}
