import { hostname } from 'node:os'
import type { Config } from '../config/config.ts'
import { finishStart } from '../runtime/after-start.ts'
import { type Log, openLog } from '../runtime/log.ts'
import { measureFreeSpace } from '../runtime/machine-metrics.ts'
import { createNodeClock } from '../runtime/node-clock.ts'
import { startText } from '../runtime/start-text.ts'
import { openService } from '../service.ts'
import { VERSION } from '../version.ts'
import { showDashboardBuild } from './build.ts'
import { openWhenReachable } from './open-when-reachable.ts'

/** The host name that Docker and Podman give a container: the beginning of its id. */
const CONTAINER_ID = /^[0-9a-f]{12}$/
const BROKEN_EXIT = 74
/** Under `npm start` Ctrl-C sends two signals, one from npm; within this time they count as one. */
const DOUBLE_SIGNAL_MS = 1000

/** Runs the service until a signal. The first signal shuts down gracefully, a later one exits at once. */
export async function serve(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  // Builds before anything is opened, so that a build can be interrupted.
  const dashboard = await showDashboardBuild(process.stdout, '  ')
  keepFilesPrivate()
  const stopping = stopOnSignal(log)
  const clock = createNodeClock(() => Date.now())
  const open = () =>
    openService({
      config,
      clock,
      log,
      // EX_IOERR of sysexits.h. Acknowledged data is on disk; a supervisor restarts the service.
      onBroken: () => process.exit(BROKEN_EXIT),
    })
  const service = await openWhenReachable(open, { config, log })
  stopping.close = service.close
  // The start text says the same to a person.
  if (!process.stderr.isTTY) {
    log.info(
      {
        base: service.url,
        host: config.host,
        port: service.port,
        version: VERSION,
        database: config.database.kind,
      },
      'listening',
    )
  }
  const mail = config.smtp
    ? ({
        kind: 'smtp',
        host: config.smtp.host,
        port: config.smtp.port,
        from: config.mailFrom.address,
      } as const)
    : ({ kind: 'mailbox', command: config.mailboxIsServed ? null : getMailboxCommand() } as const)
  // hasColors respects NO_COLOR and dumb terminals.
  const color = process.stdout.isTTY && process.stdout.hasColors()
  process.stdout.write(
    startText({
      baseUrl: service.url,
      dataDir: config.dataDir,
      disk:
        config.database.kind === 'sqlite'
          ? { free: await measureFreeSpace(config), required: config.minFreeBytes }
          : null,
      dashboard: dashboard.kind,
      mail,
      allowed: config.egress.allowed,
      version: VERSION,
      color,
    }),
  )
  finishStart(log)
  await service.closed
  process.exit(0)
}

/** Closes the service at the first signal, and exits at once at a later one, or when nothing is open yet. */
function stopOnSignal(log: Log): { close(): Promise<void> } {
  const stopping = { close: async () => process.exit(0) }
  let since: number | null = null
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.on(signal, () => {
      if (since !== null) {
        if (performance.now() - since > DOUBLE_SIGNAL_MS) process.exit(128 + number)
        return
      }
      since = performance.now()
      log.info({ signal }, 'stopping')
      stopping.close().catch((error: unknown) => {
        log.fatal({ err: error }, 'stop_failed')
        process.exit(1)
      })
    })
  }
  return stopping
}

/** Returns the command that reads the embedded mailbox from outside the container. */
function getMailboxCommand(): string {
  const name = hostname()
  return `docker exec ${CONTAINER_ID.test(name) ? name : 'CONTAINER'} formslot-server mailbox`
}

/** Mask of permission bits that no created file or folder has: those of the group and of all others. */
const PRIVATE_UMASK = 0o077

/**
 * Lets only the user of this process read the files that it creates from now on: the database with its log, the secret,
 * backups, emails. Called after the dashboard was built, which a service under another user may read.
 */
export function keepFilesPrivate(): void {
  process.umask(PRIVATE_UMASK)
}
