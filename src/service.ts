import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { type Actions, bindActions } from './actions/actions.ts'
import type { Terms } from './actions/context.ts'
import type { Config } from './config/config.ts'
import type { Channel } from './delivery/channel.ts'
import { createEmailChannel } from './delivery/channels/email/email-channel.ts'
import type { EmbeddedMailbox } from './delivery/channels/email/embedded-mailbox.ts'
import type { Mailer } from './delivery/channels/email/mailer.ts'
import type { SmtpTimeouts } from './delivery/channels/email/smtp/smtp-server.ts'
import { addDeliveryGauges } from './delivery/gauges.ts'
import { type OutboxWorker, openOutboxWorker } from './delivery/outbox-worker.ts'
import type { Keys } from './domain/keys.ts'
import { unclaimedPlan } from './domain/plans/plan.ts'
import { createMessageMemory } from './domain/spam/message-memory.ts'
import { type Clock, DAY, later, SECOND } from './domain/time.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connections.ts'
import { createFormObservations, type FormObservations } from './http/forms/form-observations.ts'
import { createTrust } from './http/kernel/client-address.ts'
import { createCallRate } from './http/limits/call-rate.ts'
import { createQuotaShares } from './http/limits/quota-shares.ts'
import { openServer } from './http/open-server.ts'
import { createKeys } from './ids/keys.ts'
import type { Engines } from './judging/engines/engines.ts'
import { type JudgingWorker, openJudgingWorker } from './judging/judging-worker.ts'
import { DASHBOARD_FOLDER } from './runtime/dashboard-build.ts'
import { lockInstance } from './runtime/instance-lock.ts'
import { freePort, listenForMetrics } from './runtime/listening.ts'
import { loadLater } from './runtime/load-later.ts'
import type { Log } from './runtime/log.ts'
import { addMachineGauges } from './runtime/machine-metrics.ts'
import { startMaintenanceTimer } from './runtime/maintenance-timer.ts'
import { createMetrics, type Metrics } from './runtime/metrics.ts'
import { MAX_SKEW_MS, type NodeClock } from './runtime/node-clock.ts'
import { loadSecret } from './runtime/secret.ts'
import { DurabilityLost, type StoreBroken } from './store/contract/errors.ts'
import type { Failpoints } from './store/contract/failpoints.ts'
import type { Store } from './store/contract/store.ts'
import { connect } from './store/dialects/connect.ts'
import { openStore } from './store/open-store.ts'
import { VERSION } from './version.ts'

const LEASE_BYTES = 12

const loadPreview = loadLater(() => import('./delivery/channels/email/preview-email.ts'))

/** A running service. */
type Service = {
  /** The base address, with the actual port. */
  url: string
  /** The port it listens on. */
  port: number
  /** Judges what waits for its verdict and delivers everything that is due now, also while the workers are stopped. */
  deliver(): Promise<number>
  /** Deletes data that is older than its retention, and expired rows of limits. */
  purge(): Promise<void>
  /** Runs the hourly maintenance now: `purge`, unless the clock has jumped. */
  maintenance(): Promise<void>
  metrics: Metrics
  /** Resolves once everything is closed. */
  closed: Promise<void>
  /** Stops accepting, finishes requests and deliveries in progress, and closes. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type ServiceOptions = {
  config: Config
  /** A plain clock ignores that of the database; for tests that move it. */
  clock: Clock & Partial<NodeClock>
  log: Log
  /** 0 ≤ n < 1, for the jitter of retries. */
  random?: () => number
  /** 0 ≤ n < 1, for the delay of sign-in emails. */
  signInDelay?: () => number
  /** `by hand`: deliveries and purges happen only when `deliver` and `purge` are called; for tests that move the clock. */
  work?: 'at once' | 'by hand'
  /** Called once when the disk under the database failed: the process must exit. */
  onBroken?: (error: StoreBroken) => void
  /** Milliseconds for which closing waits for unfinished requests; default: the request timeout. */
  closeTimeoutMs?: number
  /** Limits other than those of a real service, for tests. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Time limits of conversations with the mail server; shorter in tests. */
  smtpTimeouts?: Partial<SmtpTimeouts>
  failpoint?: Failpoints
  /** Folder of the built dashboard. */
  dashboardFolder?: string
}

