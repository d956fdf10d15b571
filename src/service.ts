import { randomBytes, randomInt } from 'node:crypto'
import { type Actions, bindActions } from './actions/actions.ts'
import type { Terms, WebPoster } from './actions/context.ts'
import type { Config } from './config/config.ts'
import type { Channel } from './delivery/channel.ts'
import { createEmailChannel } from './delivery/channels/email/email-channel.ts'
import { type Mail, openMail } from './delivery/channels/email/open-mail.ts'
import type { SmtpTimeouts } from './delivery/channels/email/smtp/smtp-server.ts'
import { createPushWorker, type PushWorker } from './delivery/channels/push/push-worker.ts'
import { createWebChannel } from './delivery/channels/web/web-channel.ts'
import type { Egress, EgressRequest } from './delivery/egress/egress.ts'
import { addDeliveryGauges } from './delivery/gauges.ts'
import { type OutboxWorker, openOutboxWorker } from './delivery/outbox-worker.ts'
import { getCreationsBeforeChallenge } from './domain/challenges/challenge.ts'
import type { Keys } from './domain/keys.ts'
import { unclaimedPlan } from './domain/plans/plan.ts'
import { createMessageMemory } from './domain/spam/message-memory.ts'
import { DAY, later } from './domain/time.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connections.ts'
import { createFormObservations, type FormObservations } from './http/forms/form-observations.ts'
import { createTrust } from './http/kernel/client-address.ts'
import { createCallRate } from './http/limits/call-rate.ts'
import { createQuotaShares } from './http/limits/quota-shares.ts'
import { openServer } from './http/open-server.ts'
import { createKeys } from './ids/keys.ts'
import type { Engines } from './judging/engines/engines.ts'
import { openEngines } from './judging/engines/open-engines.ts'
import { type JudgingWorker, openJudgingWorker } from './judging/judging-worker.ts'
import { createClosing } from './runtime/closing.ts'
import { DASHBOARD_FOLDER } from './runtime/dashboard-build.ts'
import { lockInstance } from './runtime/instance-lock.ts'
import { freePort, listenForMetrics } from './runtime/listening.ts'
import { loadLater } from './runtime/load-later.ts'
import type { Log } from './runtime/log.ts'
import { addMachineGauges } from './runtime/machine-metrics.ts'
import { startMaintenanceTimer } from './runtime/maintenance-timer.ts'
import { createMetrics, type Metrics } from './runtime/metrics.ts'
import { type MachineClock, warnOfSkew } from './runtime/node-clock.ts'
import { loadSecret } from './runtime/secret.ts'
import { createWatchTimer } from './runtime/watch-timer.ts'
import { DurabilityLost, type StoreBroken } from './store/contract/errors.ts'
import type { Failpoints } from './store/contract/failpoints.ts'
import { connect } from './store/dialects/connect.ts'
import { addStoreGauges } from './store/gauges.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import { VERSION } from './version.ts'

const LEASE_BYTES = 12

const loadEgress = loadLater(() => import('./delivery/egress/egress.ts'))
const loadWebPoster = loadLater(() => import('./delivery/channels/web/web-poster.ts'))
const loadPreview = loadLater(() => import('./delivery/channels/email/preview-email.ts'))

/** A running service. */
type Service = {
  /** The base address, with the actual port. */
  url: string
  /** The port it listens on. */
  port: number
  /** Looks at the watches that are due, also while the timer is stopped. */
  lookAtWatches(): Promise<void>
  /** Judges what waits for its verdict and delivers everything that is due now, on all channels or one, also while the workers are stopped. */
  deliver(channel?: string): Promise<number>
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
  clock: MachineClock
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
  /** Maximum time for which a write waits for a lock of another process; shorter in tests. */
  maxLockWaitMs?: number
  failpoint?: Failpoints
  /** See `openReader`; for tests that open many services. */
  readInThisThread?: boolean
  /** Folder of the built dashboard. */
  dashboardFolder?: string
}

/** Parts of the service that the others are built from. */
type Core = {
  options: ServiceOptions
  /** Name of this node in leases. */
  node: string
  port: number
  keys: Keys
  metrics: Metrics
  terms: Terms
  store: Store
  actions: Actions
  /** Base address and sender of emails. */
  sender: { base: string; from: Config['mailFrom']; messageDomain: string }
  mail: Mail
  /** Spam filters of the operator; null without any. */
  engines: Engines | null
  /** Posts to web destinations. */
  web: ReturnType<typeof createWeb>['deps']
}

