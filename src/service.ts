import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Actions, bindActions } from './actions/actions.ts'
import type { Terms } from './actions/context.ts'
import type { Config } from './config/config.ts'
import { createEmailChannel } from './delivery/channels/email/email-channel.ts'
import { openEmbeddedMailbox } from './delivery/channels/email/embedded-mailbox.ts'
import { previewEmail } from './delivery/channels/email/preview-email.ts'
import { openSmtpMailer } from './delivery/channels/email/smtp/smtp-mailer.ts'
import { addDeliveryGauges } from './delivery/gauges.ts'
import { type OutboxWorker, openOutboxWorker } from './delivery/outbox-worker.ts'
import { unclaimedPlan } from './domain/plans/plan.ts'
import { type Clock, DAY, later, SECOND } from './domain/time.ts'
import { openStreams } from './http/accounts/streams.ts'
import { createTrust } from './http/kernel/client-address.ts'
import { createLongPolls } from './http/queues/long-poll.ts'
import { buildServer, REQUEST_TIMEOUT } from './http/server.ts'
import { openEventStreams } from './http/telemetry/event-streams.ts'
import { createKeys } from './ids/keys.ts'
import { DASHBOARD_FOLDER } from './runtime/dashboard-build.ts'
import { lockInstance } from './runtime/instance-lock.ts'
import { freePort, listenForMetrics } from './runtime/listening.ts'
import type { Log } from './runtime/log.ts'
import { startMaintenanceTimer } from './runtime/maintenance-timer.ts'
import { createMetrics, type Metrics } from './runtime/metrics.ts'
import { loadSecret } from './runtime/secret.ts'
import type { StoreBroken } from './store/contract/errors.ts'
import type { Failpoints } from './store/contract/failpoints.ts'
import { connect } from './store/dialects/connect.ts'
import { openStore } from './store/open-store.ts'
import { VERSION } from './version.ts'

const LEASE_BYTES = 12

/** Everything, running. */
export type Service = {
  /** The base address, with the port that was really taken. */
  url: string
  /** The port it listens on. */
  port: number
  /** Delivers everything that is due now, whatever the worker is doing. */
  deliver(): Promise<number>
  /** Deletes what the plans no longer keep, and what limits no longer need. */
  purge(): Promise<void>
  /** What is done each hour: the same, unless the clock has jumped. */
  maintenance(): Promise<void>
  metrics: Metrics
  /** Settles once everything is closed. */
  closed: Promise<void>
  /** Stops accepting, finishes what is in flight and the emails in hand, closes. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type ServiceOptions = {
  config: Config
  clock: Clock
  log: Log
  /** 0 ≤ n < 1, for spreading retries. */
  random?: () => number
  /** `by hand`: emails go out and old rows go when `deliver` and `purge` are called; for tests that move the clock. */
  work?: 'at once' | 'by hand'
  /** Told once when the disk failed under the database: the process must end. */
  onBroken?: (error: StoreBroken) => void
  /** How long closing waits for requests that are not finished, in milliseconds; as long as a request may take. */
  patience?: number
  failpoint?: Failpoints
  /** Where the built dashboard stands; where a build puts it unless told. */
  dashboardFolder?: string
}