/** Parts of the service that the others are built from. */
type Core = {
  keys: Keys
  metrics: Metrics
  terms: Terms
  store: Store
  actions: Actions
  /** Base address and sender of emails. */
  sender: { base: string; from: Config['mailFrom']; messageDomain: string }
  emailBox: EmbeddedMailbox | null
  /** Spam filters of the operator; null without any. */
  engines: Engines | null
}

/** Builds the service and starts listening; the only place where the rooms meet. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, clock, log } = options
  // Everything is closed in reverse order, also when opening fails halfway.
  await using opening = new AsyncDisposableStack()
  const secret = loadSecret(config)
  const links = { current: config.linkSecret ?? secret, old: config.oldLinkSecret, clock }
  const keys = createKeys(secret, links)
  const instance = opening.use(lockInstance(config))
  const metrics = createMetrics()
  let worker: OutboxWorker | null = null
  let judging: JudgingWorker | null = null
  const store = await openServiceStore({
    options,
    keys,
    metrics,
    onDeliveriesDue: () => worker?.notify(),
    onJudgingDue: () => judging?.notify(),
  })
  opening.defer(() => store.close())
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const signInDelay = options.signInDelay ?? Math.random
  const core = await createCore({ config, keys, metrics, store, port, signInDelay, log })
  await announceShorterRetention(core.actions, options)
  instance.saveNode()
  await store.outbox.releaseLeases(instance.node)
  await store.judging.releaseLeases(instance.node)

  const channels = await openChannels(core, options)
  worker = openWorker({ core, options, channels, node: instance.node })
  const { close: closeWorker, drain: drainOutbox } = worker
  opening.defer(closeWorker)
  judging = openJudging({ core, options, node: instance.node })
  const { close: closeJudging, drain: drainJudging } = judging
  opening.defer(closeJudging)
  const observations = createFormObservations({
    save: store.health.addObservations,
    isTimed: options.work !== 'by hand',
    onLost: (reason) => log.warn({ err: reason }, 'observations_not_saved'),
  })
  opening.defer(observations.close)
  opening.use(await openHttp({ core, observations, options, port }))
  addGauges({ core, options, channels })
  if (config.metricsListen) {
    await metrics.measureProcess()
    opening.use(await listenForMetrics({ metrics, log }, config.metricsListen))
  }
  const purge = createPurge({ core, observations, config, clock })
  warnOfSkew(options)
  const checkClock = () => {
    warnOfSkew(options)
    return core.actions.checkClock(clock.now())
  }
  const maintenance = opening.use(startMaintenanceTimer({ log, checkClock, purge }))
  if (options.work !== 'by hand') {
    worker.start()
    judging.start()
    maintenance.start()
  }
  const { closed, close } = createClosing(opening.move())
  return {
    url: core.sender.base,
    port,
    async deliver() {
      await drainJudging()
      return drainOutbox()
    },
    purge,
    maintenance: maintenance.tick,
    metrics,
    closed,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function openServiceStore(parts: {
  options: ServiceOptions
  keys: Keys
  metrics: Metrics
  onDeliveriesDue(): void
  onJudgingDue(): void
}): Promise<Store> {
  const { options, keys, metrics } = parts
  const { config, clock, log } = options
  return openStore({
    connection: await connect(config.database, {
      listening: {
        url: config.listenUrl,
        onUnavailable: (reason) => log.warn({ err: reason }, 'live_events_unavailable'),
      },
      ...(clock.follow ? { onClock: clock.follow } : {}),
    }),
    now: clock.now(),
    hmacSecret: keys.hmacSecret,
    linkFingerprints: keys.linkFingerprints,
    minFreeBytes: config.minFreeBytes,
    newLease: () => randomBytes(LEASE_BYTES).toString('base64url'),
    onBroken(error) {
      log.fatal({ err: error }, error instanceof DurabilityLost ? 'durability_lost' : 'disk_failed')
      options.onBroken?.(error)
    },
    onFault: (error) => log.error({ err: error }, 'store_maintenance_failed'),
    onDeliveriesDue: parts.onDeliveriesDue,
    onJudgingDue: parts.onJudgingDue,
    onCommit: (ms) => metrics.observe('formslot_commit_duration_seconds', ms / SECOND),
    failpoint: options.failpoint ?? (() => {}),
  })
}

async function createCore(parts: {
  config: Config
  keys: Keys
  metrics: Metrics
  store: Store
  port: number
  signInDelay(): number
  log: Log
}): Promise<Core> {
  const { config, keys, metrics, store, port, log } = parts
  const base = config.baseUrl.replace(/:0$/, `:${port}`)
  const sender = { base, from: config.mailFrom, messageDomain: getDomain(config.mailFrom.address) }
  const terms: Terms = {
    plans: config.plans,
    defaultPlan: config.defaultPlan,
    creationLimits: { perHour: config.createPerHour, spacingMs: config.createSpacingMs },
  }
  const engines = await openEngines(config.spamEngines, { domain: sender.messageDomain, log, metrics })
  const actions = bindActions({
    ...terms,
    store,
    keys,
    previewEmail: async (about) => (await loadPreview()).previewEmail(sender, about),
    signInDelay: parts.signInDelay,
    ownOrigin: new URL(base).origin,
    hasSpamEngines: engines !== null,
    messages: createMessageMemory(randomInt(2 ** 32)),
  })
  const emailBox = config.smtp ? null : await openMailbox(config)
  return { keys, metrics, terms, store, actions, sender, emailBox, engines }
}

/** Creates the clients of the operator's spam filters; a service without any does not load them. */
async function openEngines(
  settings: Config['spamEngines'],
  deps: { domain: string; log: Log; metrics: Metrics },
): Promise<Engines | null> {
  if (!settings.rspamd && !settings.spamd) return null
  const { createEngines } = await import('./judging/engines/engines.ts')
  return createEngines({ settings, ...deps })
}

