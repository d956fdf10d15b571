import { randomBytes, randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { type Actions, bindActions } from './actions/actions.ts'
import type { DeviceSender, Terms, WebPoster } from './actions/context.ts'
import type { FileReconciliation } from './actions/files/reconcile-files.ts'
import { takesBounces } from './config/bounces.ts'
import type { Config } from './config/config.ts'
import type { AttachedFiles } from './delivery/attached-files.ts'
import type { Channel } from './delivery/channel.ts'
import { createDeviceWorker, type DeviceWorker } from './delivery/channels/devices/device-worker.ts'
import { type Bounces, openBounces } from './delivery/channels/email/bounces/open-bounces.ts'
import { createEmailChannel, type EmailChannel } from './delivery/channels/email/email-channel.ts'
import { createEmailCounts, type EmailCounts } from './delivery/channels/email/email-counts.ts'
import { addEmailGauges } from './delivery/channels/email/email-gauges.ts'
import { type Mail, openMail } from './delivery/channels/email/open-mail.ts'
import type { SmtpTimeouts } from './delivery/channels/email/smtp/smtp-server.ts'
import type { Sender } from './delivery/channels/email/templates/email.ts'
import { type WatchedReputation, watchReputation } from './delivery/channels/email/watched-reputation.ts'
import { createPushWorker, type PushWorker } from './delivery/channels/push/push-worker.ts'
import { createWebChannel } from './delivery/channels/web/web-channel.ts'
import type { Egress, EgressRequest } from './delivery/egress/egress.ts'
import type { Encryption } from './delivery/encryption/encryption.ts'
import { addDeliveryGauges } from './delivery/gauges.ts'
import { type OutboxWorker, openOutboxWorker } from './delivery/outbox-worker.ts'
import { getCreationsBeforeChallenge } from './domain/challenges/challenge.ts'
import type { Keys } from './domain/keys.ts'
import type { EmailEvent } from './domain/outbox/email-counts.ts'
import { unclaimedPlan } from './domain/plans/plan.ts'
import { createMessageMemory } from './domain/spam/message-memory.ts'
import { DAY, later } from './domain/time.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connections.ts'
import { createFormObservations, type FormObservations } from './http/forms/form-observations.ts'
import { createTrust } from './http/kernel/client-address.ts'
import { createCallRate } from './http/limits/call-rate.ts'
import { createQuotaShares } from './http/limits/quota-shares.ts'
import { openServer } from './http/open-server.ts'
import { UPLOAD_TIMES, type UploadTimes } from './http/uploads/body-stream.ts'
import { createUploadPlaces } from './http/uploads/upload-places.ts'
import { createKeys } from './ids/keys.ts'
import type { Engines } from './judging/engines/engines.ts'
import { openEngines } from './judging/engines/open-engines.ts'
import type { FileScanner } from './judging/file-scanner.ts'
import { type JudgingWorker, openJudgingWorker } from './judging/judging-worker.ts'
import { openFileScanner } from './judging/open-file-scanner.ts'
import { createClosing } from './runtime/closing.ts'
import { DASHBOARD_FOLDER } from './runtime/dashboard-build.ts'
import { lockInstance } from './runtime/instance-lock.ts'
import { freePort, listenForMetrics } from './runtime/listening.ts'
import { loadLater } from './runtime/load-later.ts'
import type { Log } from './runtime/log.ts'
import { addMachineGauges } from './runtime/machine-metrics.ts'
import { startMaintenanceTimer } from './runtime/maintenance-timer.ts'
import { createMetrics, type Metrics } from './runtime/metrics.ts'
import { createMinuteTimer } from './runtime/minute-timer.ts'
import { type MachineClock, warnOfSkew } from './runtime/node-clock.ts'
import { loadSecret } from './runtime/secret.ts'
import { createWatchTimer } from './runtime/watch-timer.ts'
import { DurabilityLost, type FilesUnavailable, type StoreBroken } from './store/contract/errors.ts'
import type { Failpoints } from './store/contract/failpoints.ts'
import { connect } from './store/dialects/connect.ts'
import { MARKER_FIX } from './store/files/file-store.ts'
import { addFileGauges } from './store/files/gauges.ts'
import { nameFilePoints } from './store/files/name-file-points.ts'
import { openFileStore } from './store/files/open-file-store.ts'
import { createSpool, type Spool } from './store/files/spool.ts'
import { addStoreGauges } from './store/gauges.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import { VERSION } from './version.ts'

const LEASE_BYTES = 12
const PURGES_PER_DAY = 24
/** The first purge after the start finds too young what an earlier process left; this one compares files with their rows. */
const COMPARING_PURGE = 2

const loadEgress = loadLater(() => import('./delivery/egress/egress.ts'))
const loadWebPoster = loadLater(() => import('./delivery/channels/web/web-poster.ts'))
const loadDeviceSender = loadLater(() => import('./delivery/channels/devices/device-sender.ts'))
const loadEncryption = loadLater(() => import('./delivery/encryption/encryption.ts'))
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
  /** Records that this node runs, also while the timer is stopped. */
  recordNode(): Promise<void>
  /** Records for the status page, also while the timer is stopped. */
  recordStatus(): Promise<void>
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
  /** Milliseconds for which closing waits for unfinished requests; default: 20 seconds. */
  closeTimeoutMs?: number
  /** Limits other than those of a real service, for tests. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Time limits of submissions with files; shorter in tests. */
  uploadTimes?: Partial<UploadTimes>
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
  sender: Sender
  mail: Mail
  /** Spam filters of the operator; null without any. */
  engines: Engines | null
  /** Scanner of files of the operator; null without one. */
  scanner: FileScanner | null
  /** Receives files. */
  spool: Spool
  /** Posts to web destinations. */
  web: ReturnType<typeof createWeb>['deps']
  /** Sends notifications to devices. */
  devices: DeviceSender
  attachedFiles: AttachedFiles
  encryption: Encryption
}