/** Builds the service and begins to listen; the one place where the rooms meet. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, clock, log } = options
  const failpoint = options.failpoint ?? (() => {})
  const byHand = options.work === 'by hand'
  // What is open is closed in the opposite order, also when opening stops half-way.
  await using opening = new AsyncDisposableStack()

  const keys = createKeys(loadSecret(config))
  const instance = opening.use(lockInstance(config))
  const metrics = createMetrics()
  let worker: OutboxWorker | null = null
  const terms: Terms = {
    plans: config.plans,
    defaultPlan: config.defaultPlan,
    creationLimits: { perHour: config.createPerHour, spacingMs: config.createSpacingMs },
  }
  const store = await openStore({
    connection: await connect(config.database, {
      url: config.listenUrl,
      onDeaf: (reason) => log.warn({ err: reason }, 'live events of other nodes are not heard'),
    }),
    now: clock.now(),
    hmacSecret: keys.hmacSecret,
    minFreeBytes: config.minFreeBytes,
    newLease: () => randomBytes(LEASE_BYTES).toString('base64url'),
    onBroken(error) {
      log.fatal({ err: error }, 'the disk failed: nothing is acknowledged any more')
      options.onBroken?.(error)
    },
    onFault: (error) => log.error({ err: error }, 'the store could not do its own work'),
    onDeliveriesDue: () => worker?.notify(),
    onCommit: (ms) => metrics.observe('formslot_commit_duration_seconds', ms / SECOND),
    failpoint,
  })
  opening.defer(() => store.close())
  const { outbox } = store
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const base = config.baseUrl.replace(/:0$/, `:${port}`)
  const sender = { base, from: config.mailFrom, messageDomain: domainOf(config.mailFrom.address) }
  const actions = bindActions({
    ...terms,
    store,
    keys,
    previewEmail: (about) => previewEmail(sender, about),
  })
  await sayWhatIsKeptShorter(actions, options)
  instance.saveNode()
  await outbox.releaseLeases(instance.node)

  const emailBox = config.smtp ? null : openEmbeddedMailbox(path.join(config.dataDir, 'mailbox'))
  const mailer = config.smtp ? openSmtpMailer({ smtp: config.smtp, dkim: config.dkim }) : emailBox
  if (!mailer) throw new Error('there is neither a mail server nor an embedded mailbox')

  let accepting = true
  const streams = openStreams({ actions, clock, log })
  const eventStreams = openEventStreams({ actions, log })
  const waits = createLongPolls({ actions, clock })
  const server = buildServer({
    actions,
    streams,
    eventStreams,
    waits,
    terms,
    keys,
    clock,
    log,
    metrics,
    base,
    baseIsLoopback: config.baseUrlIsLoopback,
    trusts: createTrust(config.trusts),
    claimConfirm: config.claimConfirm,
    submitPerMinute: config.submitPerMinute,
    emailBox,
    version: VERSION,
    dashboardFolder: options.dashboardFolder ?? DASHBOARD_FOLDER,
    accepting: () => accepting,
    answered: () => failpoint('answered'),
  })
  worker = openOutboxWorker({
    // Each further channel is registered here.
    channels: [createEmailChannel({ mailer, outbox, keys, sender, plans: terms, clock, log })],
    outbox,
    clock,
    jitter: options.random ?? Math.random,
    holder: instance.node,
    log,
    metrics,
    failpoint,
  })
  const { close: closeWorker, drain } = worker
  opening.defer(closeWorker)
  await server.listen({ host: config.host, port })
  opening.defer(async () => {
    accepting = false
    streams.close()
    eventStreams.close()
    waits.close()
    // While it closes, Node looks after no time-outs: a client that never finishes must not hold it up for ever.
    const overdue = setTimeout(() => server.server.closeAllConnections(), options.patience ?? REQUEST_TIMEOUT)
    await server.close()
    clearTimeout(overdue)
  })

  addDeliveryGauges(metrics, { outbox, clock })
  metrics.gauge({
    name: 'formslot_purge_paused',
    help: '1 while nothing is purged because the clock has jumped.',
    async read() {
      const check = await store.maintenance.loadClockCheck()
      return check?.pausedUntil && check.pausedUntil > clock.now() ? 1 : 0
    },
  })
  if (config.metricsListen) opening.use(await listenForMetrics(metrics, config.metricsListen))
  const purge = async (goesOn?: () => boolean) => {
    const now = clock.now()
    await actions.purgeOld(now, goesOn)
    // Its emails hold what submissions held, so they last no longer than those of an unclaimed endpoint.
    const days = unclaimedPlan(config).submissionRetentionDays
    await emailBox?.forget(later(now, -days * DAY))
  }
  const maintenance = opening.use(
    startMaintenanceTimer({ log, checkClock: () => actions.checkClock(clock.now()), purge }),
  )
  if (!byHand) {
    worker.start()
    maintenance.start()
  }

  const opened = opening.move()
  const closed = Promise.withResolvers<void>()
  let closing = false
  const close = () => {
    if (!closing) opened.disposeAsync().then(closed.resolve, closed.reject)
    closing = true
    return closed.promise
  }
  return {
    url: base,
    port,
    deliver: drain,
    purge,
    maintenance: maintenance.tick,
    metrics,
    closed: closed.promise,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Plans that a plans file has taken days away from since the last start. */
async function sayWhatIsKeptShorter(actions: Actions, { clock, log }: ServiceOptions): Promise<void> {
  for (const { name, kept, lowered } of await actions.reviewPlans(clock.now())) {
    log.warn(
      { plan: name, days: kept, before: lowered?.had, since: lowered?.at },
      'a plan keeps less than it did: its owners are told by email, and keep what they had for a week',
    )
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
