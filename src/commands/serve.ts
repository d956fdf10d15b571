import type { Config } from '../config/config.ts'
import { openLog } from '../runtime/log.ts'
import { startText } from '../runtime/start-text.ts'
import { openService } from '../service.ts'
import { VERSION } from '../version.ts'
import { showDashboardBuild } from './build.ts'

const BROKEN_EXIT = 74
/** Ctrl-C under `npm start` comes twice, from the terminal and from npm: within this time it is one wish. */
const ECHO_MS = 1000

/** Runs the service until a signal ends it. The first signal closes everything in order, a later one ends at once. */
export async function serve(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  // Before anything is taken: a start that builds may be interrupted.
  const dashboard = await showDashboardBuild(process.stdout, '  ')
  const service = await openService({
    config,
    clock: { now: () => new Date() },
    log,
    // EX_IOERR of sysexits.h. What was acknowledged is on the disk; a supervisor starts the service afresh.
    onBroken: () => process.exit(BROKEN_EXIT),
  })
  let stoppingSince: number | null = null
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > ECHO_MS) process.exit(128 + number)
        return
      }
      stoppingSince = performance.now()
      log.info({ signal }, 'stopping')
      service.close().catch((error: unknown) => {
        log.fatal({ err: error }, 'stopping failed')
        process.exit(1)
      })
    })
  }
  const mail = config.smtp
    ? ({
        kind: 'smtp',
        host: config.smtp.host,
        port: config.smtp.port,
        from: config.mailFrom.address,
      } as const)
    : ({ kind: 'mailbox' } as const)
  // Knows NO_COLOR and dumb terminals.
  const colour = process.stdout.isTTY && process.stdout.hasColors()
  process.stdout.write(
    startText({
      baseUrl: service.url,
      dataDir: config.dataDir,
      dashboard: dashboard.kind,
      mail,
      version: VERSION,
      colour,
    }),
  )
  await service.closed
  process.exit(0)
}
