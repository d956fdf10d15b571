import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { SECOND } from '../domain/time.ts'
import { openWaitingServer } from '../http/waiting-server.ts'
import type { Log } from '../runtime/log.ts'
import { StoreUnavailable } from '../store/contract/errors.ts'
import { connect } from '../store/dialects/connect.ts'
import { DatabaseUnreachable } from '../store/engine/connection.ts'
import { VERSION } from '../version.ts'

const FIRST_DELAY_MS = SECOND
const MAX_DELAY_MS = 8 * SECOND

/**
 * Opens the service, and waits while its PostgreSQL server cannot be reached, as after a start of the whole machine. Until
 * then the address of the service answers probes, so that a supervisor does not restart what only waits.
 */
export async function openWhenReachable<Service>(
  open: () => Promise<Service>,
  { config, log }: { config: Config; log: Log },
): Promise<Service> {
  let unreachableSince: number | null = null
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      const service = await open()
      if (unreachableSince !== null) {
        log.info({ seconds: (performance.now() - unreachableSince) / SECOND }, 'database_reachable')
      }
      return service
    } catch (error) {
      if (!isUnreachable(error)) throw error
      if (unreachableSince === null) log.error({ err: error }, 'database_unreachable')
      unreachableSince ??= performance.now()
      await waitForDatabase(config, delayMs)
    }
  }
}

async function waitForDatabase(config: Config, firstDelayMs: number): Promise<void> {
  await using _server = await openWaitingServer(config, VERSION)
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    await setTimeout(delayMs)
    try {
      const connection = await connect(config.database)
      await connection.close()
      return
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  }
}

/** Returns true for an error that ends by itself: no server, one that starts, or one that is read-only. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnreachable || (error instanceof StoreUnavailable && error.reason === 'away')
  )
}
