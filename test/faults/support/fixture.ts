import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/time.ts'
import type { FailpointName } from '../../../src/store/contract/failpoints.ts'
import { seededRandom } from '../../support/fixtures/seeded-random.ts'
import type { TestPostgres } from '../../support/postgres/postgres.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../../support/smtp/fault-server.ts'
import { openStoredRows } from '../../support/stores/stored-rows.ts'
import type { DatabaseKind, Length } from '../scenario.ts'
import { checkPromises, type Figures } from './checks/final-check.ts'
import { type ClientLedger, openClientLedger } from './clients/client-ledger.ts'
import { type ConsumerLedger, openConsumerLedger } from './clients/consumer-ledger.ts'
import { sendVisitors, type Visitors } from './clients/visitors.ts'

/** Maximum number of emails that one process has in progress: a fault leaves their outcome unknown. */
export const CONCURRENT_EMAILS = 10
const VISITORS = 8
/** Secret of the services, known so that the checker can decode public ids. */
export const SECRET = 'faults-'.padEnd(64, '0123456789abcdef')
/** Maximum number of steps until every email is settled; each moves the clock to the next due one. */
const MAX_STEPS = 2000

/** Time without a settled email after which the process that leased the others must be dead. */
const LEASE_END_MS = 1000
const STEP_MS = 20

/** Margin added when the clock moves to the next due email, so that emails due soon after it go too. */
const STRIDE_SECONDS = 60

export type Span = { days?: number; hours?: number; minutes?: number; seconds?: number }

export type Node = { name: string; service: ServiceProcess }

/** Environment of a scenario: service processes on a real database, a mail server, clients and their ledger. */
export type Fixture = AsyncDisposable & {
  length: Length
  /** Duration of the soak in minutes. */
  soakMinutes: number
  seed: number
  random(): number
  /** Temporary folder of the scenario. */
  folder: string
  /** Database server; null for SQLite. */
  postgres: TestPostgres | null
  database: string
  ledger: ClientLedger
  consumerLedger: ConsumerLedger
  mail: SmtpFaultServer
  /** Returns a new number, for tokens and names. */
  number(): number
  /** Starts the node with this name, also after it was killed; null when it exited before it listened. */
  startNode(
    name?: string,
    options?: {
      env?: Record<string, string>
      killAt?: number
      killFrom?: FailpointName
      under?: readonly string[]
      dataDir?: string
    },
  ): Promise<Node | null>
  /** Nodes that run. */
  nodes(): readonly Node[]
  /** Stops a node; visitors no longer use it. */
  endNode(
    node: Node,
    signal?: NodeJS.Signals,
  ): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Switches to this database, such as one behind a proxy or on a disk of its own. */
  useDatabase(urls: { forServices: string; forChecker: string }): void
  visitors(options?: { count?: number; pauseMs?: number }): Visitors
  /** Moves the clock of every node; `delivered` settles when everything that became due was delivered. */
  pass(span: Span): { delivered: Promise<void> }
  /** Waits until no email is in progress: one whose lease expired meanwhile would be sent again. */
  waitForLeasesToEnd(): Promise<void>
  /** Number of emails that are not settled. */
  waiting(): Promise<number>
  /** Registers a resource that is disposed with the fixture, after its processes have ended. */
  registerCleanup(thing: Disposable | AsyncDisposable): void
  /** Counts outcomes that were made unknown: each may cause one email to be sent twice. */
  fault(count: number): void
  /** Moves the clock until the running nodes have settled every email. */
  rest(): Promise<void>
  /** Runs the final checker; throws when a promise was broken. */
  check(): Promise<Figures>
}