/** Workers that do after the acknowledgement what a request does not wait for. */
type Workers = { outbox: OutboxWorker; judging: JudgingWorker; push: PushWorker }

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
  const store = await openServiceStore({ options, keys, metrics })
  opening.defer(() => store.close())
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const core = await createCore({ options, node: instance.node, port, keys, metrics, store })
  await announceShorterRetention(core.actions, options)
  warnOfLostSecrets(await core.actions.countLostSecrets(), log)
  instance.saveNode()
  await store.outbox.releaseLeases(instance.node)
  await store.judging.releaseLeases(instance.node)

  const email = createServiceEmailChannel(core)
  // The one place where a channel is registered.
  const channels = [email, createServiceWebChannel(core)]
  const { outbox, judging, push } = openWorkers(core, channels)
  store.onDue('deliveries', outbox.notify)
  store.onDue('judgements', judging.notify)
  store.onDue('pushes', push.notify)
  opening.defer(outbox.close)
  opening.defer(judging.close)
  opening.defer(push.close)
  const observations = createFormObservations({
    save: store.health.addObservations,
    isTimed: options.work !== 'by hand',
    onLost: (reason) => log.warn({ err: reason }, 'observations_not_saved'),
  })
  opening.defer(observations.close)
  opening.use(await openHttp(core, observations, email))
  addMachineGauges(metrics, { config, version: VERSION, clock })
  addStoreGauges(metrics, { store, clock })
  addDeliveryGauges(metrics, { outbox: store.outbox, channels, clock })
  if (config.metricsListen) {
    await metrics.measureProcess()
    opening.use(await listenForMetrics({ metrics, log }, config.metricsListen))
  }
  const purge = createPurge(core, observations)
  warnOfSkew(options)
  const checkClock = () => {
    warnOfSkew(options)
    return core.actions.checkClock(clock.now())
  }
  const maintenance = opening.use(startMaintenanceTimer({ log, checkClock, purge }))
  const watches = opening.use(
    createWatchTimer({
      log,
      metrics,
      clock,
      look: (shouldContinue) => core.actions.lookAtWatches(clock.now(), shouldContinue),
    }),
  )
  if (options.work !== 'by hand') {
    watches.start()
    outbox.start()
    judging.start()
    push.start()
    maintenance.start()
  }
  const { closed, close } = createClosing(opening.move())
  return {
    url: core.sender.base,
    port,
    async lookAtWatches() {
      await core.actions.lookAtWatches(clock.now())
    },
    async deliver(channel) {
      await judging.drain()
      const pushed = channel === undefined || channel === 'push' ? await push.drain() : 0
      return pushed + (await outbox.drain(channel))
    },
    purge,
    maintenance: maintenance.tick,
    metrics,
    closed,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function openServiceStore({
  options,
  keys,
  metrics,
}: Pick<Core, 'options' | 'keys' | 'metrics'>): Promise<Store> {
  const { config, clock, log } = options
  return openStore({
    connection: await connect(config.database, {
      listening: {
        url: config.listenUrl,
        onUnavailable: (reason) => log.warn({ err: reason }, 'live_events_unavailable'),
      },
      ...(clock.follow ? { onClock: clock.follow } : {}),
      ...(options.maxLockWaitMs === undefined ? {} : { lockMs: options.maxLockWaitMs }),
    }),
    now: clock.now(),
    hmacSecret: keys.hmacSecret,
    linkFingerprints: keys.linkFingerprints,
    minFreeBytes: config.minFreeBytes,
    maxLockWaitMs: options.maxLockWaitMs,
    newLease: () => randomBytes(LEASE_BYTES).toString('base64url'),
    onBroken(error) {
      log.fatal({ err: error }, error instanceof DurabilityLost ? 'durability_lost' : 'disk_failed')
      options.onBroken?.(error)
    },
    onFault: (error) => log.error({ err: error }, 'store_maintenance_failed'),
    readInThisThread: options.readInThisThread,
    onReadingThreadEnd: (error) => log.error({ err: error }, 'reading_thread_ended'),
    metrics,
    failpoint: options.failpoint,
  })
}

async function createCore(
  parts: Pick<Core, 'options' | 'node' | 'port' | 'keys' | 'metrics' | 'store'>,
): Promise<Core> {
  const { options, port, keys, metrics, store } = parts
  const { config, log, signInDelay = Math.random } = options
  const base = config.baseUrl.replace(/:0$/, `:${port}`)
  const { address } = config.mailFrom
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const sender = { base, from: config.mailFrom, messageDomain: domain }
  const terms: Terms = {
    plans: config.plans,
    defaultPlan: config.defaultPlan,
    creationLimits: { perHour: config.createPerHour, spacingMs: config.createSpacingMs },
  }
  const engines = await openEngines({ settings: config.spamEngines, domain, log, metrics })
  const web = createWeb({ options, keys, base })
  const actions = bindActions({
    ...terms,
    web: web.poster,
    store,
    keys,
    previewEmail: async (about) => (await loadPreview()).previewEmail(sender, about),
    signInDelay,
    ownOrigin: new URL(base).origin,
    hasSpamEngines: engines !== null,
    keepsEmails: config.smtp === null,
    messages: createMessageMemory(randomInt(2 ** 32)),
  })
  const mail = await openMail(config, options.smtpTimeouts ?? {})
  return { ...parts, terms, actions, sender, mail, engines, web: web.deps }
}

/** Builds what posts to web destinations. The one door to the network is opened when it is first used. */
function createWeb({ options, keys, base }: Pick<Core, 'options' | 'keys'> & { base: string }) {
  const { config, clock } = options
  let opening: Promise<Egress> | null = null
  const open = () => {
    opening ??= loadEgress().then(({ createEgress }) => createEgress(config.egress))
    return opening
  }
  const deps = {
    keys,
    base,
    clock,
    userAgent: `Formslot/${VERSION}`,
    egress: { send: async (request: EgressRequest) => (await open()).send(request) },
  }
  const poster = async () => (await loadWebPoster()).createWebPoster(deps, await open(), config.egress)
  return {
    deps,
    poster: {
      newSigningSecret: async () => (await poster()).newSigningSecret(),
      findFault: async (kind, url) => (await poster()).findFault(kind, url),
      test: async (about) => (await poster()).test(about),
    } satisfies WebPoster,
  }
}

/** Returns what records the result of an attempt, and counts the destinations that it disables. */
function countDisabled({ actions, metrics }: Pick<Core, 'actions' | 'metrics'>) {
  return async (result: Parameters<Actions['recordDestinationResult']>[0]): Promise<void> => {
    if (await actions.recordDestinationResult(result)) metrics.count('formslot_destinations_disabled_total')
  }
}

/** Creates the channel that posts to webhooks and chats. */
function createServiceWebChannel(core: Core): Channel {
  return createWebChannel({ ...core.web, plans: core.terms, recordResult: countDisabled(core) })
}

/** Creates the channel that delivers emails. */
function createServiceEmailChannel(core: Core): Channel {
  const { keys, sender, mail, terms: plans } = core
  const { config, clock, log } = core.options
  const { outbox } = core.store
  const { mailer } = mail
  return createEmailChannel({ mailer, outbox, keys, sender, plans, ceiling: config.emailCeiling, clock, log })
}

function openWorkers(core: Core, channels: readonly Channel[]): Workers {
  const { options, node: holder, metrics, store, keys, actions, engines, web } = core
  const { clock, log, random: jitter = Math.random, failpoint } = options
  const shared = { clock, holder, log, metrics, failpoint }
  return {
    outbox: openOutboxWorker({ ...shared, outbox: store.outbox, channels, jitter }),
    judging: openJudgingWorker({
      ...shared,
      judging: store.judging,
      engines,
      submissionId: keys.submissionId,
      hashWords: keys.spamWordHashes,
      settle: actions.settleJudgement,
    }),
    push: createPushWorker({
      ...shared,
      egress: web.egress,
      userAgent: web.userAgent,
      list: actions.listPushingQueues,
      begin: actions.beginPush,
      end: actions.endPush,
      watch: (queueKey, listener) => store.queues.watch(queueKey, listener),
      recordResult: countDisabled(core),
    }),
  }
}

/** Builds the HTTP server, starts listening, and returns what stops it. */
function openHttp(
  core: Core,
  observations: FormObservations,
  email: Pick<Channel, 'breaker'>,
): Promise<AsyncDisposable> {
  const { options, port, keys, metrics, terms, actions, mail } = core
  const { config, clock, log, failpoint } = options
  return openServer(
    {
      actions,
      terms,
      keys,
      clock,
      log,
      metrics,
      observations,
      emailsDelayedSince: email.breaker.brokenSince,
      base: core.sender.base,
      securityContact: config.securityContact,
      mailboxIsServed: config.mailboxIsServed,
      trusts: createTrust(config.trusts),
      challenges: {
        ...config.challenges,
        creationsBefore: getCreationsBeforeChallenge(config.emailCeiling.perHour),
      },
      claimConfirm: config.claimConfirm,
      submitPerMinute: config.submitPerMinute,
      callRate: createCallRate(config.callsPerMinute),
      quotaShares: createQuotaShares(config.submitPerMinute),
      emailBox: mail.emailBox,
      version: VERSION,
      dashboardFolder: options.dashboardFolder ?? DASHBOARD_FOLDER,
      connectionLimits: { ...CONNECTION_LIMITS, ...options.connectionLimits },
      answered: failpoint && (() => failpoint('answered')),
    },
    { host: config.host, port, closeTimeoutMs: options.closeTimeoutMs },
  )
}

function createPurge({ options, actions, mail }: Core, observations: FormObservations) {
  const { config, clock, log } = options
  return async (goesOn?: () => boolean): Promise<void> => {
    const now = clock.now()
    await actions.makeSpamDigests(now, goesOn)
    await actions.purgeOld(now, goesOn)
    // Its emails contain submissions, so they are kept no longer than those of an unclaimed endpoint.
    const days = unclaimedPlan(config).submissionRetentionDays
    await mail.emailBox?.forget(later(now, -days * DAY))
    await observations.flush()
    await actions.announceFindings(now, goesOn)
    const { resealed, lost } = await actions.resealSecrets(goesOn)
    if (resealed > 0) log.info({ destinations: resealed }, 'secrets_resealed')
    warnOfLostSecrets(lost, log)
  }
}

/** Logs that destinations get nothing, because no link secret of this instance opens their secrets. */
function warnOfLostSecrets(destinations: number, log: Log): void {
  if (destinations === 0) return
  const fix = 'name the link secret that sealed them in FORMSLOT_OLD_LINK_SECRET, and run the doctor'
  log.error({ destinations, fix }, 'secrets_lost')
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