/** Workers that do after the acknowledgement what a request does not wait for. */
type Workers = { outbox: OutboxWorker; judging: JudgingWorker; push: PushWorker; devices: DeviceWorker }

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
  opening.defer(core.encryption.close)
  await announceShorterRetention(core.actions, options)
  warnOfLostSecrets(await core.actions.countLostSecrets(), log)
  instance.saveNode()
  await store.outbox.releaseLeases(instance.node)
  await store.judging.releaseLeases(instance.node)

  const counts = createEmailCounts({
    save: store.emailCounts.add,
    clock,
    isTimed: options.work !== 'by hand',
    onLost: (reason) => log.warn({ err: reason }, 'email_counts_not_saved'),
  })
  opening.defer(counts.close)
  const reputation = watchReputation({ ...store.emailCounts, log })
  const email = createServiceEmailChannel(core, { counts, reputation })
  // The one place where a channel is registered.
  const channels = [email, createServiceWebChannel(core)]
  const { outbox, judging, push, devices } = openWorkers(core, channels)
  store.onDue('deliveries', outbox.notify)
  store.onDue('judgements', judging.notify)
  store.onDue('pushes', push.notify)
  store.onDue('devices', devices.wake)
  opening.defer(outbox.close)
  opening.defer(judging.close)
  opening.defer(push.close)
  opening.defer(devices.close)
  const observations = createFormObservations({
    save: store.health.addObservations,
    isTimed: options.work !== 'by hand',
    onLost: (reason) => log.warn({ err: reason }, 'observations_not_saved'),
  })
  opening.defer(observations.close)
  const bounces = opening.use(await openServiceBounces(core, counts))
  opening.use(await openHttp(core, { observations, email, counts, bounces }))
  addMachineGauges(metrics, { config, version: VERSION, clock })
  addStoreGauges(metrics, { store, clock })
  addFileGauges(metrics, { store, spool: core.spool, clock })
  addDeliveryGauges(metrics, { outbox: store.outbox, channels, clock })
  addEmailGauges(metrics, { email, reputation, ceiling: config.emailCeiling, clock })
  if (config.metricsListen) {
    await metrics.measureProcess()
    opening.use(await listenForMetrics({ metrics, log }, config.metricsListen))
  }
  const purge = createPurge(core, observations, counts)
  warnOfSkew(options)
  const checkClock = () => {
    warnOfSkew(options)
    return core.actions.checkClock(clock.now())
  }
  const maintenance = opening.use(startMaintenanceTimer({ log, checkClock, purge }))
  // Closed before the maintenance, which waits for the scan in progress.
  opening.defer(() => core.scanner?.close())
  const watches = opening.use(
    createWatchTimer({
      log,
      metrics,
      clock,
      look: (shouldContinue) => core.actions.lookAtWatches(clock.now(), shouldContinue),
    }),
  )
  const recordStatus = async () =>
    core.actions.recordStatus({ emailsDelayedSince: await email.breaker.brokenSince(), now: clock.now() })
  const startedAt = clock.now()
  const recordNode = () =>
    core.actions.recordNode({
      ...{ name: `${hostname()}:${port}`, version: VERSION, startedAt },
      seenAt: clock.now(),
    })
  const minuteTimer = opening.use(
    createMinuteTimer({
      clock,
      async run() {
        await recordNode().catch((error) => log.warn({ err: error }, 'node_not_recorded'))
        if (config.hasStatusPage) await recordStatus()
      },
      // The minutes without a record are what the page shows.
      onFault: (error) => log.warn({ err: error }, 'status_not_recorded'),
    }),
  )
  if (options.work !== 'by hand') {
    minuteTimer.start()
    watches.start()
    outbox.start()
    judging.start()
    push.start()
    devices.start()
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
      const notified = channel === undefined || channel === 'devices' ? await devices.drain() : 0
      return pushed + notified + (await outbox.drain(channel))
    },
    recordNode,
    recordStatus,
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
  const handlesBounces = takesBounces(config.bounces, config.operatorToken)
  const sender = { base, from: config.mailFrom, messageDomain: domain, handlesBounces }
  const terms: Terms = {
    plans: config.plans,
    defaultPlan: config.defaultPlan,
    creationLimits: { perHour: config.createPerHour, spacingMs: config.createSpacingMs },
  }
  const engines = await openEngines({ settings: config.spamEngines, domain, log, metrics })
  const web = createWeb({ options, keys, base })
  const encryption = createEncryption(web.deps, log)
  const devices = createDevices(web, { base, contact: `mailto:${address}` })
  const loadSealing = loadLater(async () => {
    const { createSealing } = await import('./delivery/channels/email/encrypted/sealed-submission.ts')
    const onFault = (error: unknown) => log.error({ err: error }, 'submission_not_encrypted')
    return createSealing({ encryptor: encryption, onFault })
  })
  const files = nameFilePoints(await openFiles(config, keys, options.clock), options.failpoint)
  const scanner = await openFileScanner(config.clamd?.server ?? null, {
    rows: store.files,
    fileStore: files.fileStore,
    ...{ clock: options.clock, log, metrics },
  })
  const actions = bindActions({
    ...terms,
    web: web.poster,
    devices,
    emailKeys: {
      ...encryption,
      seal: async (submission) => (await loadSealing())(submission),
    },
    store,
    keys,
    previewEmail: async (about) => (await loadPreview()).previewEmail(sender, about),
    signInDelay,
    ownOrigin: new URL(base).origin,
    hasSpamEngines: engines !== null,
    hasScanner: scanner !== null,
    keepsEmails: config.smtp === null,
    messages: createMessageMemory(randomInt(2 ** 32)),
    ...files,
  })
  const mail = await openMail(config, options.smtpTimeouts ?? {})
  const attachedFiles: AttachedFiles = {
    listFilesOf: store.files.listFilesOf,
    open: files.fileStore.open,
    isScanRequired: files.isScanRequired,
  }
  return {
    ...parts,
    terms,
    actions,
    sender,
    mail,
    engines,
    scanner,
    web: web.deps,
    devices,
    encryption,
    attachedFiles,
    spool: files.spool,
  }
}

