import { isIP } from 'node:net'
import path from 'node:path'
import {
  CHALLENGE_DIFFICULTIES,
  type ChallengeDifficulty,
  CREATION_CHALLENGES,
  type CreationChallenge,
} from '../domain/challenges/challenge.ts'
import type { EmailCeiling } from '../domain/outbox/email-ceiling.ts'
import { PLANS, type Plan } from '../domain/plans/plan.ts'
import { getBaseUrl, isLoopbackUrl, isPublicUrl, parseBaseUrl } from './base-address.ts'
import { type BounceSettings, readBounces } from './bounces.ts'
import { type ClamdSettings, readClamd } from './clamd.ts'
import { DATABASE_NAME, type Database, parseDatabaseUrl, parsePostgresUrl } from './database.ts'
import { type DkimKey, readDkim } from './dkim.ts'
import { type EgressConfig, readEgress } from './egress.ts'
import { type FilesConfig, readFiles } from './files.ts'
import { type LinkSecrets, readLinkSecrets } from './link-secrets.ts'
import {
  isEveryInterface,
  LAST_PORT,
  type ListenAddress,
  parseHost,
  parseMetricsListen,
} from './listen-address.ts'
import {
  LOCAL_SENDER,
  oneOf,
  parseAddresses,
  parseMailDomains,
  parseSecurityContact,
  parseSender,
  parseSwitch,
  type Sender,
  wholeNumber,
} from './parsers.ts'
import { parsePlansFile } from './plans-file.ts'
import { type Fault, type Parsed, type Reading, startReading } from './reading.ts'
import { parseSecret } from './secret-text.ts'
import { type GivenSetting, listGivenSettings } from './settings-in-force.ts'
import { parseSmtpUrl, type SmtpServer } from './smtp-server.ts'
import { readSpamEngines, type SpamEngines } from './spam-engines.ts'
import { parseTrustList } from './trust-list.ts'

/** The whole validated configuration: nothing after this reads the environment. */
export type Config = LinkSecrets & {
  /** An origin without a trailing slash. Its port is 0 when `port` is 0 and no base address is set. */
  baseUrl: string
  baseUrlIsLoopback: boolean
  /**
   * true: the embedded mailbox answers at `/mailbox` to this machine. Never behind the published port of a container, where
   * the runtime decides what address a client seems to have.
   */
  mailboxIsServed: boolean
  /** Without brackets. */
  host: string
  port: number
  /** Absolute path; it need not exist yet. */
  dataDir: string
  database: Database
  /** Address for LISTEN when it differs from that of the database. */
  listenUrl: string | null
  /** null: it is generated and kept in the data directory. */
  secret: string | null
  trusts: readonly string[]
  /** null: emails go to the embedded mailbox. */
  smtp: SmtpServer | null
  mailFrom: Sender
  dkim: DkimKey | null
  bounces: BounceSettings
  /** Settings that were given, without secrets. */
  givenSettings: readonly GivenSetting[]
  /** Lets programs of the operator call `/operator/…`; null: nobody can. */
  operatorToken: string | null
  /** Identities of the accounts that see the email report. */
  operators: ReadonlySet<string>
  /** URI of the contact for reports of vulnerabilities; null: security.txt is not served. */
  securityContact: string | null
  /** Limits; 0 turns a limit off. */
  createPerHour: number
  createSpacingMs: number
  submitPerMinute: number
  /** Calls a minute with one key or session; 0 switches the limit off. */
  callsPerMinute: number
  emailCeiling: EmailCeiling
  /** Emails of one form within an hour after which they continue as one an hour; 0: never. */
  formEmailsPerHour: number
  /** By name; contains at least `free`, `pro` and `defaultPlan`. */
  plans: Record<string, Plan>
  defaultPlan: string
  /** null: the shipped plans. */
  plansFile: string | null
  spamEngines: SpamEngines
  /** null: files are not scanned. */
  clamd: ClamdSettings | null
  egress: EgressConfig
  files: FilesConfig
  challenges: { difficulty: ChallengeDifficulty; creation: CreationChallenge }
  claimConfirm: 'link' | 'button'
  logLevel: LogLevel
  metricsListen: ListenAddress | null
  /** Serves `/status` and records for it. */
  hasStatusPage: boolean
  /** Free bytes on the data disk below which nothing new is accepted. */
  minFreeBytes: number
}

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const CLAIM_CONFIRMS: readonly Config['claimConfirm'][] = ['link', 'button']
const MAX_LIMIT = 1_000_000
const HOUR_MS = 3_600_000
/** The host of a published port, seen from the machine that the container runs on. */
const LOOPBACK = '127.0.0.1'
const MEBIBYTE = 1024 * 1024

