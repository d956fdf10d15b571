import { type Clock, MINUTE, SECOND } from '../../domain/time.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'

/** Time without a 503 of one cause after which its outage is over. */
const OVER_AFTER_MS = MINUTE

/** Outages by cause, which is the code of the refusal or the name of what is missing. */
export type Outages = {
  /** Counts one request that was answered 503. The first one of an outage is logged, and so is its end. */
  record(cause: string, requestId: string): void
  /** Forgets the outages in progress. */
  close(): void
}

type Outage = { since: Date; last: Date; requests: number; timer: NodeJS.Timeout }

/** Creates the record of requests that could not be served for a cause that lies with the service. */
export function createOutages({
  clock,
  log,
  metrics,
}: {
  clock: Clock
  log: Log
  metrics: Metrics
}): Outages {
  const outages = new Map<string, Outage>()

  function begin(cause: string, requestId: string): Outage {
    log.error({ cause, request_id: requestId }, 'service_unavailable')
    const now = clock.now()
    return { since: now, last: now, requests: 0, timer: setTimeout(check, OVER_AFTER_MS, cause).unref() }
  }

  function check(cause: string): void {
    const outage = outages.get(cause)
    if (!outage) return
    const quietMs = clock.now().getTime() - outage.last.getTime()
    if (quietMs < OVER_AFTER_MS) {
      outage.timer = setTimeout(check, OVER_AFTER_MS - quietMs, cause).unref()
      return
    }
    outages.delete(cause)
    const seconds = (outage.last.getTime() - outage.since.getTime()) / SECOND
    log.info({ cause, requests: outage.requests, seconds }, 'service_available')
  }

  return {
    record(cause, requestId) {
      metrics.count('formslot_unavailable_responses_total', cause)
      const outage = outages.get(cause) ?? begin(cause, requestId)
      outages.set(cause, outage)
      outage.requests += 1
      outage.last = clock.now()
    },
    close() {
      for (const { timer } of outages.values()) clearTimeout(timer)
      outages.clear()
    },
  }
}
