import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/time.ts'
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

/** Emails that one process has in hand at most: what a fault leaves in doubt. */
export const CONCURRENT_EMAILS = 10
const VISITORS = 8
/** Known to the harness, so that the checker can read public ids. */
export const SECRET = 'faults-'.padEnd(64, '0123456789abcdef')
/** Every email comes to its end in fewer steps; each moves the clock to the next that is due. */
const MAX_STEPS = 2000

/** When for so long no email has come to its end, those in hand are in dead hands. */
const LEASE_END_MS = 1000
const STEP_MS = 20

/** Margin added when the clock moves to the next due email, so that emails due soon after it go too. */
const STRIDE_SECONDS = 60

export type Span = { days?: number; hours?: number; minutes?: number; seconds?: number }

export type Node = { name: string; service: ServiceProcess }

/** The surroundings of a scenario: service processes on a real database, a mail server, clients and their ledger. */
export type Fixture = AsyncDisposable & {
  length: Length
  /** Duration of the soak in minutes. */
  soakMinutes: number
  seed: number
  random(): number
  /** A folder of the scenario's own. */
  folder: string
  /** The server of the database, where it is one. */
  postgres: TestPostgres | null
  database: string
  ledger: ClientLedger
  consumerLedger: ConsumerLedger
  mail: SmtpFaultServer
  /** A number that was not given out before, for tokens and names. */
  number(): number
  /** Starts the node of that name, also again after it was killed; null when it ended before it listened. */
  startNode(
    name?: string,
    options?: { env?: Record<string, string>; killAt?: number; under?: readonly string[]; dataDir?: string },
  ): Promise<Node | null>
  /** Ends a node; visitors come to it no more. */
  endNode(
    node: Node,
    signal?: NodeJS.Signals,
  ): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** From now on this database instead; for one behind a proxy, or on a disk of its own. */
  useDatabase(urls: { forServices: string; forChecker: string }): void
  visitors(options?: { count?: number; pauseMs?: number }): Visitors
  /** Moves the clock of every node; `delivered` settles when what became due by that was delivered. */
  pass(span: Span): { delivered: Promise<void> }
  /** Waits until no email is in hand: one whose lease ends meanwhile would be taken up again. */
  waitForLeasesToEnd(): Promise<void>
  /** Emails that are not settled. */
  waiting(): Promise<number>
  /** Disposed with the fixture, after its processes have ended. */
  registerCleanup(thing: Disposable | AsyncDisposable): void
  /** Counts outcomes that were made unknown, each of which may cost one email sent twice. */
  fault(count: number): void
  /** Lets every email come to its end, moving the clock, on the nodes that run. */
  rest(): Promise<void>
  /** The final checker; throws when a promise was broken. */
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
        // Owners have further mailboxes get their emails.
        FORMSLOT_DEFAULT_PLAN: 'pro',
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

  /** While emails come to their ends, those in hand are in living hands. */
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
      // What is still in hand is in dead hands: until its lease ends, the emails behind it wait too.
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
      // Of a scenario that failed nobody stays behind; that it failed is told, and not what its visitors met with after.
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