/** Reads and validates all settings, and returns every fault by name. */
export function readConfig(
  env: Record<string, string | undefined>,
  machine = { isContainer: false },
): { kind: 'ok'; config: Config } | { kind: 'faults'; faults: Fault[] } {
  const reading = startReading(env)
  const host = reading.value('FORMSLOT_HOST', parseHost)
  const port = reading.value('FORMSLOT_PORT', wholeNumber({ from: 0, to: LAST_PORT }))
  const isPublished = machine.isContainer && isEveryInterface(host)
  const baseUrl =
    reading.optional('FORMSLOT_BASE_URL', parseBaseUrl) ??
    getBaseUrl({ host: isPublished ? LOOPBACK : host, port })
  const dataDir = path.resolve(reading.value('FORMSLOT_DATA_DIR', acceptAny))
  const plans = reading.optional('FORMSLOT_PLANS_FILE', parsePlansFile) ?? PLANS
  const limit = wholeNumber({ from: 0, to: MAX_LIMIT })

  const config: Config = {
    baseUrl,
    baseUrlIsLoopback: isLoopbackUrl(baseUrl),
    mailboxIsServed: isLoopbackUrl(baseUrl) && !isPublished,
    host,
    port,
    dataDir,
    database: reading.optional('FORMSLOT_DATABASE_URL', parseDatabaseUrl) ?? {
      kind: 'sqlite',
      file: path.join(dataDir, DATABASE_NAME),
    },
    listenUrl: reading.optional('FORMSLOT_LISTEN_URL', parsePostgresUrl),
    secret: reading.optional('FORMSLOT_SECRET', parseSecret),
    ...readLinkSecrets(reading),
    trusts: reading.value('FORMSLOT_TRUST_PROXY', parseTrusts),
    smtp: withHeloName(reading.optional('FORMSLOT_SMTP_URL', parseSmtpUrl), baseUrl),
    mailFrom: reading.optional('FORMSLOT_MAIL_FROM', parseSender) ?? LOCAL_SENDER,
    dkim: readDkim(reading),
    bounces: readBounces(reading),
    givenSettings: listGivenSettings(env),
    operatorToken: reading.optional('FORMSLOT_OPERATOR_TOKEN', parseOperatorToken),
    operators: reading.optional('FORMSLOT_OPERATORS', parseAddresses) ?? new Set(),
    securityContact: reading.optional('FORMSLOT_SECURITY_CONTACT', parseSecurityContact),
    createPerHour: reading.value('FORMSLOT_CREATE_PER_HOUR', limit),
    createSpacingMs: reading.value('FORMSLOT_CREATE_SPACING_MS', wholeNumber({ from: 0, to: HOUR_MS })),
    submitPerMinute: reading.value('FORMSLOT_SUBMIT_RATE', limit),
    callsPerMinute: reading.value('FORMSLOT_CALL_RATE', limit),
    emailCeiling: {
      perHour: reading.value('FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR', limit),
      largeDomains: reading.value('FORMSLOT_LARGE_MAIL_DOMAINS', parseMailDomains),
    },
    formEmailsPerHour: reading.value('FORMSLOT_FORM_EMAILS_PER_HOUR', limit),
    plans,
    plansFile: reading.optional('FORMSLOT_PLANS_FILE', acceptAny),
    defaultPlan: reading.value('FORMSLOT_DEFAULT_PLAN', acceptAny),
    spamEngines: readSpamEngines(reading),
    clamd: readClamd(reading),
    egress: readEgress(reading),
    files: readFiles(reading, dataDir),
    challenges: {
      difficulty: reading.value('FORMSLOT_CHALLENGE_DIFFICULTY', oneOf(CHALLENGE_DIFFICULTIES)),
      creation:
        reading.optional('FORMSLOT_CREATE_CHALLENGE', oneOf(CREATION_CHALLENGES)) ??
        (isPublicUrl(baseUrl) ? 'auto' : 'off'),
    },
    claimConfirm: reading.value('FORMSLOT_CLAIM_CONFIRM', oneOf(CLAIM_CONFIRMS)),
    logLevel: reading.value('FORMSLOT_LOG_LEVEL', oneOf(LOG_LEVELS)),
    metricsListen: reading.value('FORMSLOT_METRICS_LISTEN', parseMetricsListen),
    hasStatusPage: reading.value('FORMSLOT_STATUS_PAGE', parseSwitch),
    minFreeBytes: reading.value('FORMSLOT_MIN_FREE_MB', limit) * MEBIBYTE,
  }
  checkCombinations(reading, config)
  return reading.faults.length > 0 ? { kind: 'faults', faults: reading.faults } : { kind: 'ok', config }
}

