import path from 'node:path'
import { PLANS, type Plan } from '../domain/plans/plan.ts'
import { getBaseUrl, isLoopbackUrl, parseBaseUrl } from './base-address.ts'
import { DATABASE_NAME, type Database, parseDatabaseUrl, parsePostgresUrl } from './database.ts'
import { type DkimKey, readDkim } from './dkim.ts'
import {
  isEveryInterface,
  LAST_PORT,
  type ListenAddress,
  parseHost,
  parseMetricsListen,
} from './listen-address.ts'
import { oneOf, wholeNumber } from './plain-values.ts'
import { parsePlansFile } from './plans-file.ts'
import { type Fault, type Parsed, type Reading, startReading } from './reading.ts'
import { parseSecret } from './secret-text.ts'
import { LOCAL_SENDER, parseSender, type Sender } from './sender.ts'
import { parseSmtpUrl, type SmtpServer } from './smtp-server.ts'
import { parseTrustList } from './trust-list.ts'

/** The whole configuration, checked: nothing after this looks at the environment. */
export type Config = {
  /** An origin without a slash at its end. While `port` is 0 and no address was set, its port is 0 too. */
  baseUrl: string
  baseUrlIsLoopback: boolean
  /** Without brackets. */
  host: string
  port: number
  /** Absolute paths; none need exist yet. */
  dataDir: string
  database: Database
  /** Where other nodes are heard, when that is not the address of the database. */
  listenUrl: string | null
  /** As given; null when it is to be generated and kept in the data directory. */
  secret: string | null
  trusts: readonly string[]
  /** Null: emails go to the embedded mailbox. */
  smtp: SmtpServer | null
  mailFrom: Sender
  dkim: DkimKey | null
  /** Limits; 0 is off. */
  createPerHour: number
  createSpacingMs: number
  submitPerMinute: number
  /** By name. Holds `free`, `pro` and `defaultPlan` at least. */
  plans: Record<string, Plan>
  defaultPlan: string
  claimConfirm: 'link' | 'button'
  logLevel: LogLevel
  metricsListen: ListenAddress | null
  /** Free bytes on the data disk below which nothing new is accepted. */
  minFreeBytes: number
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const CLAIM_CONFIRMS: readonly Config['claimConfirm'][] = ['link', 'button']
const MOST = 1_000_000
const HOUR_MS = 3_600_000
const MEBIBYTE = 1024 * 1024

/** Reads and checks all settings. A wrong configuration is told whole: every fault, by name. */
export function readConfig(
  env: Record<string, string | undefined>,
): { kind: 'ok'; config: Config } | { kind: 'faults'; faults: Fault[] } {
  const reading = startReading(env)
  const host = reading.value('FORMSLOT_HOST', parseHost)
  const port = reading.value('FORMSLOT_PORT', wholeNumber({ from: 0, to: LAST_PORT }))
  const baseUrl = reading.optional('FORMSLOT_BASE_URL', parseBaseUrl) ?? getBaseUrl({ host, port })
  const dataDir = path.resolve(reading.value('FORMSLOT_DATA_DIR', asIs))
  const plans = reading.optional('FORMSLOT_PLANS_FILE', parsePlansFile) ?? PLANS
  const limit = wholeNumber({ from: 0, to: MOST })

  const config: Config = {
    baseUrl,
    baseUrlIsLoopback: isLoopbackUrl(baseUrl),
    host,
    port,
    dataDir,
    database: reading.optional('FORMSLOT_DATABASE_URL', parseDatabaseUrl) ?? {
      kind: 'sqlite',
      file: path.join(dataDir, DATABASE_NAME),
    },
    listenUrl: reading.optional('FORMSLOT_LISTEN_URL', parsePostgresUrl),
    secret: reading.optional('FORMSLOT_SECRET', parseSecret),
    trusts: reading.value('FORMSLOT_TRUST_PROXY', parseTrusts),
    smtp: reading.optional('FORMSLOT_SMTP_URL', parseSmtpUrl),
    mailFrom: reading.optional('FORMSLOT_MAIL_FROM', parseSender) ?? LOCAL_SENDER,
    dkim: readDkim(reading),
    createPerHour: reading.value('FORMSLOT_CREATE_PER_HOUR', limit),
    createSpacingMs: reading.value('FORMSLOT_CREATE_SPACING_MS', wholeNumber({ from: 0, to: HOUR_MS })),
    submitPerMinute: reading.value('FORMSLOT_SUBMIT_RATE', limit),
    plans,
    defaultPlan: reading.value('FORMSLOT_DEFAULT_PLAN', asIs),
    claimConfirm: reading.value('FORMSLOT_CLAIM_CONFIRM', oneOf(CLAIM_CONFIRMS)),
    logLevel: reading.value('FORMSLOT_LOG_LEVEL', oneOf(LOG_LEVELS)),
    metricsListen: reading.value('FORMSLOT_METRICS_LISTEN', parseMetricsListen),
    minFreeBytes: reading.value('FORMSLOT_MIN_FREE_MB', limit) * MEBIBYTE,
  }
  seeTogether(reading, config)
  return reading.faults.length > 0 ? { kind: 'faults', faults: reading.faults } : { kind: 'ok', config }
}

/** What can only be judged when several settings are known. */
function seeTogether(reading: Reading, config: Config): void {
  const { baseUrl, host, metricsListen, plans, defaultPlan } = config
  if (isEveryInterface(host) && !reading.given('FORMSLOT_BASE_URL')) {
    reading.blame(
      'FORMSLOT_BASE_URL',
      `is missing: with FORMSLOT_HOST=${host} links cannot be made without it`,
    )
  } else if (!config.baseUrlIsLoopback && !reading.given('FORMSLOT_SMTP_URL')) {
    reading.blame('FORMSLOT_SMTP_URL', `is missing: a public address, ${baseUrl}, needs a mail server`)
  }
  if (reading.given('FORMSLOT_SMTP_URL') && !reading.given('FORMSLOT_MAIL_FROM')) {
    reading.blame('FORMSLOT_MAIL_FROM', 'is missing: emails sent by a mail server need a sender')
  }
  const databaseIsKnown = !reading.faults.some((fault) => fault.variable === 'FORMSLOT_DATABASE_URL')
  if (databaseIsKnown && config.database.kind === 'sqlite' && config.listenUrl !== null) {
    reading.blame('FORMSLOT_LISTEN_URL', 'needs a PostgreSQL server in FORMSLOT_DATABASE_URL')
  }
  const plansAreKnown = !reading.faults.some((fault) => fault.variable === 'FORMSLOT_PLANS_FILE')
  if (plansAreKnown && !Object.hasOwn(plans, defaultPlan)) {
    const known = Object.keys(plans).join(', ')
    reading.blame('FORMSLOT_DEFAULT_PLAN', `is ${JSON.stringify(defaultPlan)}; the plans are ${known}`)
  }
  if (metricsListen && metricsListen.host === host && metricsListen.port === config.port) {
    reading.blame('FORMSLOT_METRICS_LISTEN', 'is where the service itself listens: give it another port')
  }
}

function asIs(text: string): Parsed<string> {
  return { kind: 'ok', value: text }
}

function parseTrusts(text: string): Parsed<readonly string[]> {
  const parsed = parseTrustList(text)
  return parsed.kind === 'ok'
    ? { kind: 'ok', value: parsed.ranges }
    : { kind: 'fault', problem: parsed.fault }
}