/** Opens the embedded mailbox; a service with a mail server does not load it. */
async function openMailbox({ dataDir }: Config): Promise<EmbeddedMailbox> {
  const { MAILBOX_NAME, openEmbeddedMailbox } = await import('./delivery/channels/email/embedded-mailbox.ts')
  return openEmbeddedMailbox(path.join(dataDir, MAILBOX_NAME))
}

/** Opens the channels that the outbox is delivered by: the one place where a channel is registered. */
async function openChannels(core: Core, options: ServiceOptions): Promise<Channel[]> {
  const { keys, sender, emailBox, terms: plans } = core
  const { outbox } = core.store
  const { config, clock, log } = options
  const mailer = config.smtp ? await openMailServer(config.smtp, options) : emailBox
  if (!mailer) throw new Error('there is neither a mail server nor an embedded mailbox')
  return [
    createEmailChannel({ mailer, outbox, keys, sender, plans, ceiling: config.emailCeiling, clock, log }),
  ]
}

async function openMailServer(
  smtp: NonNullable<Config['smtp']>,
  { config, smtpTimeouts = {} }: ServiceOptions,
): Promise<Mailer> {
  const { openSmtpMailer } = await import('./delivery/channels/email/smtp/smtp-mailer.ts')
  return openSmtpMailer({ smtp, dkim: config.dkim, timeouts: smtpTimeouts })
}

function openWorker(parts: {
  core: Core
  options: ServiceOptions
  channels: readonly Channel[]
  node: string
}): OutboxWorker {
  const { core, options, channels, node } = parts
  const { clock, log } = options
  const { metrics, store } = core
  return openOutboxWorker({
    channels,
    outbox: store.outbox,
    clock,
    jitter: options.random ?? Math.random,
    holder: node,
    log,
    metrics,
    failpoint: options.failpoint ?? (() => {}),
  })
}

function openJudging(parts: { core: Core; options: ServiceOptions; node: string }): JudgingWorker {
  const { core, options, node } = parts
  const { clock, log } = options
  const { metrics, store, keys, actions } = core
  return openJudgingWorker({
    judging: store.judging,
    engines: core.engines,
    submissionId: keys.submissionId,
    hashWords: keys.spamWordHashes,
    settle: actions.settleJudgement,
    clock,
    holder: node,
    log,
    metrics,
    failpoint: options.failpoint ?? (() => {}),
  })
}