/** Adds the faults that only show when several settings are seen together. */
function checkCombinations(reading: Reading, config: Config): void {
  const { baseUrl, host, metricsListen, plans, defaultPlan } = config
  if (isEveryInterface(host) && !config.baseUrlIsLoopback && !reading.given('FORMSLOT_BASE_URL')) {
    reading.addFault(
      'FORMSLOT_BASE_URL',
      `is missing; with FORMSLOT_HOST=${host} it is needed for links in emails`,
    )
  } else if (!config.baseUrlIsLoopback && !reading.given('FORMSLOT_SMTP_URL')) {
    reading.addFault('FORMSLOT_SMTP_URL', `is missing; the public address ${baseUrl} needs a mail server`)
  }
  if (reading.given('FORMSLOT_SMTP_URL') && !reading.given('FORMSLOT_MAIL_FROM')) {
    reading.addFault(
      'FORMSLOT_MAIL_FROM',
      'is missing; it is the sender of emails sent through FORMSLOT_SMTP_URL',
    )
  }
  const databaseIsKnown = !reading.faults.some((fault) => fault.variable === 'FORMSLOT_DATABASE_URL')
  if (databaseIsKnown && config.database.kind === 'sqlite' && config.listenUrl !== null) {
    reading.addFault('FORMSLOT_LISTEN_URL', 'needs a PostgreSQL server in FORMSLOT_DATABASE_URL')
  }
  const plansAreKnown = !reading.faults.some((fault) => fault.variable === 'FORMSLOT_PLANS_FILE')
  if (plansAreKnown && !Object.hasOwn(plans, defaultPlan)) {
    const known = Object.keys(plans).join(', ')
    reading.addFault('FORMSLOT_DEFAULT_PLAN', `is ${JSON.stringify(defaultPlan)}; the plans are ${known}`)
  }
  if (metricsListen && metricsListen.host === host && metricsListen.port === config.port) {
    reading.addFault('FORMSLOT_METRICS_LISTEN', 'is the address of the service itself; choose another port')
  }
}

/** Mail servers distrust the name of a machine or container, which often resolves to nothing, but not that of a website. */
function withHeloName(smtp: SmtpServer | null, baseUrl: string): SmtpServer | null {
  const { hostname } = new URL(baseUrl)
  const isName = hostname.includes('.') && isIP(hostname) === 0
  return smtp && isName ? { ...smtp, heloName: hostname } : smtp
}

function acceptAny(text: string): Parsed<string> {
  return { kind: 'ok', value: text }
}

/** Parses a secret that can stand in an Authorization header. */
function parseOperatorToken(text: string): Parsed<string> {
  return /^[!-~]+$/.test(text)
    ? parseSecret(text)
    : { kind: 'fault', problem: 'has spaces or other characters than printable ASCII' }
}

function parseTrusts(text: string): Parsed<readonly string[]> {
  const parsed = parseTrustList(text)
  return parsed.kind === 'ok'
    ? { kind: 'ok', value: parsed.ranges }
    : { kind: 'fault', problem: parsed.fault }
}