/** Opens where files are stored and received. */
async function openFiles(
  { files, clamd, minFreeBytes }: Config,
  { newFilePlace }: Keys,
  clock: MachineClock,
) {
  return {
    fileStore: await openFileStore(files, clock),
    spool: createSpool({
      folder: files.spoolFolder,
      newName: newFilePlace,
      minFreeBytes,
      flushes: files.kind === 'folder',
    }),
    isScanRequired: clamd?.isRequired ?? false,
  }
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
    open,
    poster: {
      newSigningSecret: async () => (await poster()).newSigningSecret(),
      findFault: async (kind, url) => (await poster()).findFault(kind, url),
      test: async (about) => (await poster()).test(about),
    } satisfies WebPoster,
  }
}

/** Builds what sends notifications to devices; its code is loaded with the first device. */
function createDevices(
  { open, deps: { userAgent } }: ReturnType<typeof createWeb>,
  { base, contact }: { base: string; contact: string },
): DeviceSender {
  // Push services accept an https address or a mailto: address as the contact.
  const about = { userAgent, contact: base.startsWith('https:') ? base : contact, randomBytes }
  const load = async () => {
    const [{ createDeviceSender }, egress] = await Promise.all([loadDeviceSender(), open()])
    return createDeviceSender({ ...about, egress })
  }
  return {
    findFault: async (subscription) => (await load()).findFault(subscription),
    send: async (to, given) => (await load()).send(to, given),
  }
}