/** Builds the HTTP server, starts listening, and returns what stops it. */
function openHttp(parts: {
  core: Core
  observations: FormObservations
  options: ServiceOptions
  port: number
}): Promise<AsyncDisposable> {
  const { core, observations, options, port } = parts
  const { keys, metrics, terms, actions, emailBox } = core
  const { config, clock, log } = options
  return openServer(
    {
      actions,
      terms,
      keys,
      clock,
      log,
      metrics,
      observations,
      base: core.sender.base,
      securityContact: config.securityContact,
      mailboxIsServed: config.mailboxIsServed,
      trusts: createTrust(config.trusts),
      challenges: config.challenges,
      claimConfirm: config.claimConfirm,
      submitPerMinute: config.submitPerMinute,
      callRate: createCallRate(config.callsPerMinute),
      quotaShares: createQuotaShares(config.submitPerMinute),
      emailBox,
      version: VERSION,
      dashboardFolder: options.dashboardFolder ?? DASHBOARD_FOLDER,
      connectionLimits: { ...CONNECTION_LIMITS, ...options.connectionLimits },
      answered: () => options.failpoint?.('answered'),
    },
    { host: config.host, port, closeTimeoutMs: options.closeTimeoutMs },
  )
}

function addGauges(parts: { core: Core; options: ServiceOptions; channels: readonly Channel[] }): void {
  const { channels } = parts
  const { clock, config } = parts.options
  const { metrics, store } = parts.core
  addMachineGauges(metrics, config, VERSION)
  metrics.gauge({
    name: 'formslot_queue_messages',
    help: 'Messages in all queues together: backlog (in flight ones included) and dead ones.',
    label: 'state',
    read: store.queues.countAll,
  })
  metrics.gauge({
    name: 'formslot_clock_skew_seconds',
    help: 'Time by which the clock of this machine is ahead of that of PostgreSQL, which the service uses.',
    read: () => (clock.skewMs?.() ?? 0) / SECOND,
  })
  addDeliveryGauges(metrics, { outbox: store.outbox, channels, clock })
  metrics.gauge({
    name: 'formslot_purge_paused',
    help: '1 while nothing is purged because the clock has jumped.',
    async read() {
      const check = await store.maintenance.loadClockCheck()
      return check?.pausedUntil && check.pausedUntil > clock.now() ? 1 : 0
    },
  })
}

/** Warns of a wrong clock: the service uses that of the database, but its log and other programs do not. */
function warnOfSkew({ clock, log }: ServiceOptions): void {
  const skewMs = clock.skewMs?.() ?? 0
  if (Math.abs(skewMs) > MAX_SKEW_MS) log.warn({ seconds: skewMs / SECOND }, 'clock_differs_from_database')
}

function createPurge(parts: { core: Core; observations: FormObservations; config: Config; clock: Clock }) {
  const { core, observations, config, clock } = parts
  return async (goesOn?: () => boolean): Promise<void> => {
    const now = clock.now()
    await core.actions.makeSpamDigests(now, goesOn)
    await core.actions.purgeOld(now, goesOn)
    // Its emails contain submissions, so they are kept no longer than those of an unclaimed endpoint.
    const days = unclaimedPlan(config).submissionRetentionDays
    await core.emailBox?.forget(later(now, -days * DAY))
    await observations.flush()
    await core.actions.announceFindings(now, goesOn)
  }
}

function createClosing(opened: AsyncDisposableStack): { closed: Promise<void>; close(): Promise<void> } {
  const closed = Promise.withResolvers<void>()
  let closing = false
  const close = () => {
    if (!closing) opened.disposeAsync().then(closed.resolve, closed.reject)
    closing = true
    return closed.promise
  }
  return { closed: closed.promise, close }
}

/** Logs the plans whose retention the plans file has shortened since the last start; their owners are notified by email. */
async function announceShorterRetention(actions: Actions, { clock, log }: ServiceOptions): Promise<void> {
  for (const { name, retention, reduction } of await actions.reviewPlans(clock.now())) {
    log.warn(
      { plan: name, days: retention, previous_days: reduction?.before, since: reduction?.at },
      'plan_retention_shortened',
    )
  }
}

function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
