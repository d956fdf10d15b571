import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { type Config, readConfig } from '../../../src/config/config.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/time.ts'
import type { Log } from '../../../src/runtime/log.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { openService, type ServiceOptions } from '../../../src/service.ts'
import { databaseFor, dropDatabaseFor } from '../postgres/test-database.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../smtp/fault-server.ts'
import { copyTemplateFile } from '../stores/sqlite-template.ts'
import { openStoredRows, type Row, type StoredRows } from '../stores/stored-rows.ts'

/** Email addresses: Ada is the owner in every test, Bo another owner, Mallory a bot. */
export const ADA = 'ada@lovelace.dev'
export const BO = 'bo@builds.dev'

export type Span = {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  milliseconds?: number
}

export type Endpoint = { endpoint_url: string; form_id: string; status_url: string; expires_at: string }

/** The real service on a port of its own, with a clock that the test moves and a real SMTP server that accepts. */
export async function startService(
  options: {
    env?: Record<string, string>
    failpoint?: ServiceOptions['failpoint']
    work?: ServiceOptions['work']
    patience?: number
    connectionLimits?: ServiceOptions['connectionLimits']
    /** Default: sign-in emails are due at once. */
    signInDelay?: ServiceOptions['signInDelay']
    smtpTimeouts?: ServiceOptions['smtpTimeouts']
    uploadTimes?: ServiceOptions['uploadTimes']
    maxLockWaitMs?: ServiceOptions['maxLockWaitMs']
    dashboardFolder?: string
    /** A folder that outlives the service, for restarts; the test deletes it. */
    dataDir?: string
    /** `embedded`: no SMTP server, emails go to the embedded mailbox. A server of the test's own, or only its port. */
    mail?: 'sink' | 'embedded' | SmtpFaultServer | number
    /** Default: nothing is logged. */
    log?: Log
    /** `file`: SQLite, also while all others are on PostgreSQL. */
    database?: 'file'
    /** Ports of this machine that may be posted to; none by default. */
    egressPorts?: readonly number[]
    /** Initial time of the clock. */
    now?: Date
    adjust?: (config: Config) => Config
  } = {},
) {
  await using opening = new AsyncDisposableStack()
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'formslot-')))
  if (!options.dataDir) {
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    opening.defer(() => dropDatabaseFor(dataDir))
  }
  const mail = options.mail ?? 'sink'
  // Accepts every email and greets at once: the smtp-server package waits 0.1 s for early talkers.
  const own = typeof mail === 'object' ? mail : null
  const sink = mail === 'sink' ? opening.use(await startSmtpFaultServer()) : own
  const smtpPort = sink?.port ?? (typeof mail === 'number' ? mail : null)
  const read = readConfig({
    FORMSLOT_PORT: '0',
    FORMSLOT_DATA_DIR: dataDir,
    FORMSLOT_LOG_LEVEL: 'silent',
    FORMSLOT_MIN_FREE_MB: '0',
    // Tests send many emails within one hour of their clock.
    FORMSLOT_FORM_EMAILS_PER_HOUR: '0',
    ...(smtpPort === null
      ? {}
      : {
          FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
          FORMSLOT_MAIL_FROM: 'Formslot <emails@formslot.dev>',
        }),
    ...(options.database === 'file' ? {} : await databaseFor(dataDir)),
    ...(options.egressPorts
      ? {
          FORMSLOT_EGRESS_ALLOW: '127.0.0.0/8, ::1/128',
          FORMSLOT_EGRESS_PORTS: options.egressPorts.join(','),
        }
      : {}),
    ...options.env,
  })
  if (read.kind === 'faults') throw new Error(`the configuration is wrong: ${JSON.stringify(read.faults)}`)
  const config = options.adjust ? options.adjust(read.config) : read.config
  const { database } = config
  if (!options.dataDir && database.kind === 'sqlite') {
    // A secret is created only as long as there is no database.
    loadSecret(config)
    await copyTemplateFile(database.file)
  }

  let now = options.now ?? new Date('2026-11-10T09:00:00.000Z')
  const service = opening.use(
    await openOnFreePort({
      config,
      clock: { now: () => now },
      log: options.log ?? pino({ level: 'silent' }),
      random: () => 0.5,
      signInDelay: options.signInDelay ?? (() => 0),
      work: options.work ?? 'by hand',
      ...(options.patience === undefined ? {} : { closeTimeoutMs: options.patience }),
      ...(options.connectionLimits ? { connectionLimits: options.connectionLimits } : {}),
      ...(options.smtpTimeouts ? { smtpTimeouts: options.smtpTimeouts } : {}),
      ...(options.uploadTimes ? { uploadTimes: options.uploadTimes } : {}),
      ...(options.maxLockWaitMs === undefined ? {} : { maxLockWaitMs: options.maxLockWaitMs }),
      ...(options.dashboardFolder === undefined ? {} : { dashboardFolder: options.dashboardFolder }),
      ...(options.failpoint ? { failpoint: options.failpoint } : {}),
      // Starting the thread takes longer than most tests. Services for browsers and in processes of their own have it.
      readInThisThread: options.dashboardFolder === undefined,
    }),
  )
  const open = opening.move()
  const base = service.url

  /** Moves the clock on, as time does. */
  function pass(span: Span): void {
    now = new Date(now.getTime() + toMilliseconds(span))
  }

  /** Creates an endpoint like curl, after the creation limits of earlier ones have passed. */
  async function createEndpoint(recipient = ADA): Promise<Endpoint> {
    const answer = await post('/new', { form: { recipient } })
    if (answer.status !== 201) throw new Error(`creation was answered ${answer.status}: ${answer.text}`)
    pass({ seconds: 2 })
    return answer.json as Endpoint
  }

  async function post(
    address: string,
    request: {
      form?: Record<string, string> | [string, string][]
      json?: unknown
      body?: BodyInit
      headers?: Record<string, string>
      method?: string
    } = {},
  ) {
    const body =
      request.body ??
      (request.form
        ? new URLSearchParams(request.form)
        : request.json === undefined
          ? undefined
          : JSON.stringify(request.json))
    const type: Record<string, string> =
      request.json === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(new URL(address, base), {
      method: request.method ?? 'POST',
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      headers: { ...type, ...request.headers },
    })
    return readAnswer(answer)
  }

  const get = (address: string, headers: Record<string, string> = {}) =>
    post(address, { method: 'GET', headers })
  const submit = (endpoint: Endpoint, form: Record<string, string>, headers: Record<string, string> = {}) =>
    post(endpoint.endpoint_url, { form, headers })

  /** The emails that arrived at the SMTP server, read by a parser that did not write them. */
  async function emails(): Promise<Email[]> {
    return Promise.all((sink?.ledger ?? []).map((email) => PostalMime.parse(email.raw)))
  }

  /** Delivers what is due and returns the address of a link of the newest email, or its List-Unsubscribe, with this first path segment. */
  async function linkIn(
    kind: 'claim' | 'destination' | 'digest' | 'disown' | 'emails' | 'hand-over' | 'invitation' | 'sign-in',
  ): Promise<string> {
    await service.deliver()
    const newest = (await emails()).at(-1)
    const header = newest?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const found = `${newest?.text} ${header}`.match(new RegExp(`${base}/${kind}/[0-9a-z-]+`))
    if (!found) throw new Error(`no ${kind} link in the newest email: ${newest?.text}`)
    return found[0]
  }

  /** Makes Ada the owner, as a person who follows the link in her email and presses the button of the page. */
  async function claimedEndpoint(): Promise<Endpoint> {
    const endpoint = await createEndpoint()
    await submit(endpoint, { message: 'the first' })
    const answer = await post(await linkIn('claim'), { headers: { 'sec-fetch-site': 'same-origin' } })
    if (answer.status !== 200) throw new Error(`the claim was answered ${answer.status}`)
    return endpoint
  }

  /** Opens another connection to its database. */
  function outside(): Promise<StoredRows> {
    const url = database.kind === 'sqlite' ? `file:${database.file}` : database.url
    return openStoredRows(url, 'to write')
  }

  /** Runs a statement on the database from outside. */
  async function sql(statement: string): Promise<Row[]> {
    await using rows = await outside()
    return await rows.all(statement)
  }

  return {
    base,
    /** The database file; only on SQLite. */
    databaseFile() {
      if (config.database.kind !== 'sqlite') throw new Error('the database is no file')
      return config.database.file
    },
    /** Port on which it listens, whatever its base address is. */
    port: service.port,
    config,
    service,
    /** The SMTP server that emails go to, to be told what to answer. */
    mailServer() {
      if (!sink) throw new Error('the service has no SMTP server of the test')
      return sink
    },
    /** Every email that the mail server has received, in order. */
    receivedEmails: sink?.ledger ?? [],
    pass,
    now: () => now,
    createEndpoint,
    claimedEndpoint,
    post,
    get,
    submit,
    emails,
    linkIn,
    outside,
    sql,
    deliver: service.deliver,
    close: () => open.disposeAsync(),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

function toMilliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Span): number {
  return days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + milliseconds
}

export type TestService = Awaited<ReturnType<typeof startService>>

async function readAnswer(answer: Response) {
  const text = await answer.text()
  const isJson = text !== '' && answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    // Parsed JSON, whose shape each test asserts.
    json: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
  }
}

/** Opens a service on a free port. Between the choice of a port and its use, another process may take it. */
async function openOnFreePort(options: ServiceOptions): ReturnType<typeof openService> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openService(options)
    } catch (error) {
      if (attempt === 3 || Object(error).code !== 'EADDRINUSE') throw error
    }
  }
}