/** Builds what encrypts emails and reads keys; its code is loaded with the first key. */
function createEncryption({ egress, userAgent }: ReturnType<typeof createWeb>['deps'], log: Log): Encryption {
  let opening: Promise<Encryption> | null = null
  const open = () => {
    const onFault = (error: unknown) => log.error({ err: error }, 'email_key_not_read')
    opening ??= loadEncryption()
      .then((module) => module.createEncryption({ egress, userAgent, onFault }))
      .catch((error: unknown) => {
        // It may be over at the next use.
        opening = null
        throw error
      })
    return opening
  }
  return {
    encrypt: async (...given) => (await open()).encrypt(...given),
    readPasted: async (...given) => (await open()).readPasted(...given),
    lookUp: async (...given) => (await open()).lookUp(...given),
    close: async () => (await opening)?.close(),
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
  return createWebChannel({
    ...core.web,
    plans: core.terms,
    files: core.attachedFiles,
    recordResult: countDisabled(core),
  })
}

/** Creates the channel that delivers emails. */
function createServiceEmailChannel(
  core: Core,
  watching: { counts: EmailCounts; reputation: WatchedReputation },
): EmailChannel {
  const { keys, sender, mail, terms: plans } = core
  const { config, clock, log } = core.options
  const { outbox } = core.store
  const { mailer } = mail
  const ceiling = config.emailCeiling
  const { attachedFiles: files, encryption: encryptor } = core
  const { recordRefusal } = core.actions
  const { recordAccepted } = core.store.emailReports
  const { formEmailsPerHour } = config
  return createEmailChannel({
    ...{ mailer, outbox, keys, sender, plans, ceiling, formEmailsPerHour, files, encryptor, clock, log },
    ...{ ...watching, recordRefusal, recordAccepted },
  })
}

function openWorkers(core: Core, channels: readonly Channel[]): Workers {
  const { options, node: holder, metrics, store, keys, actions, engines, scanner, web } = core
  const { clock, log, random: jitter = Math.random, failpoint } = options
  const shared = { clock, holder, log, metrics, failpoint }
  return {
    outbox: openOutboxWorker({ ...shared, outbox: store.outbox, channels, jitter }),
    judging: openJudgingWorker({
      ...shared,
      judging: store.judging,
      engines,
      scanner,
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
    devices: createDeviceWorker({
      ...shared,
      count: actions.countDevices,
      onArrivals: store.onArrivals,
      lease: actions.leaseDevices,
      load: actions.loadDueNotifications,
      settle: actions.settleDevice,
      send: core.devices.send,
    }),
  }
}

/** Outcomes of reports that count against a recipient domain. */
const COUNTED_REPORTS: Readonly<Record<string, EmailEvent>> = {
  bounced: 'bounced',
  declined: 'complaint',
  emails_stopped: 'complaint',
}

/** Opens what takes bounces and complaints. */
function openServiceBounces(
  { options, keys, metrics, actions, web }: Core,
  counts: Pick<EmailCounts, 'count'>,
): Promise<Bounces> {
  const { config, clock, log } = options
  return openBounces({
    settings: config.bounces,
    async record(request) {
      const outcome = await actions.recordReports(request)
      const what = COUNTED_REPORTS[outcome.kind]
      if (what && outcome.email) {
        const { answer: error, ...email } = outcome.email
        counts.count({ ...email, what, ...(error === '' ? {} : { error }) })
      }
      return outcome
    },
    isToken: (token) => keys.verifyBounceToken(token) !== null,
    ...{ egress: web.egress, clock, log, metrics },
  })
}

/** Builds the HTTP server, starts listening, and returns what stops it. */
function openHttp(
  core: Core,
  {
    observations,
    email,
    bounces,
    counts,
  }: {
    observations: FormObservations
    email: Pick<Channel, 'breaker'>
    bounces: Bounces
    counts: EmailCounts
  },
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
      operators: config.operators,
      givenSettings: config.givenSettings,
      disk: { minFreeBytes: config.minFreeBytes, countsFiles: config.files.kind === 'folder' },
      emailsPerHour: config.emailCeiling.perHour,
      flushEmailCounts: counts.flush,
      securityContact: config.securityContact,
      operatorToken: config.operatorToken,
      bounces,
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
      hasStatusPage: config.hasStatusPage,
      version: VERSION,
      dashboardFolder: options.dashboardFolder ?? DASHBOARD_FOLDER,
      connectionLimits: { ...CONNECTION_LIMITS, ...options.connectionLimits },
      uploadPlaces: createUploadPlaces(),
      uploadTimes: { ...UPLOAD_TIMES, ...options.uploadTimes },
      answered: failpoint && (() => failpoint('answered')),
    },
    { host: config.host, port, closeTimeoutMs: options.closeTimeoutMs },
  )
}

function createPurge(
  { options, metrics, actions, mail, scanner }: Core,
  observations: FormObservations,
  counts: EmailCounts,
) {
  const { config, clock, log } = options
  let purges = 0
  let lostFiles: number | null = null
  metrics.gauge({
    name: 'formslot_files_lost',
    help: 'Files whose bytes were missing or of another size at the last daily comparison.',
    read: async () => lostFiles,
  })
  /** Tells of bytes that will be tried again by a later purge. */
  function tellNotDeleted(failure: FilesUnavailable | null): void {
    if (failure === null) return
    log.error({ err: failure }, 'files_not_deleted')
    metrics.count('formslot_file_store_faults_total', 'delete')
  }

  return async (goesOn: () => boolean = () => true): Promise<void> => {
    const now = clock.now()
    await actions.makeSpamDigests(now, goesOn)
    tellNotDeleted(await actions.purgeOld(now, goesOn))
    purges += 1
    if (purges % PURGES_PER_DAY === COMPARING_PURGE) {
      const compared = await actions.reconcileFiles({ now }, goesOn)
      tellNotDeleted(compared.notDeleted)
      warnOfLostFiles(compared, log)
      if (!compared.failure) lostFiles = compared.missing.count + compared.wrongSize.count
    }
    // Its emails contain submissions, so they are kept no longer than those of an unclaimed endpoint.
    const days = unclaimedPlan(config).submissionRetentionDays
    await mail.emailBox?.forget(later(now, -days * DAY))
    await observations.flush()
    await counts.flush()
    await actions.announceFindings(now, goesOn)
    await actions.tellExpiringKeys(now, goesOn)
    const { resealed, lost } = await actions.resealSecrets(goesOn)
    const renewed = await actions.resealDevices(goesOn)
    if (renewed > 0) log.info({ devices: renewed }, 'secrets_resealed')
    if (resealed > 0) log.info({ destinations: resealed }, 'secrets_resealed')
    warnOfLostSecrets(lost, log)
    await scanner?.rescan(goesOn)
    await actions.recordStorage(now).catch((error) => log.warn({ err: error }, 'storage_not_recorded'))
  }
}

/** Logs where rows of files and their bytes do not agree. */
function warnOfLostFiles(
  { files, orphaned, isOfAnother, missing, wrongSize, failure }: FileReconciliation,
  log: Log,
): void {
  if (failure) log.error({ err: failure }, 'files_not_compared')
  if (isOfAnother) log.warn({ files: orphaned, fix: MARKER_FIX }, 'files_of_another_database')
  else if (orphaned > 0) log.warn({ files: orphaned }, 'orphaned_files_deleted')
  const fix = 'restore these places from a backup of the files'
  if (missing.count > 0) log.error({ files: missing.count, places: missing.places, fix }, 'files_missing')
  if (wrongSize.count > 0)
    log.error({ files: wrongSize.count, places: wrongSize.places, fix }, 'files_changed')
  log.debug({ files }, 'files_compared')
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