export async function openFixture(options: {
  kind: DatabaseKind
  length: Length
  seed: number
  soakMinutes: number
  postgres: TestPostgres | null
}): Promise<Fixture> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-faults-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const mail = opening.use(await startSmtpFaultServer())
  const left = opening.use(new AsyncDisposableStack())
  const postgres = options.kind === 'postgres' ? options.postgres : null
  const url = postgres ? await postgres.createDatabase() : `file:${path.join(folder, 'formslot.db')}`
  const ledger = openClientLedger(path.join(folder, 'client-ledger'))
  const consumerLedger = openConsumerLedger(path.join(folder, 'consumer-ledger'))
  const nodes = new Set<Node>()
  opening.defer(async () => {
    for (const { service } of nodes) await service.stop('SIGKILL')
  })
  const random = seededRandom(options.seed)
  let urls = { forServices: url, forChecker: url }
  let clockOffsetMs = 0
  let clockWentBack = false
  let numbers = 0
  let faults = 0
  const number = () => {
    numbers += 1
    return numbers
  }

  const startNode: Fixture['startNode'] = async (name = 'one', { env, dataDir, ...how } = {}) => {
    const home = dataDir ?? path.join(folder, name)
    await mkdir(home, { recursive: true })
    const service = await startServiceProcess({
      ...how,
      dataDir: home,
      clockOffsetMs,
      env: {
        FORMSLOT_DATABASE_URL: urls.forServices,
        FORMSLOT_SECRET: SECRET,
        FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        FORMSLOT_MAIL_FROM: 'emails@formslot.dev',
        // Owners add destinations.
        FORMSLOT_DEFAULT_PLAN: 'pro',
        // The addresses of clients change between a request and its retry.
        FORMSLOT_TRUST_PROXY: '127.0.0.0/8, ::1',
        ...env,
      },
    })
    if (!service) return null
    const node = { name, service }
    nodes.add(node)
    service.ended.then(() => nodes.delete(node))
    return node
  }

  const pass: Fixture['pass'] = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
    const span = days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND
    clockOffsetMs += span
    clockWentBack ||= span < 0
    const delivered = [...nodes].map(({ service }) => service.setClock(clockOffsetMs))
    return { delivered: Promise.all(delivered).then(() => {}) }
  }

  async function deliveries(what: string, where = 'true'): Promise<number> {
    await using rows = await openStoredRows(urls.forChecker)
    const [row] = await rows.all(`select ${what} as found from outbox where settled_at is null and ${where}`)
    return Number(row?.found ?? 0)
  }

  /** Waits until no email is leased, or until none has been settled for so long that the processes with leases are dead. */
  async function waitForLeasesToEnd(): Promise<void> {
    let unsettled = await deliveries('count(*)')
    let idle = 0
    while (idle < LEASE_END_MS && (await deliveries('count(lease)')) > 0) {
      await setTimeout(STEP_MS)
      const now = await deliveries('count(*)')
      idle = now === unsettled ? idle + STEP_MS : 0
      unsettled = now
    }
  }

  async function rest(): Promise<void> {
    for (let step = 0; (await deliveries('count(*)')) > 0; step += 1) {
      assert.ok(step < MAX_STEPS, 'emails come to their end')
      await waitForLeasesToEnd()
      // The remaining leases belong to dead processes: until they expire, the emails behind them wait too.
      const due = (await deliveries('max(leased_until)')) || (await deliveries('min(due_at)'))
      const ahead = due === 0 ? 0 : due - (Date.now() + clockOffsetMs)
      await pass({ seconds: STRIDE_SECONDS + Math.max(0, Math.ceil(ahead / SECOND)) }).delivered
    }
  }

  const open = opening.move()
  return {
    length: options.length,
    soakMinutes: options.soakMinutes,
    seed: options.seed,
    random,
    folder,
    postgres,
    get database() {
      return urls.forChecker
    },
    ledger,
    consumerLedger,
    mail,
    number,
    startNode,
    nodes: () => [...nodes],
    endNode(node, signal) {
      nodes.delete(node)
      return node.service.stop(signal)
    },
    useDatabase(next) {
      urls = next
    },
    visitors({ count = VISITORS, ...pace } = {}) {
      const visitors = sendVisitors({
        ...pace,
        count,
        bases: () => [...nodes].map(({ service }) => service.base),
        ledger,
        consumerLedger,
        emails: mail.ledger,
        random,
        number,
      })
      // After a failure everything is stopped; the failure is reported, not the errors that visitors get afterwards.
      left.defer(() => {
        visitors.leave().catch(() => {})
      })
      return visitors
    },
    pass,
    waitForLeasesToEnd,
    waiting: () => deliveries('count(*)'),
    registerCleanup(thing) {
      left.use(thing)
    },
    fault(count) {
      faults += count
    },
    rest,
    async check() {
      const known = { database: urls.forChecker, secret: SECRET, ledger, consumerLedger }
      const evidence = { ...known, emails: mail.ledger, faults, clockWentBack }
      const { figures, broken } = await checkPromises(evidence)
      assert.deepEqual(broken, [])
      return figures
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
